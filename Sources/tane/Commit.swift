/// The commit that this program was built from, as far as the sources say: those of an archive of Git do, a working copy does not.
enum Commit {
  /// What `git archive` puts here, by `.gitattributes`.
  private static let substituted = "$Format:%h$"

  /// The abbreviated name of the commit; nil in a working copy.
  static let name: String? = substituted.hasPrefix("$") ? nil : substituted
}
