import TaneCore
import TaneProject

/// Compares one node of a database on two sides.
struct NodeComparison {
  /// The database's name in the profile.
  let database: String
  /// The nodes of the environment whose differences do not count.
  let ignored: [AddressPattern]
  /// What says how elements of lists are found again.
  let mappings: Mappings

  /// Compares what two stores hold at a path; `meaning` is what a change counts as.
  func compare(
    _ old: Tree,
    _ new: Tree,
    at path: TreePath,
    as meaning: (Change) -> [Change] = { [$0] }
  ) -> NodeDifference {
    let address = Address(service: database, path: path)
    let patterns = ignored.flatMap { $0.below(address) }
    let options = ComparisonOptions(ignored: patterns)
    let changeset = Changeset(from: old, to: new, options: options)
    let written = form(changeset, old, new, at: path, as: meaning)
    return NodeDifference(
      path: path,
      written: written,
      readable: readable(written, options, at: path, as: meaning)
    )
  }

  private func readable(
    _ written: NodeDifference.Form,
    _ options: ComparisonOptions,
    at path: TreePath,
    as meaning: (Change) -> [Change]
  ) -> NodeDifference.Form? {
    guard written.changes.count > 1 else { return nil }
    var options = options
    options.lists = .byIdentity(mappings.listIdentity(in: database, at: path))
    let (old, new) = (written.old.readBackForm(), written.new.readBackForm())
    let changeset = Changeset(from: old, to: new, options: options)
    let readable = form(changeset, old, new, at: path, as: meaning)
    let isShorter = !readable.changes.isEmpty && readable.changes.count < written.changes.count
    return isShorter ? readable : nil
  }

  private func form(
    _ changeset: Changeset,
    _ old: Tree,
    _ new: Tree,
    at path: TreePath,
    as meaning: (Change) -> [Change]
  ) -> NodeDifference.Form {
    NodeDifference.Form(
      changes: changeset.changes.flatMap { meaning($0.placed(below: path)) },
      unchangedCount: changeset.unchangedCount,
      ignoredCount: changeset.ignoredCount,
      old: old,
      new: new
    )
  }
}
