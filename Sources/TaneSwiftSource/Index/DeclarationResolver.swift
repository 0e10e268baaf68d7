/// A resolver that chooses among several declarations with the same name.
///
/// A program contains only one of the declarations; the others belong to other targets or other
/// `#if` branches.
struct DeclarationResolver {
  let scope: LookupScope
  /// The modules that the file of the scope imports.
  let imports: Set<String>

  /// Returns the declarations that a name most likely refers to; several if it is ambiguous.
  func bestMatches<Declaration>(
    among all: [Declaration],
    _ summary: (Declaration) -> (DeclarationSummary, file: String)
  ) -> [Declaration] {
    let visible = all.filter { isVisible(summary($0).0, of: summary($0).file) }
    guard visible.count > 1 else { return visible }
    let criteria: [(DeclarationSummary, String) -> Bool] = [
      { declaration, file in
        scope.file.isEmpty ? !declaration.isPrivate : file == scope.file
      },
      { _, file in scope.module.map { Self.folders(of: file).contains($0[...]) } ?? false },
      { declaration, _ in !declaration.isForOtherPlatforms },
    ]
    var found = visible
    for criterion in criteria where found.count > 1 {
      let better = found.filter { criterion(summary($0).0, summary($0).file) }
      if !better.isEmpty { found = better }
    }
    // The files of a target are usually near each other.
    let nearest = found.map { sharedFolderCount(of: summary($0).file) }.max()
    let near = found.filter { sharedFolderCount(of: summary($0).file) == nearest }
    guard near.count > 1 else { return near }
    let imported = near.filter {
      Self.folders(of: summary($0).file).contains { imports.contains(String($0)) }
    }
    return imported.isEmpty ? near : imported
  }

  /// Returns true unless a declaration is private to another file; in mappings, which belong to no
  /// file, all declarations are visible.
  private func isVisible(_ declaration: DeclarationSummary, of owner: String) -> Bool {
    !declaration.isPrivate || owner == scope.file || scope.file.isEmpty
  }

  /// Returns the number of parent folders that a file shares with the scope's file.
  private func sharedFolderCount(of file: String) -> Int {
    zip(Self.folders(of: file), Self.folders(of: scope.file)).prefix { $0 == $1 }.count
  }

  private static func folders(of file: String) -> ArraySlice<Substring> {
    file.split(separator: "/").dropLast()
  }
}
