package import TaneCore

/// What stands below a difference: the old value and the new one, one above the other.
package struct ChangeSides {
  /// The columns that a line may take.
  package let width: Int
  /// Whether values are of a Realtime Database, whose maps may be lists to those who read them.
  package let isReadBack: Bool
  /// Whether the words are marked in which texts differ.
  package var marksWords = false

  /// The lines of a difference, the old side's first.
  package func lines(of change: Change) -> [SideLine] {
    switch change.kind {
    case .moved: change.new.map { [SideLine(.same, value($0))] } ?? []
    case .reordered: order(of: change)
    default: strings(of: change) ?? values(of: change)
    }
  }

  private func values(of change: Change) -> [SideLine] {
    [change.old.map { SideLine(.old, value($0)) }, change.new.map { SideLine(.new, value($0)) }]
      .compactMap { $0 }
  }

  private func value(_ tree: Tree) -> String {
    let text =
      isReadBack
      ? ValueText.renderReadBack(tree, width: width) : ValueText.render(tree, width: width)
    // A container may be told by its size, in words; a scalar is people's data.
    return tree.kind.isContainer ? text.localized : text
  }

  /// Two texts, shown so that their difference is seen.
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

  /// The elements of a list in their order, each by the member that tells it from the others.
  private func sequence(_ list: Tree, _ member: String?) -> String {
    let elements = list.children.map { element in
      ValueText.render(member.flatMap { element[$0] } ?? element, width: 24)
    }
    return ValueText.shortened(elements.joined(separator: ", "), to: width)
  }
}
