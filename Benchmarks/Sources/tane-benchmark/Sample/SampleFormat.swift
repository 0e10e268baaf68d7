import ArgumentParser

/// The text of fixtures, as people write it: indented by two.
///
/// No generated text needs an escape in JSON; in YAML only digits need quotes.
enum SampleFormat: String, CaseIterable, ExpressibleByArgument {
  case yaml, json

  /// What stands around the records of a database, in one file.
  func frame(of database: SampleRecord.Database) -> (start: String, separator: String, end: String)
  {
    switch (self, database) {
    case (.yaml, _): ("", "", "")
    case (.json, .shops): ("[\n", ",\n", "\n]\n")
    case (.json, .users): ("{\n", ",\n", "\n}\n")
    }
  }

  func text(of record: SampleRecord) -> String {
    switch (self, record.database) {
    case (.yaml, .shops): "- " + yaml(record.value, indent: "  ")
    case (.yaml, .users): "\"\(record.key)\":\n  " + yaml(record.value, indent: "  ")
    case (.json, .shops): "  " + json(record.value, indent: "  ")
    case (.json, .users): "  \"\(record.key)\": " + json(record.value, indent: "  ")
    }
  }
}

extension SampleFormat {
  /// The lines of a value, of which the first is already indented.
  private func yaml(_ node: SampleNode, indent: String) -> String {
    switch node {
    case .integer(let number):
      "\(number)\n"
    case .text(let text):
      text.allSatisfy(\.isNumber) ? "\"\(text)\"\n" : "\(text)\n"
    case .list(let items):
      items.map { "- " + yaml($0, indent: indent + "  ") }.joined(separator: indent)
    case .map(let members):
      members.map { key, value in
        guard case .list = value else { return "\(key): " + yaml(value, indent: indent) }
        return "\(key):\n\(indent)  " + yaml(value, indent: indent + "  ")
      }.joined(separator: indent)
    }
  }

  private func json(_ node: SampleNode, indent: String) -> String {
    let inner = indent + "  "
    switch node {
    case .integer(let number):
      return "\(number)"
    case .text(let text):
      return "\"\(text)\""
    case .list(let items):
      let lines = items.map { inner + json($0, indent: inner) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
    case .map(let members):
      let lines = members.map { "\(inner)\"\($0)\": " + json($1, indent: inner) }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    }
  }
}
