import SwiftUI

/// The mood picker as a sheet of a fixed height.
@available(iOS 16.4, *)
struct MoodSheet: View {
    var body: some View {
        MoodPicker()
            .presentationDetents([.height(240), .medium])
            .presentationDragIndicator(.visible)
            .presentationCornerRadius(28)
            .presentationBackground(.thinMaterial)
    }
}

/// Five moods side by side.
struct MoodPicker: View {
    @State private var mood = 3

    var body: some View {
        VStack(spacing: 24) {
            Text("How do you feel?")
                .font(.title3.bold())
            HStack(spacing: 12) {
                ForEach(1..<6) { value in
                    Button("\(value)") { mood = value }
                        .buttonStyle(.bordered)
                        .tint(value == mood ? Color.accentColor : Color.secondary)
                }
            }
        }
        .padding()
    }
}
