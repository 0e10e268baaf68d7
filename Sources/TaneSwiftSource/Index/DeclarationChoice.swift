/// Which of several declarations of one name is meant where the name is written.
///
/// One program holds one of them: the others are those of other targets, or of other branches of `#if`.
struct DeclarationChoice {
  let scope: LookupScope

  /// The declarations that may be meant, as few as can be told.
  func meant<Declaration>(
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
    // The files of a target lie together.
    let nearest = found.map { nearness(of: summary($0).file) }.max()
    return found.count > 1 ? found.filter { nearness(of: summary($0).file) == nearest } : found
  }

  /// A private declaration is seen by its own file, and by mappings, which stand outside of all.
  private func isVisible(_ declaration: DeclarationSummary, of owner: String) -> Bool {
    !declaration.isPrivate || owner == scope.file || scope.file.isEmpty
  }

  /// The number of folders that a file lies in together with the one where the name is written.
  private func nearness(of file: String) -> Int {
    zip(Self.folders(of: file), Self.folders(of: scope.file)).prefix { $0 == $1 }.count
  }

  private static func folders(of file: String) -> ArraySlice<Substring> {
    file.split(separator: "/").dropLast()
  }
}
