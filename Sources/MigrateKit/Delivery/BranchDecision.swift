/// What is to happen to a recipe's branch.
public enum BranchAction: Hashable, Sendable {
  /// The branch is made.
  case create
  /// The branch is moved from a commit made here to a new one.
  case update(from: ObjectID)
  /// Nothing happens, since all is done.
  case keep(BranchReason, ObjectID?)
  /// Nothing happens, since it would do harm.
  case refuse(BranchReason)
}

/// Why a branch is left as it is.
public enum BranchReason: Hashable, Sendable {
  /// The recipe changes nothing here.
  case nothingToDo
  /// The recipe changes nothing here any more, but a branch from before is still there.
  case nothingToDoAnyMore
  /// The branch holds exactly these changes on this base.
  case upToDate
  /// The branch holds a commit that was not made here.
  case foreignCommit(ObjectID)
  /// The branch was made for another recipe.
  case otherRecipe(String)
  /// The branch was made by a newer version of the recipe.
  case newerVersion(Int)
  /// A working tree has the branch checked out.
  case checkedOut(String)
  /// Another reference makes the name impossible.
  case blocked(by: String)
  /// The name stands for something that is not a commit.
  case notACommit(String)
  /// The branch moved between looking and acting.
  case moved
  /// Something else was built on the branch.
  case builtOn(String)

  /// A stable code in lower camel case.
  public var code: String {
    switch self {
    case .nothingToDo: "nothingToDo"
    case .nothingToDoAnyMore: "nothingToDoAnyMore"
    case .upToDate: "upToDate"
    case .foreignCommit: "foreignCommit"
    case .otherRecipe: "otherRecipe"
    case .newerVersion: "newerVersion"
    case .checkedOut: "checkedOut"
    case .blocked: "blocked"
    case .notACommit: "notACommit"
    case .moved: "moved"
    case .builtOn: "builtOn"
    }
  }
}

extension BranchReason: CustomStringConvertible {
  /// What is so and what to do about it.
  public var description: String {
    switch self {
    case .nothingToDo:
      "the recipe changes nothing here"
    case .nothingToDoAnyMore:
      "the recipe changes nothing here any more; 'migrate undo' removes the branch"
    case .upToDate:
      "the branch already holds these changes"
    case .foreignCommit(let commit):
      "the branch holds commit \(commit.abbreviated), which 'migrate' did not make; rename it "
        + "with 'git branch -m', or choose another '--branch-prefix'"
    case .otherRecipe(let recipe):
      "the branch was made for recipe '\(recipe)'; choose another '--branch-prefix'"
    case .newerVersion(let version):
      "the branch was made by version \(version) of the recipe; update 'migrate', or run "
        + "'migrate undo' first"
    case .checkedOut(let folder):
      "the branch is checked out in '\(folder)'; run 'git switch' there to leave it"
    case .blocked(let reference):
      "the reference '\(reference)' is in the way; rename it with 'git branch -m', or choose "
        + "another '--branch-prefix'"
    case .notACommit(let target):
      "the branch stands for '\(target)', which is not a commit; choose another '--branch-prefix'"
    case .moved:
      "the branch changed while it was being worked on; run the command again"
    case .builtOn(let reference):
      "'\(reference)' was built on the branch; remove it first, or keep both"
    }
  }
}

/// Decides what happens to branches; pure, and total over everything that can be observed.
public enum BranchDecision {
  /// Decides about delivering a recipe's changes.
  ///
  /// - Parameters:
  ///   - observation: What stands where the branch would be.
  ///   - change: What the recipe changes.
  ///   - blobs: The id of the new contents of every changed path.
  public static func decide(
    _ observation: BranchObservation, _ change: RecipeChange, blobs: [String: ObjectID]
  ) -> BranchAction {
    switch observation.state {
    case .missing:
      return blobs.isEmpty ? .keep(.nothingToDo, nil) : .create
    case .blocked(let reference):
      return blobs.isEmpty ? .keep(.nothingToDo, nil) : .refuse(.blocked(by: reference))
    case .foreign(let commit):
      return blobs.isEmpty ? .keep(.nothingToDo, nil) : .refuse(.foreignCommit(commit))
    case .notACommit(let target):
      return blobs.isEmpty ? .keep(.nothingToDo, nil) : .refuse(.notACommit(target))
    case .own(let own):
      if own.trailers.recipe != change.recipe {
        return blobs.isEmpty
          ? .keep(.nothingToDo, nil) : .refuse(.otherRecipe(own.trailers.recipe))
      }
      if blobs.isEmpty { return .keep(.nothingToDoAnyMore, own.commit) }
      if own.trailers.base == change.base && own.contents == blobs {
        return .keep(.upToDate, own.commit)
      }
      if own.trailers.version > change.version {
        return .refuse(.newerVersion(own.trailers.version))
      }
      if let folder = observation.checkedOutIn { return .refuse(.checkedOut(folder)) }
      return .update(from: own.commit)
    }
  }

  /// Decides about removing a recipe's branch.
  ///
  /// - Parameter builtOn: A reference whose history holds the branch's commit below its tip.
  /// - Returns: The commit that the branch must still hold when it is removed; nil when there is
  ///   nothing to remove.
  public static func decideRemoval(
    _ observation: BranchObservation, recipe: String, builtOn: String?
  ) -> Result<ObjectID?, BranchRefusal> {
    switch observation.state {
    case .missing, .blocked:
      return .success(nil)
    case .foreign(let commit):
      return .failure(BranchRefusal(.foreignCommit(commit)))
    case .notACommit(let target):
      return .failure(BranchRefusal(.notACommit(target)))
    case .own(let own):
      if own.trailers.recipe != recipe {
        return .failure(BranchRefusal(.otherRecipe(own.trailers.recipe)))
      }
      if let folder = observation.checkedOutIn {
        return .failure(BranchRefusal(.checkedOut(folder)))
      }
      if let builtOn { return .failure(BranchRefusal(.builtOn(builtOn))) }
      return .success(own.commit)
    }
  }
}

/// A reason as an error.
public struct BranchRefusal: Error, Hashable, Sendable {
  /// Why nothing was done.
  public var reason: BranchReason

  /// Makes a refusal.
  public init(_ reason: BranchReason) { self.reason = reason }
}
