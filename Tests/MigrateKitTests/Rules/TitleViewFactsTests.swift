@testable import MigrateKit
import Testing

/// What the collectors of the title rule find in several files.
@Suite struct TitleViewFactsTests {
  private static let page = """
    import UIKit
    final class Page: UIViewController {
      func setUp() {
        let label = UILabel()
    navigationItem.leftBarButtonItem = UIBarButtonItem(customView: label)
      }
    }
    """

  private func family(_ other: String, of name: String = "Page") throws -> ControllerFamily {
    let files = try [Self.page, other].enumerated().map { index, text in
      ParsedFile(try SourceFile(path: "\(index).swift", bytes: Array(text.utf8)))
    }
    var facts = ProjectFacts()
    for collector in TitleViewRule().collectors {
      let needles = collector.needles(given: facts)
      let found = files.filter { file in
        needles.isSatisfied { file.source.text(in: ByteRange(0, .max)).contains($0) }
      }.flatMap { collector.collect($0, given: facts) }
      facts.add(found)
    }
    return ControllerFamily(of: name, facts: facts)
  }

  @Test(arguments: [
    "let a = UINavigationController(rootViewController: Page())",
    "let a = MainNavigationController(rootViewController: Page(style: .plain))",
    "let page = Page()\nlet a = UINavigationController(rootViewController: page)",
    "class C { lazy var page: Page = { Page() }(); func f() { n(UINavigationController(rootViewController: self.page)) } }",
    "class C: UINavigationController { init() { super.init(rootViewController: Page()) } }",
    "func f(n: UINavigationController) { n.setViewControllers([Page(), Other()], animated: false) }",
    "func f(n: UINavigationController) { n.viewControllers = [Page()] }",
    "class C: UITabBarController { func f() { viewControllers = [Other(), Page()] } }",
    "func f(tabBar: UITabBarController) { tabBar.setViewControllers([Other(), Page()], animated: true) }",
    "func f(s: UISplitViewController) { s.setViewController(Page(), for: .primary) }",
    "let a = [Other(), Page()].map { UINavigationController(rootViewController: $0) }",
    "let a = [Other(), Page()].map { page in UINavigationController(rootViewController: page) }",
    """
    func wrap(_ root: UIViewController, title: String) -> UIViewController {
      UINavigationController(rootViewController: root)
    }
    let a = wrap(Page(), title: "x")
    """,
    """
    extension UIViewController {
      var inNavigation: UINavigationController { UINavigationController(rootViewController: self) }
      func wrapped() -> UIViewController { return UINavigationController(rootViewController: self) }
    }
    let a = Page().inNavigation
    let b = Page.make().wrapped()
    """,
    "func f(s: UIStoryboard) { let p = s.instantiateInitialViewController() as! Page; n(UINavigationController(rootViewController: p)) }",
  ])
  func findsNavigationRoots(_ code: String) throws {
    let family = try family(code)
    #expect(family.isNavigationRoot)
    #expect(family.pusher == nil)
  }

  @Test(arguments: [
    "let a = Page()",
    "func f(w: UIWindow) { w.rootViewController = Page() }",
    "let a = SlideMenu(rootViewController: Page())",
    "func f(n: UINavigationController) { n.setViewControllers([Other(), Page()], animated: false) }",
    "let a = UINavigationController(rootViewController: Other(Page()))",
  ])
  func knowsNoRootWhereThereIsNone(_ code: String) throws {
    #expect(try !family(code).isNavigationRoot)
  }

  @Test(arguments: [
    "func f(n: UINavigationController) { n.pushViewController(Page(), animated: true) }",
    "func f(n: UINavigationController) { let p = Page(); n.pushViewController(p, animated: true) }",
    "func f(c: UIViewController) { c.show(Page(), sender: nil) }",
    "class Sub: Page {}\nfunc f(n: UINavigationController) { n.pushViewController(Sub(), animated: true) }",
    "func f(n: UINavigationController) { n.viewControllers = [Other(), Page()] }",
  ])
  func findsPushes(_ code: String) throws {
    #expect(try family(code).pusher == "1.swift")
  }

  @Test(arguments: [
    "extension Page { func f() { navigationItem.titleView = UIView() } }",
    "class Sub: Page { func f() { self.navigationItem.titleView = UIView() } }",
    "extension Page { func f() { let item = navigationItem; item.titleView = UIView() } }",
    "func f() { let page = Page(); page.navigationItem.titleView = UIView() }",
    "class C { let page = Page(); func f() { page.navigationItem.titleView = UIView() } }",
    "func f(page: Page?) { page?.navigationItem.titleView = UIView() }",
    "class C: UIViewController { func f() { parent?.navigationItem.titleView = UIView() } }",
    "extension UIViewController { func f() { navigationItem.titleView = UIView() } }",
    "extension UINavigationItem { func f() { titleView = UIView() }\nlet n = \"navigationItem\" }",
  ])
  func findsTitleViews(_ code: String) throws {
    #expect(try family(code).titleViewSetter == "1.swift")
  }

  @Test(arguments: [
    "class Other: UIViewController { func f() { navigationItem.titleView = UIView() } }",
    "class Page2 { var titleView: UIView?; func f() { titleView = UIView(); _ = \"navigationItem\" } }",
    "func f() { let other = Other(); other.navigationItem.titleView = UIView() }",
  ])
  func ignoresTitleViewsOfOthers(_ code: String) throws {
    #expect(try family(code).titleViewSetter == nil)
  }

  @Test func readsTheFamilyAcrossFiles() throws {
    let family = try family(
      """
      class Top: Page { func f() { navigationItem.leftBarButtonItem?.isEnabled = false } }
      extension Page { func g() { navigationItem.setHidesBackButton(true, animated: false) } }
      func h() { Page().navigationItem.leftBarButtonItem = nil }
      """)
    #expect(family.hidesBackButton)
    #expect(family.leadingMentions == 3)
    #expect(!family.isAmbiguous)
  }

  @Test func doesNotTrustNamesOfSeveralClasses() throws {
    #expect(try family("enum Other { class Page: UIViewController {} }").isAmbiguous)
  }
}
