import SwiftUI

/// The day that the page shows.
final class TodayTitleModel: ObservableObject {
    @Published var date = Date()
}

/// The title at the left of the bar; its width follows the date.
struct TodayTitleView: View {
    @ObservedObject var model: TodayTitleModel

    var body: some View {
        Text(title)
            .font(.title2.bold())
            .animation(.default, value: model.date)
    }

    private var title: String {
        Calendar.current.isDateInToday(model.date)
            ? "Today" : DateFormatter.localizedString(from: model.date, dateStyle: .long, timeStyle: .none)
    }
}
