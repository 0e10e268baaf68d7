import Foundation
import TaneCore
import TaneFormats
import Testing

/// A case of a public test suite, from a line of `Data/*.jsonl`.
struct ConformanceCase: Sendable, CustomTestStringConvertible {
  /// The result that the suite requires.
  enum Demand: Equatable {
    /// The value of this JSON text.
    case value(String)
    /// Several documents.
    case documents
    /// An error.
    case error
    /// No requirement: a parser may accept or reject the text.
    case free
  }

  /// Tane's result for a case that deviates from the suite or for which the suite has no
  /// requirement.
  enum Outcome: Equatable {
    /// A tree, as compact JSON.
    case reading(String)
    /// All findings, one per line.
    case findings(String)
  }

  let id: String
  let input: [UInt8]
  let demand: Demand
  /// Tane's result if it is not the required one, with the reason.
  let known: (outcome: Outcome, reason: String)?

  var testDescription: String { id }

  private init(_ line: Tree) throws {
    id = try #require(line["id"]?.string)
    input = try Self.input(of: line)
    if let value = line["expected"]?.string {
      demand = .value(value)
    } else if line["documents"] != nil {
      demand = .documents
    } else {
      demand = line["invalid"] == nil ? .free : .error
    }
    known = try (line["deviation"] ?? line["choice"]).map { known in
      let reason = try #require(known["reason"]?.string)
      if let reading = known["reading"]?.string { return (.reading(reading), reason) }
      return (.findings(try #require(known["findings"]?.string)), reason)
    }
  }

  private static func input(of line: Tree) throws -> [UInt8] {
    if let text = line["input"]?.string { return Array(text.utf8) }
    if let repeated = line["repeated"] {
      let text = try #require(repeated["text"]?.string)
      let times = try #require(repeated["times"]?.integer)
      return Array(String(repeating: text, count: Int(times)).utf8)
    }
    let base64 = try #require(line["base64"]?.string)
    return Array(try #require(Data(base64Encoded: base64)))
  }

  /// Returns the cases of a suite, which has the name of its file.
  static func cases(of suite: String) throws -> [ConformanceCase] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Data/\(suite).jsonl")
    return try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).map { line in
      try ConformanceCase(tree(Array(line), .json))
    }
  }
}
