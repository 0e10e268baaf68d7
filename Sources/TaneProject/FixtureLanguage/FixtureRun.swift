package import TaneCore

/// The inputs that tags use in addition to the fixtures; they are constant during a run.
package struct FixtureRun: Sendable {
  /// The value of `!now`, in seconds since 1970.
  package let anchor: Int64
  /// The environment variables for `!env`.
  package let variables: [String: String]

  package init(anchor: Int64, variables: [String: String]) {
    self.anchor = anchor
    self.variables = variables
  }

  /// Parses a time such as `now`, `2026-04-01` or `next friday 18:00 Asia/Tokyo`.
  ///
  /// - Parameters:
  ///   - text: The text, in the syntax of `!date`.
  ///   - now: The base of relative times, in seconds since 1970.
  /// - Returns: The time in seconds since 1970.
  /// - Throws: A `FixtureDateError` if the text is invalid.
  package static func anchor(_ text: String, now: Int64) throws(FixtureDateError) -> Int64 {
    var reader = FixtureDateReader(anchor: now, zone: .utc)
    return try reader.read(text).seconds
  }

  /// Returns a time in UTC, in the format of RFC 3339: `2026-11-20T09:30:00Z`.
  package static func text(ofAnchor seconds: Int64) -> String {
    FixtureInstant(seconds: seconds, zone: .utc).iso
  }
}

/// An error about a date: the problem, the expectation and the remedy.
package struct FixtureDateError: Error {
  /// The error message, without a full stop.
  package let message: String
}

/// The settings from a fixture set's `set.yaml`, which apply to all fixtures of the set.
package struct FixtureSetSettings: Sendable {
  /// The seed of all generated values.
  package var seed = ""
  /// The language of `!fake`.
  package var locale = FakeLocale.en
  /// The time zone for dates that do not specify one.
  package var zone = FixtureZone.utc
  /// The definitions of the set's own tags, by name with the exclamation mark.
  package var definitions: [String: Tree] = [:]

  /// Creates the default settings, for a set without `set.yaml`.
  package init() {}

  /// The names of all tags allowed in files of the set.
  package var tagNames: [String] { Self.commonTagNames + definitions.keys.sorted() }

  /// The names of the tags available in every set.
  package static let commonTagNames = FixtureTag.all.map(\.name)
}

/// A closure that reads a file that a tag refers to.
///
/// - Parameters:
///   - path: The path in the tag: relative to the file that contains the tag or, with a leading
///     slash, to the project.
///   - origin: The name of the file that contains the tag.
/// - Returns: The file's name relative to the project, and its bytes.
/// - Throws: A `FixtureFileError` if it cannot be read.
package typealias FixtureFileReader = (
  _ path: String, _ origin: String
) throws(FixtureFileError) -> (name: String, bytes: [UInt8])

/// An error about a file that a tag refers to; the reason follows the path in messages.
package struct FixtureFileError: Error {
  let reason: String

  /// Creates an error with a reason, such as `does not exist`.
  package init(_ reason: String) { self.reason = reason }
}
