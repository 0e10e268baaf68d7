import TaneCore

/// The changed lines of a file with the lines around them.
struct StudioLineDiff {
  /// The number of unchanged lines around a change.
  private static let context = 2
  /// The maximum number of shown lines.
  private static let maximumLines = 400

  private var lines: [(sign: String, text: Substring)] = []

  /// Compares two versions of a file in UTF-8.
  init(from old: [UInt8], to new: [UInt8]) {
    let oldLines = Self.lines(of: old)
    let newLines = Self.lines(of: new)
    var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
    for change in newLines.difference(from: oldLines) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var (left, right) = (0, 0)
    while left < oldLines.count || right < newLines.count {
      if left < oldLines.count, removed.contains(left) {
        lines.append(("-", oldLines[left]))
        left += 1
      } else if right < newLines.count, inserted.contains(right) {
        lines.append(("+", newLines[right]))
        right += 1
      } else {
        lines.append((" ", newLines[right]))
        (left, right) = (left + 1, right + 1)
      }
    }
  }

  /// The changed lines and their context as HTML; the other lines are omitted.
  var markup: Markup {
    let changed = lines.indices.filter { lines[$0].sign != " " }
    let shown = Set(changed.flatMap { $0 - Self.context...$0 + Self.context })
      .filter(lines.indices.contains).sorted()
    var parts: [Markup] = []
    let rest = shown.count - Self.maximumLines
    for (index, line) in shown.prefix(Self.maximumLines).enumerated() {
      if index > 0, shown[index - 1] != line - 1 { parts.append(Self.line("⋯", "", "same")) }
      let (sign, text) = lines[line]
      parts.append(Self.line(sign, text, sign == "-" ? "old" : sign == "+" ? "new" : "same"))
    }
    let more =
      rest > 0
      ? Markup.element("p", ["class": "finding"], .say("… and \(rest.grouped) more")) : .empty
    return .element("div", ["class": "lines"], parts) + more
  }

  private static func line(_ sign: String, _ text: Substring, _ name: String) -> Markup {
    // The values of passwords, hashes and keys in fixtures are not shown.
    let text = text.replacing(
      /((?:password(?:hash)?|\bsalt|saltSeparator|signerKey)["']?\s*:\s*)("(\\.|[^"\\])*"|'[^']*'|[^,}]+)/
        .ignoresCase(),
      with: { "\($0.1)<redacted>" }
    )
    return .element("pre", ["class": name], .element("span", [:], .data(sign)), .data(" \(text)"))
  }

  private static func lines(of bytes: [UInt8]) -> [Substring] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
  }
}
