package import TaneCore

/// A rendering of a change as lines, with the old value above the new one.
package struct ChangeSides {
  /// The maximum number of changes shown within two containers.
  private static let maximumPartCount = 5

  /// The maximum width of a line in columns.
  package let width: Int
  /// A Boolean value indicating whether the values belong to a Realtime Database, in which clients
  /// may read maps as lists.
  package let canReadMapsAsLists: Bool
  /// A Boolean value indicating whether the differing words of two strings are marked.
  package var marksWords = false

  /// Returns the lines for a change, the old side first.
  package func lines(of change: Change) -> [SideLine] {
    switch change.kind {
    case .moved: change.new.map { [SideLine(.same, value($0))] } ?? []
    case .reordered: order(of: change)
    default: strings(of: change) ?? parts(of: change) ?? values(of: change)
    }
  }

  /// Renders the changes within two containers whose texts are equal, such as lists of the same
  /// size; returns nil for other values.
  private func parts(of change: Change) -> [SideLine]? {
    guard let old = change.old, let new = change.new, old.kind.isContainer,
      value(old) == value(new)
    else { return nil }
    let options = ComparisonOptions(
      lists: .byIdentity(ListIdentity()),
      numbers: canReadMapsAsLists ? .byValue : .byKind
    )
    let changes = Changeset(
      from: canReadMapsAsLists ? old.readBackForm() : old,
      to: canReadMapsAsLists ? new.readBackForm() : new,
      options: options
    ).changes
    // Containers of different types have only a change of the whole value.
    guard !changes.isEmpty, !changes.contains(where: { $0.kind == .changed && $0.path.isRoot })
    else { return nil }
    var sides: [SideLine] = []
    for part in changes.prefix(Self.maximumPartCount) {
      let part = part.placed(below: change.path)
      sides.append(SideLine(.same, DifferenceNotes.heading(of: DifferenceItem(part, of: ""))))
      sides += lines(of: part)
    }
    let rest = changes.count - Self.maximumPartCount
    if rest > 0 { sides.append(SideLine(.same, "… and \(rest.grouped) more".localized)) }
    return sides
  }

  private func values(of change: Change) -> [SideLine] {
    [change.old.map { SideLine(.old, value($0)) }, change.new.map { SideLine(.new, value($0)) }]
      .compactMap { $0 }
  }

  private func value(_ tree: Tree) -> String {
    let text =
      canReadMapsAsLists
      ? ValueText.renderReadBack(tree, width: width) : ValueText.render(tree, width: width)
    // The text of a container may be a translatable description of its size; a scalar is data.
    return tree.kind.isContainer ? text.localized : text
  }

  /// Renders two strings so that their difference is visible; returns nil for other values.
  private func strings(of change: Change) -> [SideLine]? {
    guard let old = change.old, let new = change.new, old.tag == .none, new.tag == .none,
      let oldText = old.string, let newText = new.string
    else { return nil }
    if let lines = LinePairText(oldText, newText, width: width, marksWords: marksWords) {
      return lines.lines
    }
    let pair = StringPairText(oldText, newText, width: width, marksWords: marksWords)
    return [SideLine(.old, pair.old), SideLine(.new, pair.new)]
  }

  private func order(of change: Change) -> [SideLine] {
    guard let old = change.old, let new = change.new else { return [] }
    let identity = ListIdentity()
    let member = (identity.members + identity.names).first { name in
      (Array(old.children) + Array(new.children)).allSatisfy { $0[name] != nil }
    }
    return [SideLine(.old, sequence(old, member)), SideLine(.new, sequence(new, member))]
  }

  /// Returns the elements of a list in order, each represented by its identifying member if it has
  /// one.
  private func sequence(_ list: Tree, _ member: String?) -> String {
    let elements = list.children.map { element in
      ValueText.render(member.flatMap { element[$0] } ?? element, width: 24)
    }
    return ValueText.shortened(elements.joined(separator: ", "), to: width)
  }
}
