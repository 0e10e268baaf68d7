public import TaneCore

extension SchemaLock {
  /// What changed since an older version of the types, and who breaks.
  ///
  /// An error is a change after which the new types cannot read data that are there; a warning one
  /// after which apps with the old types cannot read what is written from now on; a note is for neither.
  /// The order of declarations, their places, documentation and the names of cases with raw values are
  /// no change.
  ///
  /// - Parameter old: The lock of the older types.
  /// - Returns: The changes by place.
  public func changes(since old: SchemaLock) -> [Diagnostic] {
    var comparison = SchemaComparison(old: old, new: self)
    comparison.compare()
    return comparison.changes.map { $0.diagnostic(old: old.places, new: places) }.sorted()
  }
}
