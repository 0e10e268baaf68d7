import SystemPackage
public import TaneCore

extension GoogleServiceInfo {
  /// How many folders deep files are looked for.
  private static let maximumDepth = 5
  /// The most bytes of a file that is read.
  private static let maximumBytes = 1 << 20
  /// Folders of what others wrote or builds left behind.
  private static let foreignFolders: Set<String> = [
    "Pods", "Carthage", "DerivedData", "build", "node_modules", "vendor", Project.fixtures,
  ]

  /// The files of a project whose names begin with `GoogleService-Info`, by their paths.
  ///
  /// A few folders deep; hidden folders and those of package managers are left out.
  ///
  /// - Returns: What the files say, and a finding for each that cannot be read.
  public static func search(
    _ project: Project
  ) -> (infos: [GoogleServiceInfo], diagnostics: [Diagnostic]) {
    var found: (infos: [GoogleServiceInfo], diagnostics: [Diagnostic]) = ([], [])
    var folders = [FilePath()]
    for _ in 0...maximumDepth {
      var next: [FilePath] = []
      for folder in folders {
        let entries = (try? project.files.entries(of: project.absolute(folder))) ?? []
        for entry in entries {
          let path = folder.appending(entry.name)
          if entry.kind == .folder {
            if isSearched(entry.name.string) { next.append(path) }
          } else if entry.kind == .file, isName(entry.name.string) {
            read(path, of: project, into: &found)
          }
        }
      }
      folders = next
    }
    found.infos.sort { $0.file < $1.file }
    return found
  }

  /// Whether a folder may hold what the app's own people wrote.
  static func isSearched(_ name: String) -> Bool {
    !name.hasPrefix(".") && !foreignFolders.contains(name)
      && ![".xcassets", ".xcodeproj", ".framework", ".xcframework"].contains {
        name.hasSuffix($0)
      }
  }

  static func isName(_ name: String) -> Bool {
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
            "this is not a property list; download the app's settings again from Firebase's console",
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
