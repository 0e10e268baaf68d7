package import TaneCore

/// Functions that render a fenced `diff` block, in which the first character of each line
/// determines the line's color.
///
/// ```diff
/// @@ ~ change  shops:/shops/0/name @@
/// - "麺屋"
/// + "麺屋 はるかぜ"
/// ```
package enum DiffBlock {
  private static let valueWidth = 160

  /// Returns the lines for a difference in a tree, including line breaks.
  package static func text(of item: DifferenceItem) -> String {
    let sides = ChangeSides(width: valueWidth, canReadMapsAsLists: item.canReadMapsAsLists)
      .lines(of: item.change)
    return head(item.kind, DifferenceNotes.heading(of: item)) + lines(sides)
  }

  /// Returns the lines for a differing object, including line breaks.
  package static func text(of object: ResourceDifference) -> String {
    let aspects = ObjectText.aspects(of: object).localized
    let place = "\(object.address)" + (aspects.isEmpty ? "" : "  \(aspects)")
    let sides = [
      object.old.exists ? SideLine(.old, ObjectText.summary(of: object.old)) : nil,
      object.new.exists ? SideLine(.new, ObjectText.summary(of: object.new)) : nil,
    ]
    return head(object.kind, place) + lines(sides.compactMap { $0 })
  }

  private static func head(_ kind: Change.Kind, _ text: String) -> String {
    "@@ \(kind.symbol) \(kind.verb.localized)  \(VisibleText.revealing(text)) @@\n"
  }

  private static func lines(_ sides: [SideLine]) -> String {
    sides.map { side in
      // A context line begins with a space.
      side.sign == .same ? "  = \(side.text)\n" : "\(side.sign.rawValue) \(side.text)\n"
    }.joined()
  }
}
