import TaneCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A reader of typed values that reports findings for values of the wrong type.
protocol ContentReading: VariableReading {}

extension ContentReading {
  /// Returns the value of a tree with variables replaced, or reports a finding and returns nil if
  /// the value is invalid.
  ///
  /// - Parameters:
  ///   - tree: The value in YAML.
  ///   - type: The expected type.
  ///   - setting: The name of the setting, for messages.
  ///   - isHidden: True if messages must not show the value.
  /// - Returns: The value, or nil if it is invalid.
  mutating func content(
    of tree: Tree,
    as type: ValueType,
    _ setting: String,
    isHidden: Bool = false
  ) -> ValueContent? {
    switch type {
    case .list(let element):
      guard tree.kind == .list else { return reportType(tree, type, setting) }
      let contents = tree.children.enumerated().map {
        content(of: $1, as: element, "\(setting).\($0)", isHidden: isHidden)
      }
      let read = contents.compactMap(\.self)
      return read.count == contents.count ? .list(read) : nil
    case .map(let value):
      guard tree.kind == .map else { return reportType(tree, type, setting) }
      var entries: [ValueContent.Entry] = []
      for child in tree.children where !child.isNull {
        let key = child.key ?? ""
        guard let content = content(of: child, as: value, "\(setting).\(key)", isHidden: isHidden)
        else { return nil }
        entries.append(.init(key: key, content: content))
      }
      return .map(entries)
    default:
      return scalar(tree, as: type, setting, isHidden: isHidden)
    }
  }

  private mutating func scalar(
    _ tree: Tree,
    as type: ValueType,
    _ setting: String,
    isHidden: Bool
  ) -> ValueContent? {
    guard let raw = tree.string else {
      return type.content(of: tree) ?? reportType(tree, type, setting)
    }
    guard let expansion = expand(raw, at: tree.position, isHidden: isHidden) else { return nil }
    // A string that looks like a number was quoted on purpose, so it is not converted.
    let isSpelled = expansion.usesVariables || ![.integer, .number, .boolean].contains(type)
    if isSpelled, let content = type.content(parsing: expansion.text) { return content }
    guard isSpelled else { return reportType(tree, type, setting) }
    let shown =
      isHidden
      ? Redaction.placeholder : "\"\(Redaction.url(expansion.text).escapingControls)\""
    report(
      .invalidValue,
      "\(shown) is not a valid value of \"\(setting)\"; expected \(type.expectation)"
        + (isHidden ? "" : type.suggestion(for: expansion.text)),
      at: tree.position
    )
    return nil
  }

  private mutating func reportType(
    _ tree: Tree,
    _ type: ValueType,
    _ setting: String
  ) -> ValueContent? {
    guard type == .number, tree.kind.isNumber else {
      report(.wrongType(of: setting, expected: type.expectation, found: tree))
      return nil
    }
    let special = tree.double.map { $0.isNaN ? ".nan" : $0 < 0 ? "-.inf" : ".inf" }
    report(
      .wrongType,
      "expected a finite number for \"\(setting)\", found \(special ?? tree.decimal ?? "")",
      at: tree.position
    )
    return nil
  }
}

extension ValueType {
  /// Returns the value of a scalar other than a string, or nil if it does not have the type.
  fileprivate func content(of tree: Tree) -> ValueContent? {
    switch self {
    case .integer: tree.integer.map { .integer($0) }
    case .number: tree.number.map { .number($0) }
    case .boolean: tree.bool.map { .boolean($0) }
    case .duration:
      tree.integer.flatMap { DurationAmount.parse("\($0)") }.map { .duration($0) }
    case .bytes: tree.integer.flatMap { $0 < 0 ? nil : .integer($0) }
    default: nil
    }
  }

  /// Returns the value that a string represents, such as a variable's value, or nil if the string
  /// is invalid for the type.
  package func content(parsing text: String) -> ValueContent? {
    switch self {
    case .text: .text(text)
    case .choice(let texts): texts.contains(text) ? .text(text) : nil
    case .url: Self.isURL(text) ? .text(text) : nil
    case .integer: Int64(text).map { .integer($0) }
    case .number: Double(text).flatMap { $0.isFinite ? .number($0) : nil }
    case .boolean: Bool(text).map { .boolean($0) }
    case .duration: DurationAmount.parse(text).map { .duration($0) }
    case .bytes: ByteAmount.parse(text).map { .integer(Int64($0)) }
    case .list, .map: nil
    }
  }

  /// Returns true if a string has a scheme and a host, and Foundation parses it as a URL without
  /// changing it.
  private static func isURL(_ text: String) -> Bool {
    URLParts(text) != nil && URL(string: text, encodingInvalidCharacters: false) != nil
  }

  fileprivate func suggestion(for text: String) -> String {
    guard case .choice(let texts) = self else { return "" }
    return Suggestion.clause(for: text, among: texts)
  }
}

extension Tree {
  /// The node's value if it is a finite number of any kind, otherwise nil.
  fileprivate var number: Double? {
    let number = double ?? integer.map(Double.init) ?? decimal.flatMap(Double.init)
    return number.flatMap { $0.isFinite ? $0 : nil }
  }
}
