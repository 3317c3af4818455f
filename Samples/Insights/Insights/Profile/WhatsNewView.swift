import SwiftUI

/// What the new version brings, below a title that is drawn in glass where the system can.
struct WhatsNewView: View {
    private let changes = [
        "Journal entries can hold a mood.",
        "Challenges show the days that are left.",
    ]

    var body: some View {
        ScrollView {
            VStack(alignment: .leading, spacing: 16) {
                // migrate:glass-text
                Text("What's New")
                    .font(.largeTitle.bold())
                ForEach(changes, id: \.self) { change in
                    Label(change, systemImage: "sparkles")
                }
            }
            .padding()
        }
        .background(LinearGradient(colors: [.mint, .blue], startPoint: .top, endPoint: .bottom))
    }
}
