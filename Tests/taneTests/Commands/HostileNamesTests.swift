import Foundation
import Testing

/// Tests every command with names and values that could control the terminal or forge lines of
/// output.
@Suite("Hostile names")
struct HostileNamesTests {
  /// Characters in names that must be escaped.
  private static let c1 = "c\u{9B}31m\u{85}\u{80}"
  private static let bidi =
    "b\u{202A}\u{202E}gnp-exe\u{2066}\u{2069}\u{200E}\u{200F}\u{61C}\u{2028}\u{2029}z"
  private static let control = "e\u{1B}]0;owned\u{7}\u{1B}[31mRED\u{1B}[2J\u{8}\u{7F}"
  private static let line =
    "x\n::error file=a.swift,line=1::FORGED\r\n# FORGED\n| FORGED |\n\t::FORGED"
  private static let all = c1 + bidi + control + line

  private static let variables = ["MASK_KEY": String(repeating: "a1", count: 16)]

  /// Returns a name in the form of file names: percent-encoded except for letters and digits.
  private static func encoded(_ name: String) -> String {
    name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  /// Returns a value as JSON in ASCII, which is also YAML.
  private static func json(_ value: Any) throws -> String {
    let data = try JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)
    return String(decoding: data, as: UTF8.self).utf16.reduce(into: "") { text, unit in
      text +=
        unit < 0x7F
        ? String(UnicodeScalar(UInt8(unit))) : String(format: "\\u%04x", UInt32(unit))
    }
  }

  private static let profile = """
    databases: { shops: "embedded:shops" }
    buckets: { images: "embedded:images" }
    firestore: embedded:main
    accounts: embedded:main
    remoteConfig: embedded:main
    masks: { "accounts:/*/email": hash }
    maskKey: "${MASK_KEY}"

    """

  private static func project(price: Int = 1) throws -> TemporaryProject {
    let database = "fixtures/base/databases/shops"
    let user: [String: Any] = [
      "email": "a@example.com", "displayName": all, "claims": [all: all],
    ]
    let project = try TemporaryProject([
      "environments/local.yaml": "guard: open\n" + profile
        + "values: { text: \(try json(c1 + bidi)) }\n",
      "environments/other.yaml": "guard: open\n"
        + profile.replacing("main", with: "second")
        .replacing(":shops\"", with: ":second\"").replacing(":images\"", with: ":second\""),
      "\(database)/data.json": try json([
        c1: price, bidi: price, "list": [["id": bidi, "name": all], ["id": c1, "name": "n"]],
        "value": all, "price": price,
      ]),
      "fixtures/base/firestore/posts/\(encoded(control)).json": try json([
        all: price, "map": [line: [all]], "text": all,
      ]),
      "fixtures/base/firestore/\(encoded(bidi))/\(encoded(c1)).json": try json([bidi: price]),
      "fixtures/base/accounts.yaml": try json(["u1": user]),
      "fixtures/base/remote-config.yaml": "parameters: { a: { value: \(try json(all)) } }\n",
      "fixtures/mappings.yaml": "sources: [Sources]\nmappings:\n  \"shops:/list\": \"[Shop]\"\n",
      "Sources/Shop.swift": "struct Shop: Codable { var id: Int; var name: Int }\n",
    ])
    for name in [c1, bidi, control] {
      let file = "fixtures/base/buckets/images/\(encoded(name)).txt"
      try project.write("bytes \(price)", to: file)
      try project.write(
        "contentType: text/plain\nmetadata: { a: \(try json(all)) }\n",
        to: "\(file).meta.yaml"
      )
    }
    return project
  }

  /// Returns the problems of a text: raw control characters, and lines that a name forges.
  private static func problems(in text: String) -> [String] {
    let raw = text.unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x0A: false
      case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
    let forged = text.split(separator: "\n").filter { line in
      let line = line.drop { " -+>".contains($0) }
      return ["::error file=a.swift", "# FORGED", "| FORGED |", "::FORGED"]
        .contains { line.hasPrefix($0) }
    }
    return raw.map { "U+\(String($0.value, radix: 16))" } + forged.map(String.init)
  }

  private func check(_ arguments: [String], in project: TemporaryProject) async throws {
    let result = try await TaneProcess.run(
      arguments,
      in: project.root,
      variables: Self.variables
    )
    for (name, text) in [("output", result.output), ("errors", result.errors)] {
      let problems = Set(Self.problems(in: text)).sorted()
      #expect(problems == [], "\(name) of \(arguments): \(text.debugDescription.prefix(2000))")
    }
    #expect(![.max, 132, 133, 134, 139].contains(result.status), "\(arguments): \(result.status)")
    guard arguments.contains("--json"), !result.output.isEmpty else { return }
    #expect(throws: Never.self, "\(arguments): \(result.output)") {
      try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    }
  }

  private static let reading = [
    ["diff"], ["diff", "--json"], ["diff", "--format", "markdown"], ["diff", "--format", "github"],
    ["diff", "--format", "html"], ["diff", "--summary"], ["diff", "other"],
    ["plan"], ["plan", "--json"], ["plan", "--format", "github"], ["plan", "-o", "plan.json"],
    ["seed", "-n"], ["seed", "-n", "--json"], ["fixtures", "list"], ["fixtures", "list", "--json"],
    ["fixtures", "show", "shops:/"], ["fixtures", "show", "accounts:/u1"],
    ["fixtures", "show", "shops:/", "--json"], ["fixtures", "fmt", "--check"],
    ["validate"], ["validate", "--all"], ["validate", "--json"], ["validate", "--suggest"],
    ["validate", "--live"], ["env", "list"], ["env", "list", "--json"], ["env", "show"],
    ["env", "show", "--json"], ["env", "check"], ["env", "check", "--json"],
    ["env", "diff", "local", "other"], ["env", "export", "local", "--format", "json"],
    ["env", "export", "local", "--format", "swift"], ["doctor"], ["doctor", "--json"],
    ["doctor", "--store"], ["rot", "--until", "+1y"], ["schema", "--check"],
    ["pull", "shops:/", "firestore:/", "images:/", "accounts:/", "-n"],
    ["pull", "shops:/", "--to", "second", "-n"], ["demo", "check"],
    ["pull", "shops:/", "accounts:/", "--suggest-masks"], ["history"], ["history", "--json"],
    ["undo", "-n"], ["undo", "-n", "--json"], ["adopt", "shops:/data/price", "-n"],
  ]

  @Test("Reading commands print no control characters or forged lines")
  func reading() async throws {
    let project = try Self.project()
    try await check(["seed"], in: project)
    // Every value differs from the seeded one.
    let edited = try Self.project(price: 2)
    try project.remove("fixtures")
    try FileManager.default.moveItem(
      at: edited.root.appending(path: "fixtures"),
      to: project.root.appending(path: "fixtures")
    )
    for arguments in Self.reading { try await check(arguments, in: project) }
  }

  @Test("Writing commands print no control characters or forged lines")
  func writing() async throws {
    let project = try Self.project()
    for arguments in [
      ["seed"], ["seed", "-e", "other", "--json"], ["history"], ["history", "1"],
      ["history", "1", "--json"], ["undo", "--yes"], ["plan", "-o", "p.json"], ["apply", "p.json"],
      ["pull", "shops:/", "firestore:/", "images:/", "accounts:/", "--to", "second"],
      ["fixtures", "list", "--set", "second"], ["fixtures", "fmt"], ["schema"],
      ["schema", "--check"], ["demo", "reset", "--yes"], ["undo", "--json", "--yes"],
    ] {
      try await check(arguments, in: project)
    }
  }

  @Test(
    "Findings about hostile names are escaped in every report",
    arguments: ["text", "xcode", "github", "junit", "sarif", "markdown", "html"]
  )
  func findings(reporter: String) async throws {
    let project = try Self.project()
    let database = "fixtures/base/databases/shops"
    try project.write(try Self.json([Self.all: 1]), to: "\(database)/illegal.json")
    try project.write("a: !unknown \(try Self.json(Self.all))\n", to: "\(database)/tag.yaml")
    for name in [Self.bidi, Self.c1, Self.control, "x\n::error file=a.swift::FORGED\n# FORGED"] {
      try project.write("a: [\n", to: "\(database)/\(name).yaml")
      try project.write("x", to: "fixtures/base/\(name)")
      try project.write("x", to: "fixtures/base/databases/\(name)")
      try project.write(
        "\(try Self.json(Self.all)): 1\nguard: \(try Self.json(Self.all))\n",
        to: "environments/\(name).yaml"
      )
      try project.write("struct Broken { let", to: "Sources/\(name).swift")
    }
    try await check(["validate", "--reporter", reporter, "--all"], in: project)
    try await check(["validate", "--reporter", reporter], in: project)
  }

  @Test(
    "Hostile environments, sets, addresses, files and options are escaped in errors",
    arguments: [c1 + bidi + control, line]
  )
  func errors(name: String) async throws {
    let project = try Self.project()
    try project.write("guard: [\n", to: "environments/\(name.replacing("/", with: "")).yaml")
    for arguments in [
      ["env", "list"], ["env", "list", "--json"], ["env", "show", name], ["env", "check"],
      ["doctor"],
      ["seed", "-e", name], ["seed", "--set", name], ["seed", name], ["seed", "shops:/\(name)"],
      ["seed", "\(name):/a"], ["seed", "--\(name)"], ["seed", "--set=\(name)", "--json"], [name],
      ["diff", name], ["diff", name, "fixtures"], ["diff", "--key", name],
      ["diff", "--ignore", name],
      ["apply", name], ["apply", name, "--json"], ["history", name], ["undo", name],
      ["fixtures", "show", "shops:/\(name)"], ["pull", "shops:/\(name)", "--from", name],
      ["validate", "--reporter", name], ["validate", "--baseline", name], ["rot", "--until", name],
      ["env", "export", "local", "--format", "json", "--output", "\(name)/x"],
      ["schema", "--check", name],
      ["init", "--from", name], ["init", "--project", "\(name)=p"],
      ["init", "--project", "a=\(name)"],
      ["emulate", "--import", name, "--in-memory"], ["env", "list", "-C", name],
      ["seed", "--at", name], ["env", "list", "--language", name], ["emulate", "--port", name],
    ] {
      try await check(arguments, in: project)
    }
  }

  @Test("Hostile names that init finds are escaped")
  func starting() async throws {
    let project = try TemporaryProject([:])
    for name in [Self.bidi, Self.c1, Self.control, "x\n::error file=a.swift::FORGED\n# FORGED"] {
      try project.write("struct A: Codable {}", to: "\(name)/A.swift")
      try project.write("not a property list", to: "\(name)/GoogleService-Info.plist")
      try project.write(
        "{\"project_info\":{\"project_id\":\(try Self.json(name))}}",
        to: "\(name)/google-services.json"
      )
    }
    try project.write(
      "{\"projects\":{\(try Self.json(Self.all)):\"demo-a\"}}",
      to: ".firebaserc"
    )
    try await check(["init", "-n"], in: project)
    try await check(["init", "--yes"], in: project)
    try await check(["env", "list"], in: project)
  }

  @Test("Hostile values are exact in JSON, and printed addresses can be used again")
  func exact() async throws {
    let project = try Self.project()
    try await check(["seed"], in: project)
    let shown = try await project.tane("env", "export", "local", "--format", "json")
    #expect(shown.output.contains(#""text": "c\u009B31m\u0085\u0080b\u202A\u202Egnp-exe"#))
    let object = try JSONSerialization.jsonObject(with: Data(shown.output.utf8))
    let values = (object as? [String: Any])?["values"] as? [String: Any]
    #expect(values?["text"] as? String == Self.c1 + Self.bidi, "\(shown)")
    let list = try await project.tane("fixtures", "show", "shops:/data/c%C2%9B31m%C2%85%C2%80")
    #expect(list.status == 0 && list.output.contains("shops:/data/c%C2%9B31m%C2%85%C2%80"))
  }

  @Test("Emoji, joiners and Japanese are printed unchanged")
  func plain() async throws {
    let name = "麺屋👩‍👩‍👧☕️क्‍ष"
    let project = try TemporaryProject([
      "environments/local.yaml": "databases: { shops: \"embedded:shops\" }\n",
      "fixtures/base/databases/shops/a.yaml": "\(name): 1\n",
    ])
    let shown = try await project.tane("fixtures", "show", "shops:/")
    #expect(shown.output.contains("shops:/a/\(name)  1  "), "\(shown.output)\(shown.errors)")
  }

  @Test("Tane's own colors are kept, and colors in names are escaped")
  func colors() async throws {
    let project = try Self.project()
    let result = try await TaneProcess.run(
      ["seed", "-n", "--color", "on"],
      in: project.root,
      variables: Self.variables
    )
    #expect(result.output.contains("\u{1B}[32m+ add   \u{1B}[0m"), "\(result)")
    let rest = result.output.replacing(/\u{1B}\[(0|1|2|31|32|33)(;7)?m/, with: "")
    #expect(Self.problems(in: rest) == [])
  }
}
