import TaneCore
import TaneFormats

extension MappingSuggestions {
  /// The entries as YAML to paste into `fixtures/mappings.yaml`, empty where there are none.
  ///
  /// They begin with `mappings:` unless the file has entries to which they can be added.
  ///
  /// ```yaml
  /// mappings:
  ///   shops:/shops: "[Shop]"
  ///   todos:/todos: "[String: Todo]"  # no type is named Todo
  /// ```
  public var yaml: String {
    guard !entries.isEmpty else { return "" }
    return (continuesRules ? "" : "mappings:\n") + entries.map(\.line).joined()
  }

  /// The entries as YAML, those commented out whose types are not known.
  package var yamlWithKnownTypes: String {
    guard !entries.isEmpty else { return "" }
    let hasKnown = entries.contains { $0.unknownName == nil }
    let lines = entries.map { $0.unknownName == nil ? $0.line : "#\($0.line)" }
    return (hasKnown ? "mappings:\n" : "# mappings:\n") + lines.joined()
  }
}

extension MappingSuggestion {
  fileprivate var line: String {
    let entry = YAMLWriter().write(Tree(.map([("\(pattern)", .string(type))])))
    let text = entry.hasSuffix("\n") ? String(entry.dropLast()) : entry
    return "  \(text)\(comment)\n"
  }

  private var comment: String {
    let others = candidates.joined(separator: ", ")
    guard let unknownName else { return others.isEmpty ? "" : "  # or \(others)" }
    return "  # no type is named \(unknownName)" + (others.isEmpty ? "" : "; there is \(others)")
  }
}
