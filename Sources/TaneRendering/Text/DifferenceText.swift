import Synchronization
package import TaneCore

/// A rendering of differences as text: symbol, verb and address, with the aligned values below.
///
/// ```
/// ~ change  shops:/shops/0/name
///           - "麺屋"
///           + "麺屋 はるかぜ"  fixtures/base/databases/shops/shops.yaml:5:9
///           = 14 unchanged at the same level
/// ```
package struct DifferenceText {
  private let style: Style
  /// The maximum width of a value in columns.
  private let valueWidth: Int
  /// The maximum width of a line in columns, or nil if unlimited.
  private let lineWidth: Int?
  private let translations = Translations()

  private static let indent = String(repeating: " ", count: 10)

  package init(style: Style, width: Int?) {
    self.style = style
    lineWidth = width
    valueWidth = max(16, (width ?? 160) - Self.indent.count - 2)
  }

  /// Renders the lines for a difference in a tree.
  package func render(_ item: DifferenceItem) -> String {
    let notes = DifferenceNotes.notes(on: item).map { style.yellow("  \(translations.text($0))") }
      .joined()
    let identity = DifferenceNotes.identity(of: item.change).map { style.dim(" (\($0))") } ?? ""
    let head = "\(label(item.kind))  \(style.bold(item.place))\(identity)\(notes)"
    var text = folded(head)
    let sides = ChangeSides(
      width: valueWidth,
      canReadMapsAsLists: item.canReadMapsAsLists,
      marksWords: style.isColored
    ).lines(of: item.change)
    let last = sides.lastIndex { $0.sign == .new || item.kind == .moved }
    for (index, side) in sides.enumerated() {
      text += "\n"
      text += line(side, index == last ? item.change.new?.position : nil)
    }
    if let siblings = item.unchangedSiblings {
      text += "\n" + Self.indent
      text += style.dim(translations.text("= \(siblings.grouped) unchanged at the same level"))
    }
    return text
  }

  /// Renders the lines for a change to a service.
  package func render(_ change: Change, of service: String) -> String {
    render(DifferenceItem(change, of: service))
  }

  /// Renders an added or removed object on one line, and a changed object with both sides.
  package func render(_ object: ResourceDifference) -> String {
    let head = "\(label(object.kind))  \(style.bold("\(object.address)"))"
    guard object.kind == .changed else {
      let only = object.new.exists ? object.new : object.old
      return folded("\(head)  \(style.dim(ObjectText.kindAndSize(of: only).escapingControls))")
    }
    return [
      folded("\(head)  \(style.yellow(ObjectText.aspects(of: object).localized))"),
      line(SideLine(.old, ObjectText.summary(of: object.old)), nil),
      line(SideLine(.new, ObjectText.summary(of: object.new)), object.position),
    ].joined(separator: "\n")
  }

  /// A cache of translations; looking up the same few strings for every difference would take most
  /// of the time.
  private final class Translations: Sendable {
    private static let most = 1000
    private let cached = Mutex<[String: String]>([:])

    func text(_ english: String) -> String {
      guard Language.current != .english else { return english }
      if let cached = cached.withLock({ $0[english] }) { return cached }
      let text = english.localized
      cached.withLock { if $0.count < Self.most { $0[english] = text } }
      return text
    }
  }

  /// Folds a line, and aligns its continuation lines with the address.
  private func folded(_ line: String) -> String {
    TextFolding.folded(line, width: lineWidth, indent: Self.indent.count)
  }

  private func label(_ kind: Change.Kind) -> String {
    let text = DisplayWidth.padded("\(kind.symbol) \(translations.text(kind.verb))", to: 8)
    switch kind {
    case .added: return style.green(text)
    case .removed, .extra: return style.red(text)
    case .changed, .moved, .reordered: return style.yellow(text)
    }
  }

  /// Renders one side of a change, followed by its position, which is on a separate line if the
  /// terminal is narrow.
  private func line(_ side: SideLine, _ position: SourcePosition?) -> String {
    var text = MarkedText("\(side.sign.rawValue) ")
    text.append(side.content)
    let line = Self.indent + color(side.sign)(text)
    guard let position = position.map({ "\($0)" }) else { return line }
    let isTooWide =
      lineWidth.map {
        Self.indent.count + 2 + DisplayWidth.of(text.text) + DisplayWidth.of(position) > $0
      } ?? false
    return line + (isTooWide ? "\n\(Self.indent)  " : "  ") + style.dim(position)
  }

  private func color(_ sign: SideLine.Sign) -> (MarkedText) -> String {
    switch sign {
    case .old: style.red
    case .new: style.green
    case .same: style.dim
    }
  }
}
