/// The path of a document or a collection below the root of a Firestore database.
///
/// The segments are alternating identifiers of collections and documents.
public struct DocumentPath: Sendable {
  /// The identifiers in order, beginning at the root.
  package let segments: [String]

  /// The path of the root, which is not a document and contains the top-level collections.
  package static let root = DocumentPath([])

  package init(_ segments: [String]) {
    self.segments = segments
  }

  /// Creates a path from text with slashes between the segments.
  package init(parsing text: some StringProtocol) {
    let parts = text.isEmpty ? [] : text.split(separator: "/", omittingEmptySubsequences: false)
    self.init(parts.map { String($0) })
  }

  /// A Boolean value indicating whether the path is a document path, with an even, nonzero number
  /// of segments.
  package var isDocument: Bool { !segments.isEmpty && segments.count.isMultiple(of: 2) }

  /// A Boolean value indicating whether the path is a collection path, with an odd number of
  /// segments.
  package var isCollection: Bool { !segments.count.isMultiple(of: 2) }

  /// The identifier of the document or collection, or an empty string for the root.
  package var id: String { segments.last ?? "" }

  /// The path without its last segment; the root's parent is the root.
  package var parent: DocumentPath { DocumentPath(Array(segments.dropLast())) }

  /// Returns the path with another segment appended.
  package func appending(_ segment: String) -> DocumentPath {
    DocumentPath(segments + [segment])
  }

  /// Returns true if the other path lies below this one and is not equal to it.
  package func isAncestor(of other: DocumentPath) -> Bool {
    segments.count < other.segments.count
      && zip(segments, other.segments).allSatisfy(ExactText.areEqual)
  }
}

extension DocumentPath: Comparable, Hashable, CustomStringConvertible {
  /// Returns true if two paths are equal byte for byte.
  public static func == (left: DocumentPath, right: DocumentPath) -> Bool {
    left.segments.count == right.segments.count
      && zip(left.segments, right.segments).allSatisfy(ExactText.areEqual)
  }

  /// Compares two paths segment by segment; a document precedes its descendants.
  public static func < (left: DocumentPath, right: DocumentPath) -> Bool {
    compare(left.segments, right.segments) < 0
  }

  /// Hashes the bytes of the segments.
  public func hash(into hasher: inout Hasher) {
    for segment in segments { ExactKey(segment).hash(into: &hasher) }
  }

  /// The segments with slashes between them.
  public var description: String { segments.joined(separator: "/") }

  static func compare(_ left: [String], _ right: [String]) -> Int {
    for (left, right) in zip(left, right) {
      let order = compareIdentifiers(left, right)
      if order != 0 { return order }
    }
    return left.count - right.count
  }

  /// Compares identifiers; those of the form `__id7__`, which represent Datastore's numeric IDs,
  /// come first in numeric order.
  static func compareIdentifiers(_ left: String, _ right: String) -> Int {
    // Most identifiers are not numeric, and are compared without a search for a number.
    let underscore = UInt8(ascii: "_")
    guard left.utf8.first == underscore || right.utf8.first == underscore else {
      return ExactText.compare(left, right)
    }
    return switch (numericIdentifier(left), numericIdentifier(right)) {
    case (let left?, let right?): left < right ? -1 : left == right ? 0 : 1
    case (_?, nil): -1
    case (nil, _?): 1
    case (nil, nil): ExactText.compare(left, right)
    }
  }

  /// Returns the number in an identifier of the form `__id7__`, or nil for any other identifier.
  package static func numericIdentifier(_ segment: String) -> Int64? {
    guard segment.hasPrefix("__id"), segment.hasSuffix("__"), segment.utf8.count > 6,
      let number = Int64(segment.dropFirst(4).dropLast(2)), "__id\(number)__" == segment
    else { return nil }
    return number
  }
}
