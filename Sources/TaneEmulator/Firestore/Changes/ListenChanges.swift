import TaneCore

/// The effects of a change on all targets of a client, by document.
struct ListenChanges {
  /// The effect on one document.
  struct Entry {
    let path: DocumentPath
    var document: StoredDocument?
    /// The targets that contain the document, grouped by their field masks.
    var targets: [(mask: [FieldPath]?, ids: [Int32])] = []
    /// The targets that the document left.
    var left: [Int32] = []
  }

  private var byPath: [DocumentPath: Entry] = [:]

  var isEmpty: Bool { byPath.isEmpty }

  /// The effects, in the order of the documents' paths.
  var entries: [Entry] { byPath.values.sorted { $0.path < $1.path } }

  mutating func add(_ difference: DocumentTarget.Difference, to target: DocumentTarget) {
    for document in difference.changed {
      var entry = byPath[document.path] ?? Entry(path: document.path)
      entry.document = document
      if let index = entry.targets.firstIndex(where: { $0.mask == target.mask }) {
        entry.targets[index].ids.append(target.id)
      } else {
        entry.targets.append((target.mask, [target.id]))
      }
      byPath[document.path] = entry
    }
    for path in difference.left {
      byPath[path, default: Entry(path: path)].left.append(target.id)
    }
  }
}
