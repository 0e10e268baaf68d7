import TaneCore
import TaneSeeding

/// What a comparison found: the one value that every rendering is made from.
struct DifferenceDocument {
  /// What was compared, which decides how things are worded.
  enum Subject: Equatable {
    /// Files or folders.
    case files
    /// An environment against what fixtures say of it.
    case fixtures
    /// Two environments.
    case environments
  }

  let subject: Subject
  /// What the old side is called.
  let left: String
  /// What the new side is called.
  let right: String
  let parts: [DifferencePart]
  /// The same parts as a database is written, lists by their indices: what patches are made from.
  let writtenParts: [DifferencePart]
  let objects: [ObjectDifference]
  let counts: DifferenceCounts

  var isEmpty: Bool { counts.total == 0 }

  /// Creates the document of two files, or of a node that a file describes.
  init(
    _ changeset: Changeset,
    from old: Tree,
    to new: Tree,
    left: String,
    right: String,
    at address: Address? = nil,
    ignoring ignored: [PathPattern]
  ) {
    let root = address?.path ?? .root
    let part = DifferencePart(
      service: address?.service,
      root: root,
      changes: root.isRoot ? changeset.changes : changeset.changes.map { $0.placed(below: root) },
      old: old,
      new: new,
      ignored: ignored
    )
    var counts = Self.counts(of: [part])
    counts.ignored = changeset.ignoredCount
    counts.unchangedValues = changeset.unchangedCount
    (subject, self.left, self.right) = (.files, left, right)
    (parts, writtenParts, objects, self.counts) = ([part], [part], [], counts)
  }

  /// Creates the document of an environment, against its fixtures or another environment.
  init(_ difference: EnvironmentDifference, _ subject: Subject, left: String, right: String) {
    let parts = difference.trees.flatMap { database in
      database.nodes.map {
        DifferencePart($0.form(), of: database.database, at: $0.path)
      }
    }
    var counts = Self.counts(of: parts)
    difference.objects.forEach { counts.add($0.kind) }
    let forms = difference.trees.flatMap(\.nodes).map { $0.form() }
    counts.ignored = forms.reduce(difference.ignoredObjectCount) { $0 + $1.ignoredCount }
    counts.unchangedValues = forms.reduce(0) { $0 + $1.unchangedCount }
    counts.unchangedObjects = difference.unchangedObjectCount
    counts.uncheckedPasswords = difference.uncheckedPasswordCount
    (self.subject, self.left, self.right) = (subject, left, right)
    (self.parts, objects, self.counts) = (parts, difference.objects, counts)
    writtenParts = difference.trees.flatMap { database in
      database.nodes.map {
        DifferencePart($0.written, of: database.database, at: $0.path)
      }
    }
  }

  private static func counts(of parts: [DifferencePart]) -> DifferenceCounts {
    var counts = DifferenceCounts()
    for part in parts {
      for change in part.changes { counts.add(change.kind) }
    }
    return counts
  }
}

extension DifferencePart {
  /// Creates the part of a node of a database.
  init(
    _ form: NodeDifference.Form,
    of database: String,
    at path: TreePath
  ) {
    self.init(
      service: database,
      root: path,
      changes: form.changes,
      old: form.old,
      new: form.new
    )
  }

  /// What a seed does to a database, in as few words as say no more than what is done.
  static func parts(of database: DatabaseDifference, prunes: Bool) -> [DifferencePart] {
    database.nodes.map { node in
      let form = node.form(prunes: prunes)
      return DifferencePart(
        service: database.database,
        root: node.path,
        changes: prunes ? form.changes : form.changes.filter { $0.kind != .extra },
        old: form.old,
        new: form.new
      )
    }
  }
}
