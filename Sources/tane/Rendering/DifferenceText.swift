import TaneCore
import TaneSeeding

/// Differences as text: the symbol and its word, the address, the values aligned below it.
///
/// ```
/// ~ change  shops:/shops/0/name
///           - "麺屋"
///           + "麺屋 はるかぜ"  fixtures/base/databases/shops/shops.yaml:5:9
/// ```
struct DifferenceText {
  let style: Style
  /// The columns that a value may take.
  let width: Int

  private static let indent = String(repeating: " ", count: 10)

  init(style: Style, width: Int?) {
    self.style = style
    self.width = max(40, (width ?? 160) - Self.indent.count - 2)
  }

  /// A change below an address, or below the root of a file where there is no service.
  func render(_ change: Change, of service: String?, isExtra: Bool = false) -> String {
    let place = service.map { "\(Address(service: $0, path: change.path))" } ?? "\(change.path)"
    let label = label(change.kind, isExtra: isExtra)
    var lines = ["\(label)  \(style.bold(place))\(typeChange(change))"]
    if let old = change.old { lines.append(side("-", old, style.red)) }
    if let new = change.new { lines.append(side("+", new, style.green) + position(new)) }
    return lines.joined(separator: "\n")
  }

  func render(_ object: ObjectDifference) -> String {
    let label = label(object.kind, isExtra: false)
    var lines = ["\(label)  \(style.bold("\(object.address)"))\(aspects(object))"]
    if let old = object.old { lines.append(side("-", Self.summary(of: old), style.red)) }
    if let new = object.new {
      let place = object.fixture.map { "  \(style.dim("\($0.position)"))" } ?? ""
      lines.append(side("+", Self.summary(of: new), style.green) + place)
    }
    return lines.joined(separator: "\n")
  }

  private func label(_ kind: Change.Kind, isExtra: Bool) -> String {
    switch kind {
    case .added: style.green("+ add   ")
    case .changed: style.yellow("~ change")
    case .removed: style.red(isExtra ? "- extra " : "- remove")
    }
  }

  private func typeChange(_ change: Change) -> String {
    guard let old = change.old, let new = change.new, old.kind != new.kind,
      new.tag == .none
    else { return "" }
    return style.yellow("  from \(old.kind) to \(new.kind)")
  }

  private func aspects(_ object: ObjectDifference) -> String {
    guard object.kind == .changed else { return "" }
    return style.yellow("  " + object.aspects.map(\.rawValue).joined(separator: " and "))
  }

  private func side(_ sign: String, _ value: Tree, _ color: (String) -> String) -> String {
    side(sign, ValueText.render(value, width: width), color)
  }

  private func side(_ sign: String, _ text: String, _ color: (String) -> String) -> String {
    Self.indent + color("\(sign) \(text)")
  }

  private func position(_ tree: Tree) -> String {
    tree.position.map { "  \(style.dim("\($0)"))" } ?? ""
  }

  private static func summary(of state: ObjectState) -> String {
    let checksum = String(state.crc32c, radix: 16)
    let zeros = String(repeating: "0", count: 8 - checksum.count)
    var parts = [
      state.metadata.contentType, ByteCountText.render(state.size), "crc32c \(zeros)\(checksum)",
    ]
    if let cacheControl = state.metadata.cacheControl { parts.append("cache \(cacheControl)") }
    parts += state.metadata.custom.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return parts.joined(separator: ", ").escapingControls
  }
}
