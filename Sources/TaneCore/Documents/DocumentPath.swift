/// The place of a document or a collection below the root of a Firestore database.
///
/// The segments are identifiers of collections and documents by turns.
public struct DocumentPath: Sendable {
  /// The identifiers from the root on.
  public let segments: [String]

  /// The root: no document, but what top-level collections lie below.
  public static let root = DocumentPath([])

  /// Creates a path.
  public init(_ segments: [String]) {
    self.segments = segments
  }

  /// Creates a path from text with slashes between the segments.
  public init(parsing text: some StringProtocol) {
    let parts = text.isEmpty ? [] : text.split(separator: "/", omittingEmptySubsequences: false)
    self.init(parts.map { String($0) })
  }

  /// Whether the path is that of a document: it has an even number of segments, and some.
  public var isDocument: Bool { !segments.isEmpty && segments.count.isMultiple(of: 2) }

  /// Whether the path is that of a collection.
  public var isCollection: Bool { !segments.count.isMultiple(of: 2) }

  /// The identifier of the document or collection itself; empty for the root.
  public var id: String { segments.last ?? "" }

  /// The path without its last segment; the root's is the root.
  public var parent: DocumentPath { DocumentPath(Array(segments.dropLast())) }

  /// The path with another segment at its end.
  public func appending(_ segment: String) -> DocumentPath {
    DocumentPath(segments + [segment])
  }

  /// Whether the other path lies below this one, and is not the same.
  public func isAncestor(of other: DocumentPath) -> Bool {
    segments.count < other.segments.count
      && zip(segments, other.segments).allSatisfy(ExactText.areEqual)
  }
}

extension DocumentPath: Comparable, Hashable, CustomStringConvertible {
  /// Whether two paths are the same bytes.
  public static func == (left: DocumentPath, right: DocumentPath) -> Bool {
    left.segments.count == right.segments.count
      && zip(left.segments, right.segments).allSatisfy(ExactText.areEqual)
  }

  /// Orders segment by segment, a document before what is below it.
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

  /// Identifiers `__id7__`, which numbers in Datastore become, come first and in the numbers' order.
  static func compareIdentifiers(_ left: String, _ right: String) -> Int {
    switch (numericIdentifier(left), numericIdentifier(right)) {
    case (let left?, let right?): left < right ? -1 : left == right ? 0 : 1
    case (_?, nil): -1
    case (nil, _?): 1
    case (nil, nil): ExactText.compare(left, right)
    }
  }

  /// The number of an identifier `__id7__`, if it is one.
  public static func numericIdentifier(_ segment: String) -> Int64? {
    guard segment.hasPrefix("__id"), segment.hasSuffix("__"), segment.utf8.count > 6,
      let number = Int64(segment.dropFirst(4).dropLast(2)), "__id\(number)__" == segment
    else { return nil }
    return number
  }
}
