import SystemPackage
import TaneCore
import TaneProject
import Testing

@Suite("Findings about mappings")
struct MappingFindingsTests {
  /// Returns the findings about a mappings file, without the name of the file.
  private func messages(_ text: String) -> [String] {
    DemoFiles.mappings(text).messages.map {
      $0.replacing("fixtures/mappings.yaml:", with: "")
    }
  }

  @Test("Unknown keys of mappings are reported with the nearest known one")
  func unknownKeys() {
    let text = """
      source: [Sources/Models]
      strategies: { date: iso8601, floats: { infinity: inf } }
      severity: { unread-keys: error, colour: note }
      mappings:
        shops:/shops: { type: "[Shop]", decode: json }
      """
    #expect(
      messages(text) == [
        "1:1: error: unknown key \"source\" (known: sources, exclude, decoder, strategies, severity,"
          + " ignore, identity, mappings); did you mean \"sources\"? [unknown-key]",
        "2:15: error: unknown key \"date\" in \"strategies\" (known: keys, dates, data, floats); did"
          + " you mean \"dates\"? [unknown-key]",
        "2:38: error: \"strategies.floats\" has no string for nan [missing-value]",
        "2:38: error: \"strategies.floats\" has no string for negativeInfinity [missing-value]",
        "2:38: error: \"strategies.floats\" has no string for positiveInfinity [missing-value]",
        "2:40: error: unknown key \"infinity\" in \"strategies.floats\" (known: positiveInfinity,"
          + " negativeInfinity, nan) [unknown-key]",
        "3:13: error: \"unread-keys\" is not a finding with a configurable severity (known: "
          + "missing-key, null-value, wrong-type, unknown-case, unreadable-value, unread-key, "
          + "unmatched-key, round-trip, never-present, never-exercised, map-becomes-list, "
          + "list-becomes-map, empty-vanishes, unmatched-mapping); did you mean \"unread-key\"? "
          + "[unknown-key]",
        "3:33: error: \"colour\" is not a finding with a configurable severity (known: "
          + "missing-key, null-value, wrong-type, unknown-case, unreadable-value, unread-key, "
          + "unmatched-key, round-trip, never-present, never-exercised, map-becomes-list, "
          + "list-becomes-map, empty-vanishes, unmatched-mapping) [unknown-key]",
        "5:35: error: unknown key \"decode\" in \"mappings.shops:/shops\" (known: type, decoder,"
          + " strategies, severity); did you mean \"decoder\"? [unknown-key]",
      ]
    )
  }

  @Test("Values of the wrong type in mappings are reported with the value found")
  func wrongTypes() {
    let text = """
      sources: Sources/Models
      exclude: [3]
      decoder: [json]
      strategies: { keys: 1, dates: 2, data: true, floats: 3 }
      severity: [unread-key]
      ignore: users:/users
      identity: { "shops:/shops": [id, name] }
      mappings: "[Shop]"
      """
    #expect(
      messages(text) == [
        "1:10: error: expected a list of folders and files for \"sources\", found a string"
          + " [wrong-type]",
        "2:11: error: expected a string for \"exclude.0\", found an integer; quote it to make it a string"
          + " [wrong-type]",
        "3:10: error: expected a string for \"decoder\", found a list [wrong-type]",
        "4:21: error: expected a string for \"strategies.keys\", found an integer; quote it to make"
          + " it a string [wrong-type]",
        "4:31: error: expected the name of a strategy or a map with a format for"
          + " \"strategies.dates\", found an integer [wrong-type]",
        "4:40: error: expected a string for \"strategies.data\", found a boolean; quote it to make it"
          + " a string [wrong-type]",
        "4:54: error: expected \"throw\" for \"strategies.floats\", or a map with the strings for "
          + "positiveInfinity, negativeInfinity, nan, found an integer [wrong-type]",
        "5:11: error: expected a map from findings to \"error\", \"warning\", \"note\" or "
          + "\"ignore\" for \"severity\", found a list [wrong-type]",
        "6:9: error: expected a list of address patterns for \"ignore\", found a string"
          + " [wrong-type]",
        "7:29: error: expected the name of one member for \"identity.shops:/shops\", found a list; "
          + "elements are matched by one member only [wrong-type]",
        "8:11: error: expected a map from address patterns to types for \"mappings\", found a string"
          + " [wrong-type]",
      ]
    )
  }

  @Test("Unknown values in mappings are reported")
  func unknownValues() {
    let text = """
      decoder: jsn
      strategies:
        keys: convertFromSnakecases
        dates: iso8061
        data: hex
        floats: trow
      severity: { unread-key: fatal, round-trip: warn }
      mappings:
        users:/users: { type: Users, strategies: { dates: { format: yyyy } } }
        users:/users/*: { type: User, strategies: { dates: {} } }
        users:/all: { type: User, strategies: { dates: "formatted \\"yyyy\\"" } }
      sources: [Sources]
      """
    #expect(
      messages(text) == [
        "1:10: error: \"jsn\" is not a decoder (known: firebase, json); did you mean \"json\"? "
          + "[invalid-value]",
        "3:9: error: \"convertFromSnakecases\" is not a strategy for keys (known: useDefaultKeys, "
          + "convertFromSnakeCase); did you mean \"convertFromSnakeCase\"? [invalid-value]",
        "4:10: error: \"iso8061\" is not a strategy for dates (known: deferredToDate, iso8601, "
          + "secondsSince1970, millisecondsSince1970, { formatted: \"yyyy-MM-dd\" }); did you mean "
          + "\"iso8601\"? [invalid-value]",
        "5:9: error: \"hex\" is not a strategy for data (known: base64, deferredToData) "
          + "[invalid-value]",
        "6:11: error: expected \"throw\" for \"strategies.floats\", or a map with the strings for "
          + "positiveInfinity, negativeInfinity, nan, found \"trow\" [invalid-value]",
        "7:25: error: \"fatal\" is not a severity (known: error, warning, note, ignore) "
          + "[invalid-value]",
        "7:44: error: \"warn\" is not a severity (known: error, warning, note, ignore); did you "
          + "mean \"warning\"? [invalid-value]",
        "9:55: error: unknown key \"format\" in \"mappings.users:/users.strategies.dates\" (known:"
          + " formatted); did you mean \"formatted\"? [unknown-key]",
        "10:54: error: \"mappings.users:/users/*.strategies.dates\" is empty [missing-value]",
        "11:50: error: \"formatted \"yyyy\"\" is not a strategy for dates (known: deferredToDate, "
          + "iso8601, secondsSince1970, millisecondsSince1970, { formatted: \"yyyy-MM-dd\" }) "
          + "[invalid-value]",
      ]
    )
  }

  @Test("Invalid, duplicate and unlimited mapping patterns are reported")
  func patterns() {
    let text = """
      sources: [Sources]
      ignore: [users, "users:/users/*/legacy", ""]
      identity: { "/shops": id, "shops:/shops": "", "shops:/a": name, "shops:/a/": id }
      mappings:
        shops: "[Shop]"
        users:/users: "[String: User]"
        users:/users/: "[String: User]"
        users:/**: User
      """
    #expect(
      messages(text) == [
        "2:10: error: \"users\" is not a valid address pattern; expected a database, or firestore, and a path"
          + " with * for any key, such as users:/users/*/legacy [invalid-value]",
        "2:42: error: \"ignore.2\" is empty [missing-value]",
        "3:13: error: \"/shops\" is not a valid address pattern; expected a database, or firestore, and a"
          + " path with * for any key, such as shops:/shops/*/foods [invalid-value]",
        "3:43: error: \"identity.shops:/shops\" is empty [missing-value]",
        """
        3:65: error: shops:/a is listed twice; remove one of the two [duplicate-pattern]
        3:47: note: first defined here
        """,
        "5:3: error: \"shops\" is not a valid address pattern; expected a database, or firestore, and a path"
          + " with * for any key, such as users:/users/*/settings [invalid-value]",
        """
        7:3: error: users:/users is listed twice; remove one of the two [duplicate-pattern]
        6:3: note: first defined here
        """,
        "8:3: error: \"users:/**\" would map nodes at every level to the same type; use * for each "
          + "variable key [invalid-value]",
      ]
    )
  }

  @Test("Unquoted types that YAML parses as lists are reported with the quoted spelling")
  func unquotedTypes() {
    let text = """
      sources: [Sources]
      mappings:
        a:/a: [Shop]
        a:/b: [String: UserInformation]
        a:/c: { type: [[Shop]] }
        a:/d: [String: [Shop]]
        a:/e: [Shop, User]
        a:/f: 3
        a:/g:
        a:/h: ""
        a:/i: { decoder: json }
      """
    #expect(
      messages(text) == [
        "3:9: error: expected a type for \"mappings.a:/a\", found a list; if you mean the type, "
          + "put it in quotation marks: \"[Shop]\" [wrong-type]",
        "4:9: error: expected a type for \"mappings.a:/b\", found a list; if you mean the type, "
          + "put it in quotation marks: \"[String: UserInformation]\" [wrong-type]",
        "5:17: error: expected a type for \"mappings.a:/c.type\", found a list; if you mean the type, "
          + "put it in quotation marks: \"[[Shop]]\" [wrong-type]",
        "6:9: error: expected a type for \"mappings.a:/d\", found a list; if you mean the type, "
          + "put it in quotation marks: \"[String: [Shop]]\" [wrong-type]",
        "7:9: error: expected a type for \"mappings.a:/e\", found a list [wrong-type]",
        "8:9: error: expected a type for \"mappings.a:/f\", found an integer [wrong-type]",
        "9:8: error: expected a type for \"mappings.a:/g\", found null [wrong-type]",
        "10:9: error: \"mappings.a:/h\" is empty [missing-value]",
        "11:3: error: \"mappings.a:/i\" has no type [missing-value]",
      ]
    )
  }

  @Test("Missing and invalid mapping sources are reported")
  func sources() {
    let text = """
      sources:
        - Sources/Model
        - Source/Models
        - Sources/notes.txt
        - /Sources
        - ../Sources
        - Sources/*.swift
        - Sources/Models
        - Sources/./Models/
        - Elsewhere
        - ""
      exclude: [Sources/Missing, /tmp, Sources/Model]
      """
    #expect(
      messages(text) == [
        "2:5: error: the project has no file or folder \"Sources/Model\"; did you mean"
          + " \"Sources/Models\"? [missing-source]",
        "3:5: error: the project has no file or folder \"Source/Models\"; did you mean"
          + " \"Sources/Models\"? [missing-source]",
        "4:5: error: \"Sources/notes.txt\" is not a Swift source: expected a folder or a file that ends"
          + " in .swift [invalid-value]",
        "5:5: error: \"/Sources\" is an absolute path: expected a folder or a file of the project, "
          + "such as Sources/Models; a folder includes everything below it [invalid-value]",
        "6:5: error: \"../Sources\" points outside the project: expected a folder or a file of the "
          + "project, such as Sources/Models; a folder includes everything below it "
          + "[invalid-value]",
        "7:5: error: \"Sources/*.swift\" has a *, which is not a wildcard here: expected a folder "
          + "or a file of the project, such as Sources/Models; a folder includes everything "
          + "below it [invalid-value]",
        "9:5: error: the source \"Sources/Models\" is listed twice [duplicate-name]",
        "10:5: error: the project has no file or folder \"Elsewhere\" [missing-source]",
        "11:5: error: \"sources.9\" is empty [missing-value]",
        "12:28: error: \"/tmp\" is an absolute path: expected a folder or a file of the project, "
          + "such as Sources/Models; a folder includes everything below it [invalid-value]",
        "12:34: warning: the project has no file or folder \"Sources/Model\"; did you mean"
          + " \"Sources/Models\"? [missing-source]",
      ]
    )
  }

  @Test("Mapped types without sources are reported", arguments: ["", "sources: []", "sources:"])
  func noSources(sources: String) {
    #expect(
      messages("mappings: { shops:/shops: Shop }\n\(sources)") == [
        "1:13: error: \"sources\" is missing, which \"mappings\" requires; add the folders that "
          + "declare the types, for example \"sources: [Sources/Models]\" [missing-value]"
      ]
    )
  }

  @Test("A finding does not prevent reading the rest of the mappings")
  func rest() {
    let mappings = DemoFiles.mappings(
      """
      sources: [Sources/Model, Sources/Models]
      decoder: jsn
      mappings:
        shops: "[Shop]"
        users:/users: "[String: User]"
      """
    )
    #expect(mappings.diagnostics.count == 3)
    #expect(mappings.sources.map(\.path) == ["Sources/Models"])
    #expect(mappings.rules.map(\.type) == ["[String: User]"])
  }
}
