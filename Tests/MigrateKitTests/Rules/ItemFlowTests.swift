import Testing

@testable import MigrateKit

@Suite struct ItemFlowTests {
  /// The flows of every creation in the first file, with what the collectors find in all.
  private func flows(_ texts: String...) throws -> [ItemFlow] {
    let files = try texts.enumerated().map { number, text in
      ParsedFile(try SourceFile(path: "F\(number).swift", bytes: Array(text.utf8)))
    }
    let collectors: [any FactCollector] = [
      SharedBackgroundHelperCollector(), BarItemCarrierCollector(),
      BarItemDestinationCollector.first, BarItemDestinationCollector.second,
      ViewClassCollector(step: 1), ViewClassCollector(step: 2),
    ]
    var facts = ProjectFacts()
    for collector in collectors {
      facts.add(files.flatMap { collector.collect($0, given: facts) })
    }
    let index = SourceIndex(files[0])
    return BarItemCreation.all(in: index, facts: facts).map {
      ItemFlow(of: $0.expression, in: index, facts: facts)
    }
  }

  private func destinations(_ text: String) throws -> [String] {
    Array(Set(try flows(text).flatMap { $0.arrivals.map(\.destination.code) })).sorted()
  }

  @Test func followsAnAssignmentToANavigationItem() throws {
    #expect(
      try destinations(
        "class A { func f() { navigationItem.leftBarButtonItem = UIBarButtonItem(customView: v) } }"
      ) == ["navigationItem-left"])
  }

  @Test func followsLocalsArraysAndAppends() throws {
    let text = """
      class A: UIViewController {
        func f() {
          var items = [UIBarButtonItem]()
          let item = UIBarButtonItem(customView: v)
          items.append(item)
          items.append(contentsOf: others)
          navigationItem.setRightBarButtonItems(items, animated: true)
        }
      }
      """
    #expect(try destinations(text) == ["navigationItem-right"])
  }

  @Test func followsAStoredOptionalThroughABindingOfItsName() throws {
    let text = """
      class A: UIViewController {
        var cast: UIBarButtonItem?
        func f() { cast = UIBarButtonItem(customView: v) }
        func g() {
          var buttons = [UIBarButtonItem]()
          if let cast, isOn { buttons.append(cast) }
          if let cast = cast { buttons.append(cast) }
          navigationItem.rightBarButtonItems = buttons
        }
      }
      """
    #expect(try destinations(text) == ["navigationItem-right"])
  }

  @Test func followsALazyClosureToTwoDestinations() throws {
    let text = """
      class A: UIViewController {
        private lazy var item: UIBarButtonItem = {
          return UIBarButtonItem(customView: v)
        }()
        func f() { toolbarItems = [item]; navigationItem.rightBarButtonItem = self.item }
      }
      """
    #expect(try destinations(text) == ["navigationItem-right", "toolbar"])
  }

  @Test func followsReturnsOfFunctionsAndGetters() throws {
    let text = """
      class A: UIViewController {
        private lazy var item: UIBarButtonItem = {
          let made = UIBarButtonItem(customView: v)
          return made
        }()
        var current: UIBarButtonItem { switch x { case .a: return item; default: return other } }
        func make() -> UIBarButtonItem { UIBarButtonItem(customView: w) }
        func f() {
          navigationItem.rightBarButtonItem = self.current
          navigationItem.leftBarButtonItem = busy ? make() : nil
        }
      }
      """
    #expect(try destinations(text) == ["navigationItem-left", "navigationItem-right"])
  }

  @Test func keepsALocalNamedAsTheProperty() throws {
    let text = """
      class A: UIViewController {
        func f() {
          let rightBarButtonItem: UIBarButtonItem
          rightBarButtonItem = UIBarButtonItem(customView: v)
          consume(rightBarButtonItem)
        }
      }
      """
    let flows = try flows(text)
    #expect(flows.allSatisfy { $0.arrivals.isEmpty && $0.escapes && $0.isBarItem })
  }

  @Test func tellsToolbarsAndGroups() throws {
    #expect(
      try destinations("func f() { toolbar.items = [UIBarButtonItem(customView: v)] }")
        == ["toolbar"])
    #expect(
      try destinations(
        """
        class A: UIToolbar {
          func f() { setItems([.flexibleSpace(), .init(customView: v)], animated: false) }
        }
        """) == ["toolbar"])
    #expect(
      try destinations(
        """
        func f() {
          navigationItem.trailingItemGroups = [UIBarButtonItemGroup(
            barButtonItems: [UIBarButtonItem(customView: v)], representativeItem: nil)]
        }
        """) == ["navigationItem-right"])
    #expect(
      try destinations(
        """
        func f() {
          navigationItem.pinnedTrailingGroup = UIBarButtonItemGroup(
            barButtonItems: [UIBarButtonItem(customView: v), b], representativeItem: nil)
        }
        """) == ["group"])
  }

  @Test func knowsImplicitInitializersByTheirContext() throws {
    let text = """
      class A: UIViewController {
        func f() {
          navigationItem.rightBarButtonItem = .init(customView: v)
          let header: HeaderModel = .init(customView: v)
          var items: [UIBarButtonItem] = []
          items.append(.init(customView: v))
          use(items)
        }
      }
      """
    #expect(try flows(text).map(\.isBarItem) == [true, false, true])
  }

  @Test func findsALaterGuardAndNotThatOfAnotherBranch() throws {
    let text = """
      class A: UIViewController {
        func f() {
          if a {
            navigationItem.rightBarButtonItem = UIBarButtonItem(customView: v)
            if #available(iOS 26.0, *) {
              navigationItem.rightBarButtonItem?.hidesSharedBackground = true
            }
          } else {
            navigationItem.rightBarButtonItem = UIBarButtonItem(customView: w)
          }
          let item = UIBarButtonItem(customView: x)
          switch b { default: g() }
          if UIDevice.current.userInterfaceIdiom == .phone, #available(iOS 26, *) {
            item.hidesSharedBackground = true
          }
        }
      }
      """
    #expect(try flows(text).map(\.hiding.isEmpty) == [false, true, false])
  }

  @Test func findsHelpersOfOtherFiles() throws {
    let uses = """
      class A: UIViewController {
        func f() {
          navigationItem.rightBarButtonItem = UIBarButtonItem(customView: v).withoutGlass()
          let item = UIBarButtonItem(customView: v)
          hideGlass(of: item)
          navigationItem.leftBarButtonItems = [UIBarButtonItem(customView: v)].plain()
        }
      }
      """
    let helpers = """
      extension UIBarButtonItem {
        func withoutGlass() -> Self {
          if #available(iOS 26.0, *) { hidesSharedBackground = true }
          return self
        }
      }
      func hideGlass(of item: UIBarButtonItem) {
        if #available(iOS 26.0, *) { item.hidesSharedBackground = true }
      }
      extension Array where Element == UIBarButtonItem {
        func plain() -> Self {
          if #available(iOS 26.0, *) { forEach { $0.hidesSharedBackground = true } }
          return self
        }
      }
      """
    #expect(try flows(uses, helpers).map(\.hiding.isEmpty) == [false, false, false])
  }
}
