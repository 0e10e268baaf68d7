package import TaneCore

/// The notes that follow the address of a difference.
package enum DifferenceNotes {
  /// Returns the notes on a difference, such as `from integer to string`, `from index 5`, `looks
  /// the same` or `moved to /b`.
  package static func notes(on item: DifferenceItem) -> [String] {
    let move = item.counterpartPlace.map { "moved \(item.kind == .added ? "from" : "to") \($0)" }
    return notes(on: item.change) + (move.map { [VisibleText.revealing($0)] } ?? [])
  }

  /// Returns the address of a difference, followed by the identity of its list element and the
  /// notes.
  package static func heading(of item: DifferenceItem) -> String {
    let identity = identity(of: item.change).map { " (\($0))" } ?? ""
    let notes = notes(on: item).map { "  \($0.localized)" }.joined()
    return VisibleText.revealing(item.place + identity + notes)
  }

  private static func notes(on change: Change) -> [String] {
    switch change.kind {
    case .added, .removed, .extra: return []
    case .moved:
      return change.oldPath?.key.map { ["from index \($0)"] } ?? []
    case .reordered:
      return ["the same \(counted(change.new?.children.count ?? 0, "element")) in another order"]
    case .changed:
      if looksUnchanged(change) { return ["looks the same"] }
      let notes = [typeChange(change), change.isSameNumber ? "the same value" : nil]
        .compactMap { $0 }
      return notes.isEmpty ? [] : [notes.joined(separator: ", ")]
    }
  }

  /// Returns the member that identifies a list element, such as `id 17`, or `of id 17` for a node
  /// within the element; returns nil if there is none.
  package static func identity(of change: Change) -> String? {
    guard let identity = change.identity else { return nil }
    let isWithin = identity.depth < change.path.components.count
    let preposition = isWithin && Language.current == .english ? "of " : ""
    let value = ValueText.render(identity.value, width: 40)
    return "\(preposition)\(VisibleText.escaped(identity.member)) \(value)"
  }

  /// Returns true if both sides are strings that look alike.
  private static func looksUnchanged(_ change: Change) -> Bool {
    guard let old = change.old?.string, let new = change.new?.string else { return false }
    return Lookalikes.areAlike(old, new, shownIn: .invisible)
  }

  private static func typeChange(_ change: Change) -> String? {
    guard let old = change.old, let new = change.new, new.tag != .serverTimestamp else {
      return nil
    }
    let (oldType, newType) = (typeName(of: old), typeName(of: new))
    return oldType == newType ? nil : "from \(oldType) to \(newType)"
  }

  /// Returns the name of the node's tag, or of its kind if it has no tag.
  package static func typeName(of tree: Tree) -> String { tree.tag.yamlName ?? "\(tree.kind)" }
}
