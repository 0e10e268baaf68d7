import TaneCore

/// A transaction's complete value, and the problems with the values that its block has set.
final class TransactionDraft {
  let reference: DatabaseReference
  /// The value in export form.
  private(set) var tree: Tree
  private var problems: [String] = []

  init(_ tree: Tree, of reference: DatabaseReference) {
    self.tree = tree
    self.reference = reference
  }

  func set(_ value: Any?, at path: [String]) {
    recordingProblem {
      let absolutePath = reference.path.appending(TreePath(path))
      var value = try DatabaseValueConverter.tree(
        of: value,
        at: absolutePath,
        of: reference.database.name
      )
      value = value.resolvingIncrements(from: tree[TreePath(path)]?.withoutPriorities())
      let priority = tree[TreePath(path)]?.exportedPriority
      if let priority, value.exportedPriority == nil {
        value = value.storedForm().withExportedPriority(priority)
      }
      tree = tree.replacing(path, with: value)
    }
  }

  func setPriority(_ priority: Any?, at path: [String]) {
    recordingProblem {
      let absolutePath = reference.path.appending(TreePath(path))
      let priority = try DatabaseValueConverter.tree(
        of: priority,
        at: absolutePath,
        of: reference.database.name
      )
      let value = tree[TreePath(path)] ?? .null
      tree = tree.replacing(path, with: value.withExportedPriority(priority))
    }
  }

  /// Throws an error that lists all problems with the values that were set.
  func check() throws {
    guard problems.isEmpty else {
      throw FirebaseError(.invalidValue, problems.joined(separator: "\n"))
    }
  }

  private func recordingProblem(_ change: () throws -> Void) {
    do {
      try change()
    } catch {
      problems.append("\(error)")
    }
  }
}
