import SystemPackage
import TaneCore
import TaneFormats

/// Reads the accounts of a fixture set: a map from users' identifiers to what is said of them.
enum AccountsFile {
  /// Reads the file; the tree is a map of maps, or nil where the file cannot be used.
  static func read(
    _ entry: FileListing.Entry,
    of project: Project
  ) -> (tree: Tree?, diagnostics: [Diagnostic]) {
    do {
      let path = entry.path
      let result = try project.files.readTree(
        of: project.absolute(path),
        named: path.string,
        as: .yaml
      )
      guard let result else {
        return (nil, [.error(.unreadableFile, "this file went away", at: entry.place)])
      }
      guard let tree = result.tree, !tree.isNull else { return (nil, result.diagnostics) }
      let problems = problems(with: tree)
      return (problems.isEmpty ? tree : nil, result.diagnostics + problems)
    } catch {
      return (nil, [.unreadable(entry.path.string, error)])
    }
  }

  private static func problems(with tree: Tree) -> [Diagnostic] {
    guard tree.kind == .map else {
      return [
        .error(
          .wrongType,
          "expected a map from users' identifiers to their accounts, found \(tree.kind.withArticle)",
          at: tree.position
        )
      ]
    }
    return tree.children.compactMap { account in
      guard account.kind != .map, !account.isNull else { return nil }
      return .error(
        .wrongType,
        "expected a map of what the account holds, found \(account.kind.withArticle)",
        at: account.position,
        address: Address(account: account.key ?? "")
      )
    }
  }
}
