import SystemPackage
package import TaneCore

extension GoogleServiceInfo {
  /// The maximum size of a file in bytes.
  private static let maximumBytes = 1 << 20

  /// Finds and reads a project's property lists named `GoogleService-Info*.plist`, ordered by path.
  ///
  /// Searches folders to a limited depth, and skips hidden folders and the folders of package
  /// managers.
  ///
  /// - Returns: The settings, and a finding for each file that cannot be read or is not a property
  ///   list; files larger than 1 MiB are skipped.
  package static func search(
    _ project: Project
  ) -> (infos: [GoogleServiceInfo], diagnostics: [Diagnostic]) {
    var found: (infos: [GoogleServiceInfo], diagnostics: [Diagnostic]) = ([], [])
    for path in project.appFiles(where: isFileName) { read(path, of: project, into: &found) }
    found.infos.sort { $0.file < $1.file }
    return found
  }

  static func isFileName(_ name: String) -> Bool {
    name.hasPrefix("GoogleService-Info") && name.hasSuffix(".plist")
  }

  private static func read(
    _ path: FilePath,
    of project: Project,
    into found: inout (infos: [GoogleServiceInfo], diagnostics: [Diagnostic])
  ) {
    do {
      let file = project.absolute(path)
      let size = try project.files.byteCount(of: file) ?? 0
      guard size <= maximumBytes, let bytes = try project.files.bytes(of: file) else { return }
      if let info = GoogleServiceInfo(bytes, file: path.string) {
        found.infos.append(info)
      } else {
        found.diagnostics.append(
          .warning(
            .unreadableFile,
            "this is not a property list; download the app's configuration file again from the Firebase "
              + "console",
            at: SourcePosition(file: path.string)
          )
        )
      }
    } catch {
      found.diagnostics.append(
        .warning(
          .unreadableFile,
          "the file cannot be read: \(error)",
          at: SourcePosition(file: path.string)
        )
      )
    }
  }
}
