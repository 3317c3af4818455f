import MigrateKit
import Testing

/// What the bot remembers in pull requests, and what it does with what people did to them.
@Suite struct BotMemoryTests {
  private static let branch = BotCase.branch

  private func declined(
    _ pulls: [PullRequest], version: Int = 1, sites: Set<String> = BotCase.sites,
    requests: Set<BotRequest> = []
  ) -> Set<String> {
    let observation = BotObservation(
      base: "main", pulls: Dictionary(grouping: pulls, by: \.head), requests: requests)
    return BotDecision.declined(
      observation, recipe: "r", version: version, branches: [Self.branch], sites: sites)
  }

  @Test func aClosedPullRequestMeansNoForItsSites() {
    #expect(declined([BotCase.pull(7, .closed)]) == BotCase.sites)
    #expect(
      declined([BotCase.pull(7, .closed)], sites: BotCase.sites.union(["33333333"]))
        == BotCase.sites)
    #expect(declined([BotCase.pull(7, .closed, record: nil)]) == BotCase.sites)
    #expect(declined([BotCase.pull(7, .closed, record: BotCase.record(recipe: "q"))]) == [])
  }

  @Test func aNewVersionOfTheRecipeMayAskAgain() {
    #expect(declined([BotCase.pull(7, .closed)], version: 2) == [])
    #expect(
      declined([BotCase.pull(7, .closed, record: BotCase.record(version: 2))], version: 2)
        == BotCase.sites)
  }

  @Test func whatTheBotClosedItselfIsNotDeclined() {
    let closed = BotCase.pull(7, .closed, record: BotCase.record(closed: "nothingLeft"))
    #expect(declined([closed]) == [])
    #expect(declined([BotCase.pull(6, .closed), closed]) == [])
  }

  @Test func mergedAndThenRevertedCountsAsDeclined() {
    #expect(declined([BotCase.pull(7, .merged)]) == BotCase.sites)
    let large = BotCase.record(sites: ["11111111", "44444444", "55555555", "66666666"])
    #expect(declined([BotCase.pull(7, .merged, record: large)]) == [])
  }

  @Test func theNewestPullRequestWithASiteCounts() {
    #expect(declined([BotCase.pull(6, .closed), BotCase.pull(7, .open)]) == [])
    #expect(declined([BotCase.pull(6, .merged), BotCase.pull(7, .closed)]) == BotCase.sites)
    #expect(
      declined([
        BotCase.pull(6, .closed),
        BotCase.pull(7, .open, record: BotCase.record(sites: ["22222222"])),
      ]) == ["11111111aa"])
  }

  @Test func askingOnTheDashboardTakesADeclineBack() {
    #expect(
      declined([BotCase.pull(7, .closed)], requests: [.rebuild(Self.branch)]) == [])
  }

  @Test func openingAgainWhatAPersonClosedIsAYes() {
    #expect(declined([BotCase.pull(7, .open)]) == [])
    let left = BotCase.settled { $0.units = [BotCase.unit(sites: [], blobs: [:], declined: 2)] }
    #expect(left.verbs == ["say closed", "close nothingLeft", "remove"])
    var kept = left
    kept.observation.pulls = [Self.branch: [BotCase.pull(7, .closed)]]
    #expect(kept.verbs == ["leave declined"])
  }

  @Test func openingAgainWhatTheBotClosedLeavesItToThePerson() {
    var reopened = BotCase.settled {
      $0.units = [BotCase.empty]
      $0.observation.pulls = [
        Self.branch: [BotCase.pull(record: BotCase.record(closed: "nothingLeft"))]
      ]
    }
    #expect(reopened.verbs == ["refresh", "leave reopened"])
    guard case .refresh(_, _, let refresh) = reopened.actions[0] else { return }
    #expect(refresh.record.reopened == "nothingLeft" && refresh.record.closed == nil)
    reopened.observation.pulls = [
      Self.branch: [BotCase.pull(record: BotCase.record(reopened: "nothingLeft"))]
    ]
    #expect(reopened.verbs == ["leave reopened"])
  }

  @Test func aBaseThatAPersonChangedIsTheirs() {
    let changed = BotCase.settled {
      $0.observation.pulls = [Self.branch: [BotCase.pull(base: "release")]]
      $0.units = [BotCase.unit(sites: ["9"])]
    }
    #expect(changed.verbs == ["leave retargeted"])
  }

  @Test func aRenamedDefaultBranchIsFollowed() {
    let old = BotCase.record(base: "master")
    let moved = BotCase.settled {
      $0.observation.pulls = [Self.branch: [BotCase.pull(record: old, base: "master")]]
    }
    guard case .refresh(_, _, let refresh) = moved.actions.first else {
      Issue.record("\(moved.verbs)")
      return
    }
    #expect(refresh.change(of: BotCase.pull(record: old, base: "master")).base == "main")
  }

  private func refresh(
    isDraft: Bool? = false, words: PullRequestWords? = BotCase.unit(text: "New words").words
  ) -> BotRefresh {
    BotRefresh(words: words, base: "main", isDraft: isDraft, record: BotCase.record())
  }

  @Test func aBodyThatAPersonEditedStays() {
    var pull = BotCase.pull()
    pull.body = "Thanks!\n\n" + pull.body.replacing("What changes", with: "What I say")
    let body = refresh().change(of: pull).body ?? pull.body
    #expect(body.contains("What I say") && body.contains("Thanks!"))
    #expect(!body.contains("New words"))
    var around = BotCase.pull()
    around.body = "Before\r\n\r\n" + around.body.replacing("\n", with: "\r\n") + "After\r\n"
    let kept = PullRequestBody(refresh().change(of: around).body ?? "")
    #expect(kept.before == "Before" && kept.after == "After" && kept.section == "New words")
    #expect(refresh().change(of: BotCase.pull(record: nil)).isEmpty)
  }

  @Test func aTitleThatAPersonEditedStays() {
    var pull = BotCase.pull()
    pull.title = "Mine"
    var renamed = refresh()
    renamed.words?.title = "Other"
    #expect(renamed.change(of: pull).title == nil)
    #expect(renamed.change(of: BotCase.pull()).title == "Other")
  }

  @Test func aDraftStateThatAPersonChangedStays() {
    #expect(refresh(isDraft: true).change(of: BotCase.pull()).isDraft == true)
    let ready = BotCase.pull(record: BotCase.record(isDraft: true), isDraft: false)
    #expect(refresh(isDraft: true).change(of: ready).isDraft == nil)
    let drafted = BotCase.pull(isDraft: true)
    #expect(refresh(isDraft: false).change(of: drafted).isDraft == nil)
  }

  @Test func aCommitThatIsNotVerifiedIsADraft() {
    let failed = BotVerification(passed: false, log: "it does not build")
    let change = refresh().change(of: BotCase.pull(), verification: failed)
    #expect(change.isDraft == true)
    let body = PullRequestBody(change.body ?? "")
    #expect(body.log == "it does not build" && body.record?.isVerified == false)
    var pull = BotCase.pull(isDraft: true)
    pull.body = change.body ?? ""
    let later = refresh().change(of: pull)
    #expect(later.isEmpty, "a draft stays one until a commit passes")
    let passed = refresh().change(of: pull, verification: BotVerification(passed: true, log: nil))
    #expect(passed.isDraft == false)
    #expect(PullRequestBody(passed.body ?? "").log == nil)
  }

  @Test func aPullRequestIsADraftWhileItHoldsFixesToReview() {
    for (needsReview, draft, expected) in [
      (true, BotPolicy.Draft.review, true), (false, .review, false), (true, .never, false),
      (false, .always, true),
    ] {
      let case_ = BotCase.settled {
        $0.policy.draft = draft
        $0.units = [BotCase.unit(needsReview: needsReview)]
      }
      let changes = case_.actions.compactMap { action -> Bool? in
        guard case .refresh(_, _, let refresh) = action else { return nil }
        return refresh.change(of: BotCase.pull()).isDraft
      }
      #expect(changes == (expected ? [true] : []))
    }
  }

  @Test func recordsSurviveWhateverTheyHold() {
    var record = BotCase.record(base: "a-->b<!-- -- ", recipe: "x")
    let body = PullRequestBody(section: "a <!-- migrate:end --> b\r\n", record: record)
    let read = PullRequestBody(body.text)
    record.section = read.record?.section ?? ""
    #expect(read.record == record)
    #expect(read.section == "a &lt;!-- migrate:end --> b")
    #expect(!read.isEdited && !read.asksForRebuild)
    #expect(PullRequestBody(read.text) == read)
    for hostile in ["", "<!-- migrate {", "<!-- migrate {} -->", "<!-- migrate:begin -->"] {
      #expect(PullRequestBody(hostile).record == nil)
    }
  }

  @Test func tooManySitesStandForAll() {
    let many = SiteSet((0...SiteSet.limit).map { "\(10_000_000 + $0)" })
    #expect(many.isEverything && many.contains("anything"))
    #expect(!SiteSet([]).contains("anything"))
  }
}
