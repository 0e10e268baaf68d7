package import SystemPackage
package import TaneCore
package import TaneProject

/// A file or folder to compare.
package struct DiffPath: Sendable {
  /// The path as the user entered it.
  package let name: String
  package let path: FilePath
  /// The kind of the file after resolving links, or nil if the file does not exist.
  package let kind: FileKind?

  package init(name: String, path: FilePath, kind: FileKind?) {
    (self.name, self.path, self.kind) = (name, path, kind)
  }
}

/// A node that a file or folder of a fixture set describes, derived from its path.
///
/// `fixtures/base/databases/shops/a/b.yaml` is `shops:/a/b` of the set `base`, and
/// `fixtures/base/firestore/posts/p1.yaml` is `firestore:/posts/p1`.
package struct DiffFixtureNode {
  package let set: String
  package let address: Address
  /// The path of the file or folder relative to the project, as in findings.
  private let file: String

  /// Derives the node from the path of a file or folder.
  ///
  /// - Throws: An `OperationFailure` if the file does not exist, or its path does not correspond to
  ///   a node.
  package init(_ operand: DiffPath, in project: Project) throws {
    guard operand.kind != nil else {
      throw OperationFailure(
        .failed,
        "nothing was compared",
        findings: [
          .error(
            .unreadableFile,
            "no such file or folder",
            at: SourcePosition(file: operand.name)
          )
        ]
      )
    }
    guard let place = DiffFixtureNode(of: operand, in: project) else {
      throw OperationFailure(
        .usage,
        "\(operand.name) is outside fixtures/SET/databases/NAME, so its node is unknown; compare "
          + "it with another file"
      )
    }
    self = place
  }

  private init?(of operand: DiffPath, in project: Project) {
    guard let path = (try? project.files.canonicalPath(of: operand.path)) ?? nil,
      let root = (try? project.files.canonicalPath(of: project.root)) ?? nil,
      path.isWithin(root)
    else { return nil }
    let names = path.components.dropFirst(root.components.count).map(\.string)
    guard names.count >= 3, names[0] == "fixtures",
      var keys = Self.keys(of: names.dropFirst(2).map { $0 }, isFolder: operand.kind == .folder)
    else { return nil }
    set = names[1]
    address = Address(service: keys.removeFirst(), path: TreePath(keys))
    file = names.joined(separator: "/")
  }

  /// Returns the service name and the keys below its root, for a path within a set.
  private static func keys(of names: [String], isFolder: Bool) -> [String]? {
    var keys = names
    if !isFolder, let last = FilePath.Component(keys[keys.count - 1]) {
      keys[keys.count - 1] = last.stem
    }
    return ServiceKind.addressKeys(ofFixture: names, isFolder: isFolder) {
      keys[$0...].map(DiffPathReader.key)
    }
  }

  /// Returns true if a finding is about the file, or about a file in this folder.
  func isAbout(_ finding: Diagnostic) -> Bool {
    guard let name = finding.position?.file else { return false }
    return name == file || name.hasPrefix("\(file)/")
  }
}
