package import SystemPackage

extension Project {
  /// The maximum depth of folders searched for files.
  private static let maximumDepth = 5
  /// The names of folders without files of the app: dependencies, build products and fixtures.
  private static let skippedFolders: Set<String> = [
    "Pods", "Carthage", "DerivedData", "build", "node_modules", "vendor", fixtures,
  ]

  /// Finds files of the app by name, searching folders to a limited depth and skipping hidden
  /// folders and the folders of package managers.
  package func appFiles(where isWanted: (_ name: String) -> Bool) -> [FilePath] {
    var found: [FilePath] = []
    var folders = [FilePath()]
    for _ in 0...Self.maximumDepth {
      var next: [FilePath] = []
      for folder in folders {
        for entry in (try? files.entries(of: absolute(folder))) ?? [] {
          let path = folder.appending(entry.name)
          if entry.kind == .folder {
            if Self.shouldSearch(entry.name) { next.append(path) }
          } else if entry.kind == .file, isWanted(entry.name) {
            found.append(path)
          }
        }
      }
      folders = next
    }
    return found
  }

  /// Returns true if a folder may contain files written by the app's developers.
  static func shouldSearch(_ name: String) -> Bool {
    !name.hasPrefix(".") && !skippedFolders.contains(name)
      && ![".xcassets", ".xcodeproj", ".framework", ".xcframework"].contains {
        name.hasSuffix($0)
      }
  }
}
