/// The commit that the program was built from, which the sources name in archives created by Git
/// but not in a working copy.
enum Commit {
  /// The placeholder that `git archive` replaces, as configured in `.gitattributes`.
  private static let substituted = "$Format:%h$"

  /// The abbreviated name of the commit, or nil in a working copy.
  static let name: String? = substituted.hasPrefix("$") ? nil : substituted
}
