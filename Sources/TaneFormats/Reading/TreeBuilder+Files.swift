import TaneCore

extension TreeBuilder {
  /// The findings about keys that stand twice in a map of the file.
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

  /// The tree of the one value appended.
  ///
  /// The builder is emptied before its memory is handed on, so that nobody shares that and no byte
  /// of it is copied.
  mutating func finishTree() -> Tree {
    var builder = TreeBuilder()
    swap(&builder, &self)
    return builder.finish()
  }
}
