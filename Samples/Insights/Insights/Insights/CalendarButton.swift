import SwiftUI

/// The month that the page shows.
final class CalendarModel: ObservableObject {
    @Published var month = Date()
}

/// The month at the right of the bar; a tap picks another.
struct CalendarButton: View {
    @ObservedObject var model: CalendarModel
    let action: () -> Void

    var body: some View {
        Button(action: action) {
            HStack(spacing: 4) {
                Image(systemName: "calendar")
                Text(model.month, format: .dateTime.month(.abbreviated).year())
            }
            .font(.subheadline.weight(.semibold))
        }
    }
}
