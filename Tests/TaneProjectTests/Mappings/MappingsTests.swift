import SystemPackage
import TaneCore
import TaneProject
import TestSupport
import Testing

@Suite("Mappings")
struct MappingsTests {
  private static let example = """
    sources: [Sources/Models, Sources/User.swift]
    exclude: [Sources/Models/Generated]
    decoder: firebase
    strategies: { keys: convertFromSnakeCase, dates: millisecondsSince1970 }
    severity: { unread-key: error, never-present: ignore }
    ignore: ["users:/users/*/legacy"]
    identity:
      shops:/shops/*/foods: image_url
      shops:/shops: name
    mappings:
      users:/users: "[String: UserInformation]"
      shops:/shops: "[Shop]"
      users:/users/*/settings:
        type: Settings
        decoder: json
        strategies:
          dates: { formatted: yyyy-MM-dd }
          data: deferredToData
          floats: { positiveInfinity: inf, negativeInfinity: -inf, nan: nan }
        severity: { never-present: note }
      firestore:/saunas/*: SaunaCurrentState
    """

  @Test("Mappings contain all settings of the file in order with their positions")
  func example() throws {
    let mappings = DemoFiles.mappings(Self.example)
    #expect(mappings.messages == [])
    #expect(mappings.file == "fixtures/mappings.yaml")
    #expect(mappings.sources.map(\.path) == ["Sources/Models", "Sources/User.swift"])
    #expect(mappings.sources[1].position?.description == "fixtures/mappings.yaml:1:27")
    #expect(mappings.excluded.map(\.path) == ["Sources/Models/Generated"])
    #expect(
      mappings.ignored.map(\.pattern)
        == [AddressPattern(service: "users", pattern: "/users/*/legacy")]
    )
    #expect(
      mappings.identities.map { "\($0.lists) \($0.member) \($0.position?.line ?? 0)" }
        == ["shops:/shops/*/foods image_url 8", "shops:/shops name 9"]
    )
    #expect(
      mappings.rules.map { rule in
        let places = [rule.position, rule.typePosition].map { $0?.description ?? "" }
        return "\(rule.pattern) \(rule.type) \(places.joined(separator: " "))"
      } == [
        "users:/users [String: UserInformation] fixtures/mappings.yaml:11:3"
          + " fixtures/mappings.yaml:11:17",
        "shops:/shops [Shop] fixtures/mappings.yaml:12:3 fixtures/mappings.yaml:12:17",
        "users:/users/*/settings Settings fixtures/mappings.yaml:13:3"
          + " fixtures/mappings.yaml:14:11",
        "firestore:/saunas/* SaunaCurrentState fixtures/mappings.yaml:21:3"
          + " fixtures/mappings.yaml:21:24",
      ]
    )
  }

  @Test("The settings of a mapping rule override those of the file")
  func settings() throws {
    let mappings = DemoFiles.mappings(Self.example)
    var common = MappingSettings()
    common.strategies.keys = .convertFromSnakeCase
    common.strategies.dates = .millisecondsSince1970
    common.severities = ["unread-key": .error, "never-present": .ignore]
    #expect(mappings.settings == common)
    #expect(mappings.rules.map { $0.settings == common } == [true, true, false, false])
    var own = common
    own.decoder = .json
    own.strategies.dates = .formatted("yyyy-MM-dd")
    own.strategies.data = .deferredToData
    own.strategies.floats = .convertFromString(
      positiveInfinity: "inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    own.severities["never-present"] = .note
    #expect(mappings.rules[2].settings == own)
    // Firestore's decoder differs from that of databases.
    var documents = MappingSettings()
    documents.severities = common.severities
    #expect(mappings.rules[3].settings == documents)
  }

  @Test("Findings are weighted by code, first by the rule, and ignored ones are omitted")
  func severities() {
    let mappings = DemoFiles.mappings(Self.example)
    func applyingSeverity(_ code: DiagnosticCode, at text: String, by rule: Int?) -> String? {
      let finding = Diagnostic(.warning, code, "", at: nil, address: Address(parsing: text))
      return mappings.applyingSeverity(finding, by: rule.map { mappings.rules[$0].settings })?
        .severity
        .rawValue
    }
    #expect(applyingSeverity("unread-key", at: "users:/users/1", by: nil) == "error")
    #expect(applyingSeverity("round-trip", at: "users:/users/1", by: nil) == "warning")
    #expect(applyingSeverity("never-present", at: "users:/users/1", by: 0) == nil)
    #expect(applyingSeverity("never-present", at: "users:/users/1", by: 2) == "note")
    #expect(applyingSeverity("unread-key", at: "users:/users/1/legacy/x", by: 0) == nil)
    #expect(mappings.isReported(Address(service: "shops", path: "/users/1/legacy")))
    #expect(!mappings.isReported(Address(service: "users", path: "/users/1/legacy")))
  }

  @Test("A missing or empty mappings file has no rules and no findings")
  func nothing() {
    let without = Mappings.load(from: DemoFiles().project)
    #expect(without.file == nil)
    #expect(without.messages == [])
    #expect(without.rules == [])
    #expect(without.settings == MappingSettings())
    for text in ["", "# nothing\n", "sources:\nmappings:\nignore: []\n"] {
      let empty = DemoFiles.mappings(text)
      #expect(empty.file == "fixtures/mappings.yaml")
      #expect(empty.messages == [])
      #expect(empty.rules == [])
    }
  }

  @Test("Mappings are also read from a .yml file, and two files are an error")
  func fileNames() {
    let one = Mappings.load(from: DemoFiles(["fixtures/mappings.yml": "decoder: json"]).project)
    #expect(one.file == "fixtures/mappings.yml")
    #expect(one.settings.decoder == .json)
    #expect(one.messages == [])
    let two = DemoFiles([
      "fixtures/mappings.yml": "decoder: firebase", "fixtures/mappings.yaml": "decoder: json",
    ])
    #expect(Mappings.load(from: two.project).settings.decoder == .json)
    #expect(
      Mappings.load(from: two.project).messages == [
        """
        fixtures/mappings.yml: error: the project has two mappings files; merge them into one \
        [unexpected-file]
        fixtures/mappings.yaml: note: the other one
        """
      ]
    )
  }

  @Test("A misspelled name of the mappings file causes a warning")
  func misspelledName() {
    let demo = DemoFiles(["fixtures/mapping.yaml": "decoder: json", "fixtures/README.md": ""])
    #expect(
      Mappings.load(from: demo.project).messages == [
        "fixtures/mapping.yaml: warning: \"mapping.yaml\" is ignored; did you mean "
          + "\"mappings.yaml\"? [unexpected-file]"
      ]
    )
  }

  @Test("An unreadable mappings file is a finding")
  func unreadable() {
    var demo = DemoFiles()
    demo.files.deny("/demo/fixtures/mappings.yaml", "permission denied")
    #expect(
      Mappings.load(from: demo.project).messages == [
        "fixtures/mappings.yaml: error: this file cannot be read: permission denied"
          + " [unreadable-file]"
      ]
    )
    #expect(
      DemoFiles.mappings("- shops").messages == [
        "fixtures/mappings.yaml:1:1: error: expected a map of settings, found a list [wrong-type]"
      ]
    )
    let broken = DemoFiles.mappings("mappings: [")
    #expect(broken.diagnostics.map(\.code) == ["yaml-syntax"])
    #expect(broken.file == "fixtures/mappings.yaml")
    let folder = DemoFiles(["fixtures/mappings.yaml/a": ""])
    #expect(
      Mappings.load(from: folder.project).messages == [
        "fixtures/mappings.yaml: error: \"fixtures/mappings.yaml\" is a folder; expected a "
          + "mappings file [not-a-file]"
      ]
    )
  }
}

extension DemoFiles {
  /// Returns the mappings of a project with several source files.
  static func mappings(_ text: String) -> Mappings {
    let demo = DemoFiles([
      "Sources/Models/Shop.swift": "", "Sources/User.swift": "", "Sources/notes.txt": "",
      "fixtures/mappings.yaml": text,
    ])
    return .load(from: demo.project)
  }
}

extension Mappings {
  var messages: [String] { diagnostics.map(\.description) }
}
