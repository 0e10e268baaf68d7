/// The commit that the program was built from, known only if the sources come from an archive
/// created by Git.
enum Commit {
  /// The placeholder that `git archive` replaces, as configured in `.gitattributes`.
  private static let substituted = "$Format:%h$"

  /// The abbreviated name of the commit, or nil in a working copy.
  static let name: String? = substituted.hasPrefix("$") ? nil : substituted
}
