import TaneCore

// Reads the limits for runs and the settings for their history.
extension ProfileReader {
  private static let bytesViolation =
    "is not a valid size: expected a positive whole number with B, kB, MB, GB, KiB, MiB or GiB, "
    + "such as 64MB"

  mutating func readLimits(_ tree: Tree?) -> RunLimits {
    let known = [
      "deletes", "writes", "bytes", "documents", "bytesPerMinute", "connections", "timeout",
      "rampUp",
    ]
    guard !entries(of: tree, "limits", expected: "a map of limits").isEmpty, let tree
    else { return RunLimits() }
    diagnostics += Diagnostic.unknownKeys(in: tree, known: known, of: "limits")
    return RunLimits(
      deletes: shownCount(tree["deletes"], "limits.deletes"),
      writes: shownCount(tree["writes"], "limits.writes"),
      bytes: readBytes(tree["bytes"], "limits.bytes"),
      documents: shownCount(tree["documents"], "limits.documents"),
      bytesPerMinute: readBytes(tree["bytesPerMinute"], "limits.bytesPerMinute"),
      connections: positiveCount(
        tree["connections"],
        "limits.connections",
        "it is the maximum number of concurrent batches"
      ),
      timeout: readAmount(
        tree["timeout"],
        "limits.timeout",
        "is not a valid duration; expected a positive whole number with ms, s, m or h, for example "
          + "90s",
        DurationAmount.parse
      ),
      rampsUp: readRampUp(tree["rampUp"])
    )
  }

  private mutating func readRampUp(_ tree: Tree?) -> Bool {
    guard let rampsUp = bool(tree, "limits.rampUp") else { return true }
    recordSetting("limits.rampUp", String(rampsUp), at: tree?.position)
    return rampsUp
  }

  mutating func readUndo(_ tree: Tree?) -> UndoSettings {
    var undo = UndoSettings()
    let expected = "a map with \"objects\" and \"runs\""
    guard !entries(of: tree, "undo", expected: expected).isEmpty, let tree else { return undo }
    diagnostics += Diagnostic.unknownKeys(in: tree, known: ["objects", "runs"], of: "undo")
    undo.objects = readBytes(tree["objects"], "undo.objects") ?? undo.objects
    let use = "tane undo requires the last run"
    undo.runs = positiveCount(tree["runs"], "undo.runs", use) ?? undo.runs
    return undo
  }

  /// Reads an integer of at least one, and records it for display.
  private mutating func positiveCount(_ tree: Tree?, _ setting: String, _ use: String) -> Int? {
    let number = shownCount(tree, setting)
    guard number == 0 else { return number }
    report(
      .invalidValue,
      "\"\(setting)\" is 0; expected 1 or more: \(use)",
      at: tree?.position
    )
    return nil
  }

  /// Reads an integer of at least zero, and records it for display.
  private mutating func shownCount(_ tree: Tree?, _ setting: String) -> Int? {
    let number = count(tree, setting)
    if let number { recordSetting(setting, String(number), at: tree?.position) }
    return number
  }

  private mutating func readBytes(_ tree: Tree?, _ setting: String) -> Int? {
    readAmount(tree, setting, Self.bytesViolation) {
      ByteAmount.parse($0).flatMap { $0 > 0 ? $0 : nil }
    }
  }

  /// Reads an amount with a unit, or a plain number.
  private mutating func readAmount<Amount>(
    _ tree: Tree?,
    _ setting: String,
    _ violation: String,
    _ parse: (String) -> Amount?
  ) -> Amount? {
    guard let tree, !tree.isNull,
      let text = tree.integer.map(String.init) ?? text(tree, setting)
    else { return nil }
    guard let amount = parse(text) else {
      report(.invalidValue, "\"\(text.escapingControls)\" \(violation)", at: tree.position)
      return nil
    }
    recordSetting(setting, text, at: tree.position)
    return amount
  }
}
