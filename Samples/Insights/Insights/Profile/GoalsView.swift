import SwiftUI

/// The goals, shown as a sheet from UIKit.
struct GoalsView: View {
    @State private var steps = 8_000.0
    @State private var sleep = 8.0

    var body: some View {
        VStack(spacing: 20) {
            goal("Steps", value: $steps, range: 2_000...20_000)
            goal("Sleep", value: $sleep, range: 5...10)
        }
        .padding()
    }

    private func goal(_ title: String, value: Binding<Double>, range: ClosedRange<Double>) -> some View {
        VStack(alignment: .leading) {
            Text(title).font(.headline)
            Slider(value: value, in: range)
        }
        .padding()
        .background(.ultraThinMaterial)
        .clipShape(RoundedRectangle(cornerRadius: 16))
    }
}
