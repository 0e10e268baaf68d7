package import TaneCore

extension SchemaLock {
  /// Returns the changes since an older version of the types.
  ///
  /// An error is a change after which the new types cannot read existing data; a warning is a
  /// change after which apps with the old types cannot read new data; other changes are notes. The
  /// order and position of declarations, documentation, and the case names of enumerations with raw
  /// values are ignored.
  ///
  /// - Parameter old: The lock of the older types.
  /// - Returns: The changes, ordered by position.
  package func changes(since old: SchemaLock) -> [Diagnostic] {
    var comparison = SchemaComparison(old: old, new: self)
    comparison.compare()
    return comparison.changes.map { $0.diagnostic(old: old.places, new: places) }.sorted()
  }
}
