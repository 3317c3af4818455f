/// Why the bot leaves a branch as it is, or closes a pull request.
public enum BotReason: Hashable, Sendable {
  /// The recipe changes nothing here.
  case nothingToDo
  /// Nothing is left of what the pull request was about.
  case nothingLeft
  /// The recipe is not configured any more.
  case noLongerConfigured
  /// A person deleted the branch.
  case branchDeleted
  /// Branch and pull request are as they should be.
  case upToDate
  /// People closed a pull request with these changes, or took them back.
  case declined(Int)
  /// The branch holds a person's commit.
  case people(ObjectID)
  /// A branch of that name holds nothing of ours.
  case nameTaken(ObjectID)
  /// Another reference makes the name impossible.
  case blocked(by: String)
  /// A label asks to do nothing more.
  case stopped(label: String)
  /// A person made the pull request go into another branch.
  case retargeted(String)
  /// A person opened the pull request again after the bot had closed it.
  case reopened
  /// The branch was made by a newer version of the recipe.
  case newerVersion(Int)
  /// A person has to approve it on the dashboard.
  case approvalNeeded
  /// As many pull requests are open as may be.
  case openLimit(Int)
  /// As many pull requests were opened within the hour as may be.
  case pullRequestLimit(Int)
  /// As many pushes were made within the hour as may be.
  case pushLimit(Int)
  /// The branch that it stands on cannot be moved or is not there yet.
  case waitsFor(String)
  /// Nobody reacted for some days.
  case inactive(days: Int)
  /// The schedule does not allow to write now.
  case outsideSchedule
  /// Somebody else moved the branch in the meantime.
  case lost
  /// Another run of the bot began in the meantime.
  case overtaken
  /// What a server opened for the branch was closed there, in the server's words.
  case abandoned(String)
  /// The remote or the forge refused, in its own words.
  case refused(String)

  /// A stable code in lower camel case.
  public var code: String {
    switch self {
    case .nothingToDo: "nothingToDo"
    case .nothingLeft: "nothingLeft"
    case .noLongerConfigured: "noLongerConfigured"
    case .branchDeleted: "branchDeleted"
    case .upToDate: "upToDate"
    case .declined: "declined"
    case .people: "people"
    case .nameTaken: "nameTaken"
    case .blocked: "blocked"
    case .stopped: "stopped"
    case .retargeted: "retargeted"
    case .reopened: "reopened"
    case .newerVersion: "newerVersion"
    case .approvalNeeded: "approvalNeeded"
    case .openLimit: "openLimit"
    case .pullRequestLimit: "pullRequestLimit"
    case .pushLimit: "pushLimit"
    case .waitsFor: "waitsFor"
    case .inactive: "inactive"
    case .outsideSchedule: "outsideSchedule"
    case .lost: "lost"
    case .overtaken: "overtaken"
    case .abandoned: "abandoned"
    case .refused: "refused"
    }
  }
}

extension BotReason: CustomStringConvertible {
  /// What is so and what to do about it.
  public var description: String {
    switch self {
    case .nothingToDo: "the recipe changes nothing here"
    case .nothingLeft:
      "nothing is left of these changes: the base has them, or no longer needs them"
    case .noLongerConfigured: "the recipe, or this part of it, is not configured any more"
    case .branchDeleted: "the branch was deleted, which counts as closing the pull request"
    case .upToDate: "nothing has changed"
    case .declined(let count):
      "\(count == 1 ? "1 site was" : "\(count) sites were") declined: a pull request with "
        + "\(count == 1 ? "it" : "them") was closed or taken back; ask for a rebuild on the "
        + "dashboard to have one again"
    case .people(let commit):
      "the branch holds commit \(commit.abbreviated), which is not the bot's; ask for a rebuild "
        + "to start again"
    case .nameTaken(let commit):
      "a branch of this name holds commit \(commit.abbreviated), which is not the bot's; rename "
        + "it, or choose another 'branch-prefix'"
    case .blocked(let reference):
      "the reference '\(reference)' is in the way; rename it, or choose another 'branch-prefix'"
    case .stopped(let label): "the label '\(label)' is set; take it away to go on"
    case .retargeted(let base):
      "the pull request was made to go into '\(base)', so that it is a person's now"
    case .reopened: "the pull request was opened again by a person and is left to them"
    case .newerVersion(let version):
      "the branch was made by version \(version) of the recipe; update 'migrate'"
    case .approvalNeeded: "tick its box on the dashboard to approve it"
    case .openLimit(let count):
      "\(count) pull requests are open already; merge or close one, or raise "
        + "'bot.open-pull-requests'"
    case .pullRequestLimit(let count):
      "\(count) were opened within the hour; the next run goes on, or raise "
        + "'bot.pull-requests-per-hour'"
    case .pushLimit(let count):
      "\(count) pushes were made within the hour; the next run goes on, or raise "
        + "'bot.pushes-per-hour'"
    case .waitsFor(let branch): "it stands on '\(branch)' and waits for it"
    case .inactive(let days):
      "nobody reacted for \(days) days; merge or close a pull request, or tick the box on the "
        + "dashboard, to go on"
    case .outsideSchedule: "the schedule does not allow it now"
    case .lost: "the branch was moved by somebody else in the meantime; the next run looks again"
    case .overtaken: "another run of the bot began in the meantime; the next run looks again"
    case .abandoned(let words):
      "it was abandoned on the server, which counts as no; restore it there to go on (\(words))"
    case .refused(let words): words
    }
  }
}
