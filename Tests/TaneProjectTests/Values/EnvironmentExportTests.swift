import Foundation
import TaneCore
import TestSupport
import Testing

@testable import TaneProject

@Suite("Export of environments")
struct EnvironmentExportTests {
  private static let schema = """
    api: { baseURL: url, timeout: duration }
    cache: bytes
    hosts: { type: list, of: url }
    flags: { type: map, of: boolean }
    key: { type: text, secret: true }
    device: { type: text, runtime: true }
    motto: text
    level: { type: text, allowed: [debug, info] }
    retries: integer
    ratio: number
    isOpen: boolean
    """

  private static let profile = """
    project: demo-stg
    databases: { shops: https://demo-stg.firebaseio.com }
    buckets: { images: gs://demo-stg.appspot.com }
    firestore: projects/demo-stg/databases/(default)
    values:
      api: { baseURL: "https://stg.example.com/v1", timeout: 90s }
      cache: 64MB
      hosts: ["https://a.example", "https://b.example"]
      flags: { a: true, b: false }
      key: ${KEY}
      device: ${DEVICE}
      motto: "it's <麺屋> & \\"co\\""
      level: info
      retries: 3
      ratio: 0.25
      isOpen: true
    """

  private func profile(_ text: String = profile, motto: String? = nil) throws -> EnvironmentProfile
  {
    let text = motto.map { text.replacing(/motto: .*/, with: "motto: \($0)") } ?? text
    let files = [
      "environments/staging.yaml": text, "environments/values.schema.yaml": Self.schema,
    ]
    let profiles = DemoFiles(files).profiles(["KEY": "planted"])
    #expect(profiles.messages == [])
    return try profiles.profile(named: "staging")
  }

  private func check(_ document: [String: Any]) throws {
    #expect(document["environment"] as? String == "staging")
    #expect(document["project"] as? String == "demo-stg")
    #expect(
      document["databases"] as? [String: String] == ["shops": "https://demo-stg.firebaseio.com"]
    )
    #expect(document["firestore"] as? String == "projects/demo-stg/databases/(default)")
    let values = try #require(document["values"] as? [String: Any])
    #expect(values.keys.contains("key") == false && values.keys.contains("device") == false)
    let api = try #require(values["api"] as? [String: Any])
    #expect(api["baseURL"] as? String == "https://stg.example.com/v1")
    #expect(api["timeout"] as? Double == 90)
    #expect(values["cache"] as? Int == 64_000_000)
    #expect(values["hosts"] as? [String] == ["https://a.example", "https://b.example"])
    #expect(values["flags"] as? [String: Bool] == ["a": true, "b": false])
    #expect(values["motto"] as? String == "it's <麺屋> & \"co\"")
    #expect(values["retries"] as? Int == 3)
    #expect(values["ratio"] as? Double == 0.25)
    #expect(values["isOpen"] as? Bool == true)
  }

  @Test(
    "JSON and property lists contain typed values without secrets and runtime values"
  )
  func structured() throws {
    let export = EnvironmentExport(of: try profile())
    let json = try export.text(as: .json)
    #expect((json.secrets, json.runtimeValues) == (["key"], ["device"]))
    let document = try JSONSerialization.jsonObject(with: Data(json.text.utf8))
    try check(try #require(document as? [String: Any]))
    let plist = Data(try export.text(as: .plist).text.utf8)
    let list = try PropertyListSerialization.propertyList(from: plist, format: nil)
    try check(try #require(list as? [String: Any]))
  }

  @Test("A secret is exported on request")
  func revealed() throws {
    let exported = try EnvironmentExport(of: try profile(), revealingSecrets: true).text(as: .json)
    #expect(exported.secrets == [])
    #expect(exported.text.contains("\"key\": \"planted\""))
  }

  private static let flat = [
    "TANE_ENV": "staging", "TANE_PROJECT": "demo-stg",
    "TANE_DATABASES_SHOPS": "https://demo-stg.firebaseio.com",
    "TANE_BUCKETS_IMAGES": "gs://demo-stg.appspot.com",
    "TANE_FIRESTORE": "projects/demo-stg/databases/(default)",
    "API_BASE_URL": "https://stg.example.com/v1", "API_TIMEOUT": "90", "CACHE": "64000000",
    "HOSTS": "[\"https://a.example\",\"https://b.example\"]", "FLAGS": "{\"a\":true,\"b\":false}",
    "MOTTO": "it's <麺屋> & \"co\"", "LEVEL": "info", "RETRIES": "3", "RATIO": "0.25",
    "IS_OPEN": "true",
  ]

  /// Returns the variables of a shell after it has sourced a text.
  private func variables(_ text: String, allExported: Bool = false) async throws -> [String: String]
  {
    let file = FileManager.default.temporaryDirectory.appending(path: "tane-shell-\(UUID())")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let script = "\(allExported ? "set -a; " : ""). \"$0\" && env -0"
    let result = try await TestProgram.run(
      ["/bin/bash", "-c", script, file.path],
      in: file.deletingLastPathComponent(),
      variables: [:]
    )
    #expect(result.status == 0)
    var variables: [String: String] = [:]
    for entry in result.output.split(separator: "\0") {
      let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      variables[String(parts[0])] = String(parts[1])
    }
    for name in ["_", "PWD", "SHLVL"] { variables[name] = nil }
    return variables
  }

  @Test(
    "A shell reads the exported variables unchanged",
    arguments: [#""a$b`c`'\\d""#, "\"x\\ny\""]
  )
  func shell(motto: String) async throws {
    let text = try EnvironmentExport(of: try profile()).text(as: .shell).text
    #expect(try await variables(text) == Self.flat)
    let other = try EnvironmentExport(of: try profile(motto: motto)).text(as: .shell).text
    let read = try await variables(other)["MOTTO"]
    #expect(["a$b`c`'\\d", "x\ny"].contains(read))
  }

  @Test("A .env file is read unchanged, and values that readers interpret differently fail")
  func dotenv() async throws {
    let plain = try profile(motto: "\"it's 麺屋 #1\"")
    let text = try EnvironmentExport(of: plain).text(as: .dotenv).text
    #expect(
      try await variables(text, allExported: true)
        == Self.flat.merging(["MOTTO": "it's 麺屋 #1"]) { $1 }
    )
    #expect(
      try findings(motto: "\"a$b\"", .dotenv) == [
        "environments/staging.yaml:12:10: error: \"values.motto\" contains a dollar sign that "
          + "some parsers expand, which a .env file cannot contain; remove it, or choose another "
          + "format [invalid-value]"
      ]
    )
    #expect(try findings(motto: nil, .dotenv).count == 1)
  }

  private func findings(motto: String?, _ format: ExportFormat) throws -> [String] {
    do {
      _ = try EnvironmentExport(of: try profile(motto: motto)).text(as: format)
      return []
    } catch let failure as ExportFailure {
      return failure.findings.map(\.description)
    }
  }

  /// Parses settings like Xcode: two slashes begin a comment, and `$()` is empty.
  private func settings(_ text: String) -> [String: String] {
    var settings: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
      guard let separator = code.firstRange(of: " = ") else { continue }
      settings[String(code[..<separator.lowerBound])] =
        String(code[separator.upperBound...]).replacing("$()", with: "")
    }
    return settings
  }

  @Test("Xcode reads the exported settings unchanged, including URLs")
  func xcconfig() throws {
    let text = try EnvironmentExport(of: try profile()).text(as: .xcconfig).text
    #expect(settings(text) == Self.flat.merging(["IS_OPEN": "YES"]) { $1 })
    #expect(try findings(motto: "\"a$(B)\"", .xcconfig).count == 1)
    #expect(try findings(motto: "\"a\\nb\"", .xcconfig).count == 1)
    #expect(try findings(motto: "\"a\\u0001b\"", .plist).count == 1)
  }

  /// A text in which a combining mark follows each character that some format escapes.
  private static let combined = "x'\u{301}; echo PWNED #<\u{338}&\u{338}>"

  @Test("Characters before a combining mark are escaped as well")
  func combiningMarks() async throws {
    let export = EnvironmentExport(of: try profile(motto: "\"\(Self.combined)\""))
    for (format, isExported) in [(ExportFormat.shell, false), (.dotenv, true)] {
      let found = try await variables(try export.text(as: format).text, allExported: isExported)
      #expect(found["MOTTO"].map { Array($0.utf8) } == Array(Self.combined.utf8))
      #expect(found.count == Self.flat.count)
    }
    let plist = Data(try export.text(as: .plist).text.utf8)
    let list = try PropertyListSerialization.propertyList(from: plist, format: nil)
    let values = try #require((list as? [String: Any])?["values"] as? [String: Any])
    #expect((values["motto"] as? String).map { Array($0.utf8) } == Array(Self.combined.utf8))
    #expect(try findings(motto: "\"a$\u{301}b\"", .dotenv).count == 1)
    #expect(try findings(motto: "\"a$(\u{301}b\"", .xcconfig).count == 1)
  }

  @Test("A two-character line end counts as one, and three slashes are kept")
  func lineEndsAndSlashes() throws {
    #expect(
      try findings(motto: "\"a\\r\\nB = c\"", .xcconfig) == [
        "environments/staging.yaml:12:10: error: \"values.motto\" contains a line break, which an "
          + ".xcconfig file cannot contain; remove it, or choose another format [invalid-value]"
      ]
    )
    #expect(
      try findings(motto: "\"a\\0b\"", .xcconfig) == [
        "environments/staging.yaml:12:10: error: \"values.motto\" contains a control character, "
          + "which an .xcconfig file cannot contain; remove it, or choose another format "
          + "[invalid-value]"
      ]
    )
    #expect(try findings(motto: "\"a\\tb\"", .xcconfig) == [])
    for motto in ["a///b", "//", "https://a//"] {
      let text = try EnvironmentExport(of: try profile(motto: "\"\(motto)\"")).text(as: .xcconfig)
        .text
      #expect(settings(text)["MOTTO"] == motto)
    }
    let lines = EnvironmentExport(of: try profile(motto: "\"a\\r\\nb\""))
    #expect(try lines.text(as: .plist).text.contains("<string>a&#13;\nb</string>"))
  }

  @Test("An empty key or one that changes how programs run is rejected")
  func keys() throws {
    let text = "databases: { a: embedded:a }\nvalues: { 日本: ja, path: x, ldPreload: y }\n"
    let profile = try DemoFiles(["environments/a.yaml": text]).profiles().profile(named: "a")
    func messages(_ format: ExportFormat) -> [String] {
      do {
        _ = try EnvironmentExport(of: profile).text(as: format)
        return []
      } catch {
        return error.findings.map(\.description)
      }
    }
    let end = "; choose another name, or another format [invalid-value]"
    let place = "environments/a.yaml:2"
    #expect(
      messages(.shell) == [
        "\(place):39: error: \"values.ldPreload\" would be named LD_PRELOAD in a shell script, "
          + "but this variable affects how programs run\(end)",
        "\(place):25: error: \"values.path\" would be named PATH in a shell script, but "
          + "this variable affects how programs run\(end)",
        "\(place):15: error: \"values.日本\" contains no ASCII letter or digit, which a name in a shell script requires\(end)",
      ]
    )
    #expect(messages(.dotenv).count == 3)
    #expect(
      messages(.xcconfig) == [
        "\(place):15: error: \"values.日本\" contains no ASCII letter or digit, which a name in an .xcconfig file requires\(end)"
      ]
    )
  }

  @Test("Two values with one key are rejected in formats without groups")
  func twice() throws {
    let text = "databases: { a: embedded:a }\nvalues: { apiURL: a, api: { url: b } }\n"
    let profile = try DemoFiles(["environments/a.yaml": text]).profiles().profile(named: "a")
    #expect(throws: Never.self) { try EnvironmentExport(of: profile).text(as: .json) }
    do {
      _ = try EnvironmentExport(of: profile).text(as: .shell)
      Issue.record("two values have the key API_URL")
    } catch {
      #expect(
        error.findings.map(\.description) == [
          "environments/a.yaml:2:19: error: \"values.apiURL\" and \"values.api.url\" would both be "
            + "named API_URL in a shell script; rename one "
            + "[duplicate-name]\nenvironments/a.yaml:2:34: note: the other one"
        ]
      )
    }
  }
}
