internal import Foundation

/// When the bot may write, updates included.
public struct BotSchedule: Hashable, Sendable {
  /// The windows in which it may write; any time when there are none.
  public var allowed: [BotWindow] = []
  /// The windows in which it may not.
  public var quiet: [BotWindow] = []
  /// The name of the time zone, such as `Europe/Berlin`.
  public var timeZone = "UTC"

  /// A schedule that is always open.
  public init() {}

  /// Whether something may be written at a moment, in seconds since 1970.
  public func isOpen(at moment: Int64) -> Bool {
    guard !allowed.isEmpty || !quiet.isEmpty else { return true }
    guard let zone = TimeZone(identifier: timeZone) else { return false }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let parts = calendar.dateComponents(
      [.weekday, .hour, .minute], from: Date(timeIntervalSince1970: Double(moment)))
    guard let weekday = parts.weekday, let hour = parts.hour, let minute = parts.minute else {
      return false
    }
    // Calendar counts from Sunday as 1; windows count from Monday as 0.
    let day = (weekday + 5) % 7
    let time = hour * 60 + minute
    let isAllowed = allowed.isEmpty || allowed.contains { $0.contains(day: day, minute: time) }
    return isAllowed && !quiet.contains { $0.contains(day: day, minute: time) }
  }

  /// Whether the system knows a time zone of this name.
  public static func knows(timeZone name: String) -> Bool {
    TimeZone(identifier: name) != nil
  }
}

/// Some hours of some days of the week, such as `mon-fri 20:00-06:00`; hours past midnight belong
/// to the day they began on.
public struct BotWindow: Hashable, Sendable {
  /// The days on which it begins, from Monday as 0.
  public var days: Set<Int>
  /// The minute of the day at which it begins.
  public var start: Int
  /// The minute of the day at which it ends; not later than `start` when it ends the next day.
  public var end: Int

  private static let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  /// Reads days, hours, or both; nil for anything else.
  public init?(_ text: String) {
    let words = text.lowercased().split(separator: " ")
    guard (1...2).contains(words.count), let first = words.first else { return nil }
    let hasDays = first.first?.isLetter ?? false
    guard words.count == 2 ? hasDays : true else { return nil }
    days = Set(0..<7)
    (start, end) = (0, 24 * 60)
    if hasDays {
      guard let read = Self.days(first) else { return nil }
      days = read
    }
    if let hours = hasDays ? words.dropFirst().first : first {
      guard let read = Self.hours(hours) else { return nil }
      (start, end) = read
    }
  }

  func contains(day: Int, minute: Int) -> Bool {
    if start < end { return days.contains(day) && (start..<end).contains(minute) }
    return days.contains(day) && minute >= start
      || days.contains((day + 6) % 7) && minute < end
  }

  private static func days(_ text: Substring) -> Set<Int>? {
    var days: Set<Int> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false)
        .map { names.firstIndex(of: String($0)) }
      guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1]
      else { return nil }
      var day = first
      days.insert(day)
      while day != last {
        day = (day + 1) % 7
        days.insert(day)
      }
    }
    return days
  }

  private static func hours(_ text: Substring) -> (Int, Int)? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map(minute)
    guard ends.count == 2, let start = ends[0], let end = ends[1], start != end, start < 24 * 60
    else { return nil }
    return (start, end)
  }

  private static func minute(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.count == 2 }), let hour = Int(parts[0]),
      let minute = Int(parts[1]), (0...24).contains(hour), (0..<60).contains(minute),
      hour * 60 + minute <= 24 * 60
    else { return nil }
    return hour * 60 + minute
  }
}
