import Foundation
import MigrateKit
import Testing

/// `scan` with several repositories: each as if it were scanned alone.
@Suite struct FleetScanTests {
  private func repository(_ view: String) throws -> TemporaryRepository {
    let repository = try TemporaryRepository()
    try repository.write(
      "App/Home.swift",
      """
      import UIKit

      final class HomeViewController: UIViewController {
        private let \(view) = UILabel()

        override func viewDidLoad() {
          super.viewDidLoad()
          navigationItem.leftBarButtonItem = UIBarButtonItem(customView: \(view))
        }
      }

      """)
    try repository.commitAll("Import")
    return repository
  }

  private let options = ["--recipe", "hides-shared-background", "--minimum", "iOS=15.0"]

  @Test func eachRepositoryIsReportedAsIfItWereScannedAlone() throws {
    let (first, second) = (try repository("titleLabel"), try repository("nameLabel"))
    let both = try MigrateProgram.run(
      ["scan", "--format", "json", first.path, second.path] + options, in: first)
    #expect(both.status == 0)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(both.text.utf8)) as? [String: Any])
    #expect(object["schema"] as? Int == 1)
    let entries = try #require(object["repositories"] as? [[String: Any]])
    let alone = try [first, second].map { repository in
      let run = try MigrateProgram.run(
        ["scan", "--format", "json", repository.path] + options, in: first)
      return try #require(
        try JSONSerialization.jsonObject(with: Data(run.text.utf8)) as? NSDictionary)
    }
    #expect(entries.map { $0 as NSDictionary } == alone)
  }

  @Test func aRepositoryThatCannotBeReadDoesNotStopTheOthers() throws {
    let good = try repository("titleLabel")
    let folder = good.container + "/home"
    let run = try MigrateProgram.run(
      ["scan", "--format", "json", folder, good.path] + options, in: good)
    #expect(run.status == 4)
    #expect(run.errors.contains(folder))
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(run.text.utf8)) as? [String: Any])
    let entries = try #require(object["repositories"] as? [[String: Any]])
    #expect(entries.first?["status"] as? Int == 4)
    #expect((entries.last?["recipes"] as? [Any])?.count == 1)

    let text = try MigrateProgram.run(["scan", folder, good.path] + options, in: good)
    #expect(text.status == 4)
    #expect(text.text.contains("== \(good.path)\n"))
    #expect(text.text.contains("App/Home.swift:8:"))
  }

  @Test func recipesOfARepositoryAreNotThoseOfAnother() throws {
    let (first, second) = (try repository("titleLabel"), try repository("nameLabel"))
    try first.write(
      ".migrate/recipes/own/recipe.yml",
      """
      id: own
      version: 1
      title: A rule of this repository
      summary: Labels have names that say what they are for.
      rules:
        - id: own-label
          match:
            expr: "UILabel()"
          message: found
          level: note
      commit:
        subject: Name labels
        body: Labels have names.

      """)
    try first.commitAll("Add a recipe")
    let run = try MigrateProgram.run(
      ["scan", "--recipe", "own", first.path, second.path], in: first)
    #expect(run.status == 3)
    #expect(run.text.contains("App/Home.swift:4:"))
    #expect(run.errors.contains("there is no recipe 'own'"))
  }

  @Test func formatsOfOneRepositorySayWhatToUse() throws {
    let first = try repository("titleLabel")
    let run = try MigrateProgram.run(
      ["scan", "--format", "sarif", first.path, first.path], in: first)
    #expect(run.status == 2)
    #expect(run.errors.contains("use 'text' or 'json'"))
  }
}
