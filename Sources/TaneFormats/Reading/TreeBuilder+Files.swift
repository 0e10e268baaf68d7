import TaneCore

extension TreeBuilder {
  /// Returns the findings about duplicate keys in maps of the file.
  func duplicateKeyFindings(in source: SourceFile) -> [Diagnostic] {
    duplicateKeys.map { duplicate in
      .error(
        .duplicateKey,
        "duplicate key \"\(duplicate.key.truncatedForMessage)\" in this map; rename or remove one of "
          + "the two",
        at: source.position(at: duplicate.secondOffset),
        notes: [.init("first defined here", at: source.position(at: duplicate.firstOffset))]
      )
    }
  }

  /// Returns the tree of the single appended value, and resets the builder.
  ///
  /// The contents are moved to another builder first, so that their memory has one owner and is not
  /// copied.
  mutating func finishTree() -> Tree {
    var builder = TreeBuilder()
    swap(&builder, &self)
    return builder.finish()
  }
}
