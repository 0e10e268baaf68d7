import SystemPackage
import TaneCore
import TaneFormats
import TaneProject

/// The node that a file or a folder of a fixture set describes, which follows from where it lies:
/// `fixtures/base/databases/shops/a/b.yaml` is `shops:/a/b` of the set `base`.
struct DiffFixturePlace {
  let set: String
  let address: Address
  /// The file or folder, relative to the project, as findings name it.
  private let file: String

  /// Finds the place of a file or folder; nil where it is none of a database's fixtures.
  init?(of operand: DiffPath, in project: Project) {
    guard let path = (try? project.files.canonicalPath(of: operand.path)) ?? nil,
      let root = (try? project.files.canonicalPath(of: project.root)) ?? nil,
      path.starts(with: root)
    else { return nil }
    let names = path.components.dropFirst(root.components.count).map(\.string)
    guard names.count >= 4, names[0] == "fixtures", names[2] == "databases" else { return nil }
    var keys = names.dropFirst(3).map { $0 }
    if operand.kind != .folder, let last = FilePath.Component(keys[keys.count - 1]) {
      keys[keys.count - 1] = last.stem
    }
    keys = keys.map(DiffPathReader.key)
    set = names[1]
    address = Address(service: keys.removeFirst(), path: TreePath(keys))
    file = names.joined(separator: "/")
  }

  /// Whether a finding is about the file, or about one in the folder.
  func isAbout(_ finding: Diagnostic) -> Bool {
    guard let name = finding.position?.file else { return false }
    return name == file || name.hasPrefix("\(file)/")
  }
}
