import TaneCore

/// The content of a profile's file, before inheritance.
struct ProfileFile {
  let name: String
  /// The file, relative to the project.
  let file: String
  /// The settings, or nil if the file cannot be read.
  let tree: Tree?
  var diagnostics: [Diagnostic]

  /// The value of `extends`, which names the extended profile, or nil if it is missing or not a
  /// string.
  var parent: Tree? {
    guard let extends = tree?["extends"], extends.kind == .string else { return nil }
    return extends
  }
}
