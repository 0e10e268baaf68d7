import TaneCore

/// A profile as its file holds it, before inheritance.
struct ProfileFile {
  /// The environment's name.
  let name: String
  /// The file, relative to the project.
  let file: String
  /// The settings, or nil where the file cannot be read.
  let tree: Tree?
  /// The findings from reading the file.
  var diagnostics: [Diagnostic]

  /// The profile that this one extends, if it names one as it should.
  var parent: Tree? {
    guard let extends = tree?["extends"], extends.kind == .string else { return nil }
    return extends
  }
}
