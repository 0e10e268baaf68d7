package import TaneCore

/// What tags read besides the fixtures: one value a run, so that all of a run agree.
package struct FixtureRun: Sendable {
  /// The time that `!now` stands for, in seconds since 1970.
  package let anchor: Int64
  /// The variables that `!env` reads.
  package let variables: [String: String]

  /// Creates the surroundings of a run.
  package init(anchor: Int64, variables: [String: String]) {
    self.anchor = anchor
    self.variables = variables
  }

  /// The time that a text such as `now`, `2026-04-01` or `next friday 18:00 Asia/Tokyo` means, in seconds since
  /// 1970.
  ///
  /// - Parameters:
  ///   - text: The text, as `!date` has it.
  ///   - now: The time that it follows from where it is relative.
  /// - Returns: The time.
  /// - Throws: A `FixtureDateError` that says what is wrong with the text.
  package static func anchor(_ text: String, now: Int64) throws(FixtureDateError) -> Int64 {
    var reader = FixtureDateReader(anchor: now, zone: .utc)
    return try reader.read(text).seconds
  }

  /// A time as people read it: `2026-11-20T09:30:00Z`.
  package static func text(ofAnchor seconds: Int64) -> String {
    FixtureInstant(seconds: seconds, zone: .utc).iso
  }
}

/// What is wrong with a date, what was expected and what to do.
package struct FixtureDateError: Error {
  /// The sentence, without a full stop.
  package let message: String
}

/// What a set says of all its fixtures, in `set.yaml`.
package struct FixtureSetSettings: Sendable {
  /// What all that is generated follows from.
  package var seed = ""
  /// The language of `!fake`.
  package var locale = FakeLocale.en
  /// The time zone of dates that name none.
  package var zone = FixtureZone.utc
  /// The values that the set's own tags stand for, by the tags' names with the exclamation mark.
  package var definitions: [String: Tree] = [:]

  /// Creates the settings of a set that has no `set.yaml`.
  package init() {}

  /// The names of all tags that files of the set may have.
  package var tagNames: [String] { Self.commonTagNames + definitions.keys.sorted() }

  /// The names of the tags that every set has.
  package static let commonTagNames = FixtureTag.all.map(\.name)
}

/// Reads a file that a tag names.
///
/// - Parameters:
///   - path: The file as the tag spells it: relative to the file that holds the tag or, with a slash in front,
///     to the project.
///   - origin: The name of the file that holds the tag.
/// - Returns: The file's name from the project on, and its bytes.
/// - Throws: A `FixtureFileError` that says why it cannot be read.
package typealias FixtureFileReader = (
  _ path: String, _ origin: String
) throws(FixtureFileError) -> (name: String, bytes: [UInt8])

/// Why a file that a tag names cannot be read, in words behind `PATH `.
package struct FixtureFileError: Error {
  let reason: String

  /// Creates an error, such as `does not exist`.
  package init(_ reason: String) { self.reason = reason }
}
