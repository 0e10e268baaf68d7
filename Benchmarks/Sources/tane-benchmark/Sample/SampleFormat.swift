import ArgumentParser

/// The text of fixtures as people write it, with an indentation of two spaces.
///
/// No generated text needs an escape in JSON; in YAML, only texts of digits need quotation marks.
enum SampleFormat: String, CaseIterable, ExpressibleByArgument {
  case yaml, json

  /// The text before, between and after records.
  typealias Frame = (start: String, separator: String, end: String)

  /// Returns the frame of the records of a database with a separate file.
  func frame(of database: SampleRecord.Database) -> Frame {
    switch (self, database) {
    case (.yaml, _): ("", "", "")
    case (.json, .shops): ("[\n", ",\n", "\n]\n")
    case (.json, .users): ("{\n", ",\n", "\n}\n")
    }
  }

  /// Returns the frame of the records of a database within a tree, where shops come before users.
  func frame(inTreeOf database: SampleRecord.Database) -> Frame {
    switch (self, database) {
    case (.yaml, _): ("\(database.rawValue):\n", "", "")
    case (.json, .shops): ("{\n  \"shops\": [\n", ",\n", "\n  ],\n")
    case (.json, .users): ("  \"users\": {\n", ",\n", "\n  }\n}\n")
    }
  }

  func text(of record: SampleRecord, indent: String = "") -> String {
    let inner = indent + "  "
    return switch (self, record.database) {
    case (.yaml, .shops): "\(indent)- " + yaml(record.value, indent: inner)
    case (.yaml, .users):
      "\(indent)\"\(record.key)\":\n\(inner)" + yaml(record.value, indent: inner)
    case (.json, .shops): inner + json(record.value, indent: inner)
    case (.json, .users): "\(inner)\"\(record.key)\": " + json(record.value, indent: inner)
    }
  }
}

extension SampleFormat {
  /// Returns the lines of a value, the first of which is already indented.
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
