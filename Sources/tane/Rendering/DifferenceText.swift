import TaneCore
import TaneProject
import TaneSeeding

/// Differences as text: the symbol and its word, the address, the values aligned below it.
///
/// ```
/// ~ change  shops:/shops/0/name
///           - "麺屋"
///           + "麺屋 はるかぜ"  fixtures/base/databases/shops/shops.yaml:5:9
/// ```
struct DifferenceText {
  private let style: Style
  /// The columns that a value may take.
  private let valueWidth: Int
  /// The columns of a line; nil where lines may be of any length.
  private let lineWidth: Int?

  private static let indent = String(repeating: " ", count: 10)

  init(style: Style, width: Int?) {
    self.style = style
    lineWidth = width
    valueWidth = max(16, (width ?? 160) - Self.indent.count - 2)
  }

  /// A change below an address, or below the root of a file where there is no service.
  func render(_ change: Change, of service: String?, isExtra: Bool = false) -> String {
    let place = service.map { "\(Address(service: $0, path: change.path))" } ?? "\(change.path)"
    let label = label(change.kind, isExtra: isExtra)
    var lines = ["\(label)  \(style.bold(place))\(typeChange(change))"]
    let text = service == nil ? ValueText.render : ValueText.renderReadBack
    if let old = change.old { lines.append(side("-", text(old, valueWidth), nil, style.red)) }
    if let new = change.new {
      lines.append(side("+", text(new, valueWidth), new.position, style.green))
    }
    return lines.joined(separator: "\n")
  }

  /// An object that comes or goes on one line; one that changes with both its sides.
  func render(_ object: ObjectDifference) -> String {
    let head = "\(label(object.kind, isExtra: false))  \(style.bold("\(object.address)"))"
    guard let old = object.old, let new = object.new else {
      let state = (object.new ?? object.old).map(Self.kindAndSize) ?? ""
      return "\(head)  \(style.dim(state))"
    }
    let aspects = object.aspects.map(\.rawValue).joined(separator: " and ")
    return [
      "\(head)  \(style.yellow(aspects))",
      side("-", Self.summary(of: old), nil, style.red),
      side("+", Self.summary(of: new), object.fixture?.position, style.green),
    ].joined(separator: "\n")
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

  /// One side of a change, and where it was written: behind the value, or below it on a narrow terminal.
  private func side(
    _ sign: String,
    _ text: String,
    _ position: SourcePosition?,
    _ color: (String) -> String
  ) -> String {
    let line = Self.indent + color("\(sign) \(text)")
    guard let position = position.map({ "\($0)" }) else { return line }
    let width = Self.indent.count + 4 + DisplayWidth.of(text) + DisplayWidth.of(position)
    let isTooWide = lineWidth.map { width > $0 } ?? false
    return line + (isTooWide ? "\n\(Self.indent)  " : "  ") + style.dim(position)
  }

  private static func kindAndSize(of state: ObjectState) -> String {
    "\(state.metadata.contentType), \(ByteCountText.render(state.size))"
  }

  private static func summary(of state: ObjectState) -> String {
    let checksum = String(state.crc32c, radix: 16)
    let zeros = String(repeating: "0", count: 8 - checksum.count)
    var parts = [kindAndSize(of: state), "crc32c \(zeros)\(checksum)"]
    if let cacheControl = state.metadata.cacheControl { parts.append("cache \(cacheControl)") }
    parts += state.metadata.custom.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return parts.joined(separator: ", ").escapingControls
  }
}
