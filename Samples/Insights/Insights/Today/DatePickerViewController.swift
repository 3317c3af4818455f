import UIKit

/// A date picker that is shown as a sheet of half height.
final class DatePickerViewController: UIViewController {
    private let picker = UIDatePicker()
    private let onChange: (Date) -> Void

    init(date: Date, onChange: @escaping (Date) -> Void) {
        self.onChange = onChange
        super.init(nibName: nil, bundle: nil)
        picker.date = date
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
        fatalError("init(coder:) has not been implemented")
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .sheet

        picker.datePickerMode = .date
        picker.preferredDatePickerStyle = .inline
        picker.maximumDate = Date()
        picker.addTarget(self, action: #selector(dateChanged), for: .valueChanged)
        picker.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(picker)

        NSLayoutConstraint.activate([
            picker.topAnchor.constraint(equalTo: view.topAnchor, constant: 24),
            picker.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 16),
            picker.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -16),
        ])
    }

    @objc private func dateChanged() {
        onChange(picker.date)
        dismiss(animated: true)
    }
}
