package import TaneCore

/// The schema of all types that decode an app's data, for saving and later comparison.
///
/// Types are stored with qualified names, resolved aliases and no positions, so the file changes
/// only if the decoded data changes.
///
/// ```swift
/// let lock = SchemaLock(of: mappedTypes, in: index)
/// lock.changes(since: committed)  // Models.swift:7:7: error: Shop requires the new key "phone" …
/// ```
package struct SchemaLock: Sendable {
  /// The version of the file's layout.
  package static let format = 1

  /// The types by their qualified names.
  package private(set) var types: [String: LockedType]
  /// The positions of types and keys, in the sources or in a file.
  private(set) var places: SchemaPositions

  /// Creates a lock of types and of all types that they decode.
  ///
  /// - Parameters:
  ///   - types: The types of the mappings.
  ///   - index: The index of the declared types.
  package init(of types: [TypeReference], in index: SourceIndex) {
    var collector = SchemaCollector(index)
    for type in types { collector.add(type) }
    self.init(collector.types, places: collector.places)
  }

  /// Creates a lock of types without positions.
  package init(_ types: [String: LockedType]) {
    self.init(types, places: SchemaPositions())
  }

  init(_ types: [String: LockedType], places: SchemaPositions) {
    self.types = types
    self.places = places
  }
}

/// The positions of types and of the keys below them, by path, such as `["Shop", "place",
/// "latitude"]`.
struct SchemaPositions: Sendable {
  private var positions: [[String]: SourcePosition] = [:]

  subscript(path: [String]) -> SourcePosition? {
    get { positions[path] }
    set { positions[path] = newValue }
  }
}

extension SchemaLock {
  /// Returns the changes since an older version of the types.
  ///
  /// A change is an error if the new types cannot read existing data, a warning if apps with the
  /// old types cannot read new data, and otherwise a note. The order and position of declarations,
  /// documentation, and the case names of enumerations with raw values are ignored.
  ///
  /// - Parameter old: The lock of the older types.
  /// - Returns: The changes, ordered by position.
  package func changes(since old: SchemaLock) -> [Diagnostic] {
    var comparison = SchemaComparison(old: old, new: self)
    comparison.compare()
    return comparison.changes.map { $0.diagnostic(old: old.places, new: places) }.sorted()
  }
}
