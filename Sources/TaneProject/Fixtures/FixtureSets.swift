import SystemPackage

/// The fixture sets of a project: the folders in `fixtures/`.
package enum FixtureSets {
  /// Returns the reason a string is not a valid set name, or nil if it is valid.
  package static func problem(inName name: String) -> String? { NameRule.problem(in: name) }

  /// Returns the names of all sets, or an empty array if `fixtures/` is missing.
  ///
  /// - Throws: A `FileError` if `fixtures/` cannot be read.
  package static func names(in project: Project) throws(FileError) -> [String] {
    let entries = try project.entries(of: FilePath(Project.fixtures)) ?? []
    return entries.map(\.name).filter { name in
      !FileName.isIgnored(name)
        && (try? project.files.kind(of: project.fixturesDirectory.appending(name))) == .folder
    }
  }
}
