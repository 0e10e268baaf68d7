/// The commit that the program was built from, if the sources contain its name, as in an archive
/// made by Git but not in a working copy.
enum Commit {
  /// The placeholder that `git archive` replaces, because of `.gitattributes`.
  private static let substituted = "$Format:%h$"

  /// The abbreviated name of the commit, or nil in a working copy.
  static let name: String? = substituted.hasPrefix("$") ? nil : substituted
}
