import TaneCore

extension TreeBuilder {
  /// Returns the findings about duplicate keys in maps of the file.
  func duplicateKeyFindings(in source: SourceFile) -> [Diagnostic] {
    duplicateKeys.map { duplicate in
      .error(
        .duplicateKey,
        "the key \"\(duplicate.key.shownInMessage)\" stands twice in this map; "
          + "rename one of the two or take it away",
        at: source.position(at: duplicate.secondOffset),
        notes: [.init("it stands here first", at: source.position(at: duplicate.firstOffset))]
      )
    }
  }

  /// Returns the tree of the single appended value.
  ///
  /// The builder is emptied first, so that its memory has one owner and is not copied.
  mutating func finishTree() -> Tree {
    var builder = TreeBuilder()
    swap(&builder, &self)
    return builder.finish()
  }
}
