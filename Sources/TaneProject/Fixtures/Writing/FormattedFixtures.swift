import SystemPackage
package import TaneCore
import TaneFormats

/// The YAML files of fixture sets, formatted by `YAMLFormatter`.
///
/// The bytes of objects are never formatted, regardless of their file extension.
package struct FormattedFixtures: Sendable {
  /// The files that formatting changes, with their formatted content.
  package private(set) var files: [FixtureUpdate.File] = []
  /// The findings about unreadable or invalid files, which are not changed.
  package private(set) var findings: [Diagnostic] = []
  /// The number of files that were checked.
  package private(set) var fileCount = 0

  /// Formats the files of sets, without writing them.
  package init(of project: Project, sets: [String]) {
    for set in sets {
      let listing = FileListing(of: FilePath(Project.fixtures).appending(set), in: project) { _ in
        true
      }
      findings += listing.diagnostics
      for entry in listing.entries where Self.isFormatted(entry) { add(entry, in: project) }
    }
    findings = findings.sortedWithoutDuplicates
  }

  private static func isFormatted(_ entry: FileListing.Entry) -> Bool {
    let isObject = entry.names.first == "buckets" && entry.names.count > 1
    let isMetadata = entry.name.hasSuffix(".meta.yaml") || entry.name.hasSuffix(".meta.yml")
    return TreeFormat(ofFile: entry.name) == .yaml && (!isObject || isMetadata)
  }

  private mutating func add(_ entry: FileListing.Entry, in project: Project) {
    do {
      guard let bytes = try project.files.bytes(of: project.absolute(entry.path)) else { return }
      fileCount += 1
      let errors = YAMLReader().readDocuments(bytes, named: entry.path.string).diagnostics
        .filter { $0.severity == .error }
      guard errors.isEmpty else { return findings += errors }
      guard let text = YAMLFormatter.format(bytes), text != bytes else { return }
      files.append(
        FixtureUpdate.File(
          path: entry.path,
          content: .text(text),
          changeCount: 0,
          before: BlobDigest(size: bytes.count, crc32c: CRC32C.checksum(of: bytes)),
          isRewritten: false,
          lostCommentCount: 0,
          root: nil
        )
      )
    } catch {
      findings.append(.unreadable(entry.path.string, error))
    }
  }
}
