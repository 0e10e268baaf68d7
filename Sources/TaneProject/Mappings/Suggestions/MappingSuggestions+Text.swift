import TaneCore
import TaneFormats

extension MappingSuggestions {
  /// The entries as YAML for `fixtures/mappings.yaml`, or an empty string if there are no entries.
  ///
  /// The text begins with `mappings:` unless the file already has entries.
  ///
  /// ```yaml
  /// mappings:
  ///   shops:/shops: "[Shop]"
  ///   todos:/todos: "[String: Todo]"  # no type is named Todo
  /// ```
  package var yaml: String {
    guard !entries.isEmpty else { return "" }
    return (continuesRules ? "" : "mappings:\n") + entries.map(\.line).joined()
  }

  /// The entries as YAML, in which entries with unknown types are commented out.
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
