import UIKit

/// The picture above the days of a challenge.
final class ChallengeHeaderView: UICollectionReusableView {
    static let reuseIdentifier = "ChallengeHeaderView"
    static let height: CGFloat = 260

    private let imageView = UIImageView()

    override init(frame: CGRect) {
        super.init(frame: frame)
        imageView.contentMode = .scaleAspectFill
        imageView.clipsToBounds = true
        imageView.frame = bounds
        imageView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        addSubview(imageView)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
        fatalError("init(coder:) has not been implemented")
    }

    func show(_ challenge: Challenge) {
        imageView.image = UIImage(named: challenge.imageName)
    }
}
