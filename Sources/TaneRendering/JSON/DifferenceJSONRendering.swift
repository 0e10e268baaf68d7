package import TaneCore
import TaneFormats

/// A rendering of a comparison as one JSON document, with one difference per line.
///
/// - `format`: 1. New keys may be added to this format, but no key is removed or changes its
///   meaning.
/// - `left`, `right`: the names of the sides.
/// - `differences`: the differences as described in `DifferenceJSON`; absent in a summary.
/// - `groups`: in a summary only, an object for each top-level node with differences: its `address`
///   or `path`, and the number of differences of each kind.
/// - `summary`: the numbers of differences by kind, of `ignored` differences, of `unchangedValues`,
///   of `unchangedObjects` (not for files) and of `uncheckedPasswords` (if there are any).
package struct DifferenceJSONRendering: DifferenceRendering {
  package static let format: Int64 = 1

  /// A Boolean value indicating whether only the number of differences is rendered.
  package let isSummary: Bool

  package init(isSummary: Bool) { self.isSummary = isSummary }

  package func write(_ document: DifferenceDocument, to sink: @escaping TextSink) throws {
    sink("{\n  \"format\": \(Self.format),\n")
    sink("  \"left\": \(try text(.string(document.left))),\n")
    sink("  \"right\": \(try text(.string(document.right))),\n")
    try isSummary ? writeGroups(of: document, to: sink) : writeDifferences(of: document, to: sink)
    sink("  \"summary\": \(try text(Self.summary(of: document.counts)))\n}\n")
  }

  /// Returns the members of the summary, in output order.
  package static func summary(of counts: DifferenceCounts) -> [(String, TreeLiteral)] {
    var entries = Change.Kind.allCases.map { kind in
      (kind.rawValue, TreeLiteral.integer(Int64(counts[kind])))
    }
    entries.append(("ignored", .integer(Int64(counts.ignored))))
    entries.append(("unchangedValues", .integer(Int64(counts.unchangedValues))))
    if let objects = counts.unchangedObjects {
      entries.append(("unchangedObjects", .integer(Int64(objects))))
    }
    if counts.uncheckedPasswords > 0 {
      entries.append(("uncheckedPasswords", .integer(Int64(counts.uncheckedPasswords))))
    }
    return entries
  }

  private func writeDifferences(of document: DifferenceDocument, to sink: @escaping TextSink) throws
  {
    var list = JSONLines(named: "differences", sink: sink)
    for part in document.parts {
      try part.forEachItem { list.add(try text(DifferenceJSON.members(of: $0))) }
    }
    for object in document.objects { list.add(try text(DifferenceJSON.members(of: object))) }
    list.end()
  }

  private func writeGroups(of document: DifferenceDocument, to sink: @escaping TextSink) throws {
    var list = JSONLines(named: "groups", sink: sink)
    let key = document.subject == .files ? "path" : "address"
    for group in DifferenceGroups(document).groups {
      let counts = Change.Kind.allCases.filter { group.counts[$0] > 0 }.map { kind in
        (kind.rawValue, TreeLiteral.integer(Int64(group.counts[kind])))
      }
      list.add(try text([(key, .string(group.place))] + counts))
    }
    list.end()
  }

  /// Encodes an object on one line with its members in the given order; encoding a tree would sort
  /// them by key.
  private func text(_ members: [(String, TreeLiteral)]) throws -> String {
    let members = try members.map { "\"\($0.0)\": \(try text($0.1))" }
    return "{\(members.joined(separator: ", "))}"
  }

  private func text(_ literal: TreeLiteral) throws -> String {
    try JSONWriter(.compact, escapesControls: true).write(Tree(literal))
  }
}

/// A writer for a JSON array with one element per line.
private struct JSONLines {
  private let sink: TextSink
  private var isEmpty = true

  init(named name: String, sink: @escaping TextSink) {
    self.sink = sink
    sink("  \"\(name)\": [")
  }

  mutating func add(_ element: String) {
    sink("\(isEmpty ? "\n" : ",\n")    \(element)")
    isEmpty = false
  }

  func end() { sink(isEmpty ? "],\n" : "\n  ],\n") }
}
