import TaneCore
import Testing

@testable import TaneProject

@Suite("Values of profiles")
struct ProfileValuesTests {
  private static let services = "databases: { a: embedded:a }\n"

  private func profiles(
    _ files: [String: String],
    _ variables: [String: String] = [:]
  ) -> EnvironmentProfiles {
    var texts: [String: String] = [:]
    for (name, text) in files {
      texts["environments/\(name).yaml"] = name == "values.schema" ? text : Self.services + text
    }
    return DemoFiles(texts).profiles(variables)
  }

  private func contents(_ profile: EnvironmentProfile) -> [String: ValueContent?] {
    Dictionary(uniqueKeysWithValues: profile.values.map { ($0.keyPath, $0.content) })
  }

  @Test("Without a schema a profile value has its YAML type after variable substitution")
  func inferred() throws {
    let text = """
      values:
        api: { baseURL: "https://${HOST}/v1", retries: 3 }
        ratio: 0.5
        isOpen: true
        tags: [a, b]
        weights: [1, 2.5]
        gone: null
      """
    let profiles = profiles(["a": text], ["HOST": "stg.example.com"])
    #expect(profiles.messages == [])
    let profile = try profiles.profile(named: "a")
    #expect(
      contents(profile) == [
        "api.baseURL": .text("https://stg.example.com/v1"), "api.retries": .integer(3),
        "ratio": .number(0.5), "isOpen": .boolean(true), "tags": .list([.text("a"), .text("b")]),
        "weights": .list([.number(1), .number(2.5)]),
      ]
    )
    let types = Dictionary(uniqueKeysWithValues: profile.values.map { ($0.keyPath, $0.type) })
    #expect(types["weights"] == .list(of: .number))
    #expect(profile.origin(of: "values.api.retries")?.line == 3)
  }

  private static let schema = """
    api:
      baseURL: { type: url, required: true, description: The API of the app }
      timeout: duration
    cache: bytes
    level: { type: text, allowed: [debug, info, error] }
    port: { type: integer, allowed: [80, 443] }
    flags: { type: map, of: boolean }
    hosts: { type: list, of: url }
    key: { type: text, secret: true }
    account: { type: { type: text } }
    """

  @Test("A schema sets the type of a profile value, and variables can hold any type")
  func declared() throws {
    let text = """
      values:
        api: { baseURL: "https://a.example", timeout: 90s }
        cache: ${CACHE:-64MB}
        level: info
        port: ${PORT}
        flags: { b: true, a: "${A}" }
        hosts: ["https://b.example"]
        key: ${KEY}
        account: { type: trial }
      """
    let variables = ["PORT": "443", "A": "false", "KEY": "s3cret"]
    let profiles = profiles(["a": text, "values.schema": Self.schema], variables)
    #expect(profiles.messages == [])
    #expect(profiles.names == ["a"])
    let profile = try profiles.profile(named: "a")
    #expect(
      contents(profile) == [
        "api.baseURL": .text("https://a.example"), "api.timeout": .duration(.seconds(90)),
        "cache": .integer(64_000_000), "level": .text("info"), "port": .integer(443),
        "flags": .map([
          .init(key: "a", content: .boolean(false)), .init(key: "b", content: .boolean(true)),
        ]),
        "hosts": .list([.text("https://b.example")]), "key": .text("s3cret"),
        "account.type": .text("trial"),
      ]
    )
    let shown = profile.settings.filter { $0.keyPath.hasPrefix("values.") }
      .map { "\($0.keyPath) \($0.value)" }
    #expect(
      shown == [
        "values.account.type trial", "values.api.baseURL https://a.example",
        "values.api.timeout 90s", "values.cache 64000000",
        "values.flags {a: false, b: true}", "values.hosts [https://b.example]",
        "values.key <redacted>", "values.level info", "values.port 443",
      ]
    )
  }

  @Test(
    "A missing or wrong value is a finding that does not prevent seeding"
  )
  func wrong() throws {
    let text = """
      values:
        api: { timeout: soon, basURL: x }
        cache: [1]
        level: inform
        port: 8080
        flags: { a: 1 }
        key: ${KEY}
        other: 1
      """
    let profiles = profiles(["a": text, "values.schema": Self.schema])
    let place = "environments/a.yaml"
    #expect(
      profiles.messages == [
        "\(place):3:3: error: the value \"values.api.baseURL\" is missing; add it here "
          + "[missing-value]\nenvironments/values.schema.yaml:2:3: note: it is declared as "
          + "required here",
        "\(place):3:19: error: \"soon\" is not a valid value of \"values.api.timeout\"; expected a "
          + "positive whole number with ms, s, m or h, such as 90s [invalid-value]",
        "\(place):3:25: error: unknown value \"basURL\" in \"values.api\" (known: baseURL, timeout); did you mean"
          + " \"baseURL\"? [unknown-key]",
        "\(place):4:10: error: expected a whole number with B, kB, MB, GB, KiB, MiB or GiB, such as 64MB for"
          + " \"values.cache\", found a list [wrong-type]",
        "\(place):5:10: error: \"inform\" is not a valid value of \"values.level\"; expected one of debug, info,"
          + " error; did you mean \"info\"? [invalid-value]",
        "\(place):6:9: error: 8080 is not a valid value of \"values.port\"; expected one of 80, 443 [invalid-value]",
        "\(place):7:15: error: expected true or false for \"values.flags.a\", found an integer [wrong-type]",
        "\(place):8:8: error: the environment variable KEY is not set; set it, or write a default:"
          + " ${KEY:-default} [unset-variable]",
        "\(place):9:3: error: unknown value \"other\" (known: account, api, cache, flags, hosts, key, level, port);"
          + " declare it in environments/values.schema.yaml [unknown-key]",
      ]
    )
    #expect(profiles.diagnostics(of: "a") == [])
    #expect(try profiles.profile(named: "a").services.count == 1)
  }

  @Test("A duration of up to 100 years is read, and a longer one is a finding")
  func longDuration() throws {
    let schema = "long: duration\nlonger: duration\n"
    let text = "values: { long: 876000h, longer: 9223372036854775807ms }\n"
    let profiles = profiles(["a": text, "values.schema": schema])
    #expect(
      profiles.messages == [
        "environments/a.yaml:2:34: error: \"9223372036854775807ms\" is not a valid value of "
          + "\"values.longer\"; expected a positive whole number with ms, s, m or h, such as 90s "
          + "[invalid-value]"
      ]
    )
    let profile = try profiles.profile(named: "a")
    #expect(contents(profile)["long"] == .some(.some(.duration(.seconds(3_153_600_000)))))
    #expect(profile.settings.contains { $0.keyPath == "values.long" && $0.value == "876000h" })
    #expect(DurationAmount.parse("3153600000001ms") == nil)
  }

  @Test("Profile values are inherited through extends, and extended profiles may lack some")
  func layered() throws {
    let base = "values: { api: { baseURL: \"https://${HOST}\", timeout: 10s }, cache: 1MB }\n"
    let files = [
      "environments/base.yaml": base,
      "environments/a.yaml": Self.services
        + "extends: base\nvalues: { api: { timeout: 1m }, cache: null }\n",
      "environments/values.schema.yaml":
        "api: { baseURL: { type: url, required: true }, timeout: duration }\n"
        + "cache: bytes\nlevel: text\n",
    ]
    let profiles = DemoFiles(files).profiles(["HOST": "a.example"])
    #expect(profiles.messages == [])
    #expect(
      contents(try profiles.profile(named: "a")) == [
        "api.baseURL": .text("https://a.example"), "api.timeout": .duration(.seconds(60)),
      ]
    )
    #expect(DemoFiles(["environments/base.yaml": base]).profiles().messages == [])
  }

  @Test("A literal secret in a profile is an error that does not show it")
  func secrets() {
    let token = "ya29.a0AfH6SMBx1234567890abcdef"
    let schema =
      "key: { type: text, secret: true }\ntoken: text\nharmless: { type: text, secret: false }\n"
    let text = "values:\n  key: hunter2\n  token: \(token)\n  harmless: \(token)\n"
    let messages = profiles(["a": text, "values.schema": schema]).messages
    #expect(
      messages == [
        "environments/a.yaml:3:8: error: \"values.key\" is a secret, but the profile contains its "
          + "value; write a variable, such as ${KEY} [exposed-credentials]",
        "environments/a.yaml:4:10: error: \"values.token\" contains an access token, which does "
          + "not belong in a profile; write a variable, such as ${TOKEN}, or set \"secret: false\" "
          + "in environments/values.schema.yaml if it is not a secret [exposed-credentials]",
      ]
    )
  }

  @Test(
    "A secret is a variable without a non-empty default",
    arguments: [
      ("${KEY}", true), ("${KEY:-}", true), ("Bearer ${KEY}", true), ("${KEY:-hunter2}", false),
    ]
  )
  func secretVariables(value: String, isUsable: Bool) {
    let profiles = profiles(
      ["a": "values: { key: \"\(value)\" }", "values.schema": "key: { type: text, secret: true }"],
      ["KEY": "planted"]
    )
    #expect(profiles.messages.isEmpty == isUsable)
    #expect(!"\(profiles.messages)".contains("hunter2"))
  }

  @Test(
    "A literal secret in a list or map is an error even if variables are used as well",
    arguments: [
      ("{ type: list, of: text }", "[\"${KEY:-}\", hunter2]"),
      ("{ type: map, of: text }", "{ a: \"${KEY}\", b: hunter2 }"),
      ("text", "\"hunter2$${KEY}\""),
      ("text", "\"ya29.a0AfH6SMBx1234567890abcdef${KEY}\""),
    ]
  )
  func secretsBeside(type: String, value: String) {
    let declared = type == "text" ? "{ type: text" : String(type.dropLast(2))
    let messages = profiles(
      ["a": "values: { key: \(value) }", "values.schema": "key: \(declared), secret: true }"],
      ["KEY": "planted"]
    ).messages
    #expect(
      messages == [
        "environments/a.yaml:2:16: error: \"values.key\" is a secret, but the profile contains its "
          + "value; write a variable, such as ${KEY} [exposed-credentials]"
      ]
    )
  }

  @Test("A runtime secret has no default, and no message shows it")
  func runtimeSecrets() {
    let schema = """
      key: { type: text, secret: true, runtime: true }
      code: { type: integer, secret: true, runtime: true }
      open: { type: text, secret: true, runtime: true }
      port: { type: integer, allowed: [80, 443], runtime: true }
      rest: { type: text, secret: true }
      token: { type: text, runtime: true }
      """
    let text = """
      values:
        key: ${KEY:-planted}
        code: ${CODE:-planted}
        open: ${OPEN:-}
        port: ${PORT:-81}
        rest: "${REST:-planted${X}"
        token: ${TOKEN:-ya29.a0AfH6SMBx1234567890abcdef}
      """
    let profiles = profiles(["a": text, "values.schema": schema])
    let place = "environments/a.yaml"
    #expect(
      profiles.messages == [
        "\(place):3:8: error: \"values.key\" is a secret, but the profile contains its value; "
          + "write a variable, such as ${KEY} [exposed-credentials]",
        "\(place):4:9: error: <redacted> is not a valid value of \"values.code\"; expected a whole number"
          + " [invalid-value]",
        "\(place):6:9: error: 81 is not a valid value of \"values.port\"; expected one of 80, 443 [invalid-value]",
        "\(place):7:9: error: <redacted> is not a variable; expected ${NAME} or ${NAME:-default}, or $$ for a dollar"
          + " sign [invalid-variable]",
        "\(place):8:10: error: \"values.token\" contains an access token, which does not belong in "
          + "a profile; write a variable, such as ${TOKEN}, or set \"secret: false\" in "
          + "environments/values.schema.yaml if it is not a secret [exposed-credentials]",
      ]
    )
  }

  @Test("A runtime value is a variable, set or not")
  func runtime() throws {
    let schema = "port: { type: integer, runtime: true }\nhost: { type: text, runtime: true }\n"
    let good = profiles([
      "a": "values: { port: \"${PORT:-80}\", host: \"${HOST}\" }", "values.schema": schema,
    ])
    #expect(good.messages == [])
    let values = try good.profile(named: "a").values
    #expect(values.map(\.variable) == ["HOST", "PORT"])
    #expect(values.map(\.content) == [nil, .integer(80)])
    let bad = profiles([
      "a": "values: { port: \"${PORT:-x}\", host: \"a${HOST}\" }", "values.schema": schema,
    ])
    #expect(
      bad.messages == [
        "environments/a.yaml:2:17: error: \"x\" is not a valid value of \"values.port\"; expected a whole number"
          + " [invalid-value]",
        "environments/a.yaml:2:37: error: \"values.host\" has \"runtime: true\" in the "
          + "schema, so its value must be a single variable: ${NAME} or ${NAME:-default} "
          + "[invalid-value]",
      ]
    )
  }

  @Test("A number that is not finite is reported with its value")
  func notFinite() {
    #expect(
      profiles(["a": "values: { a: .inf, b: [-.inf, .nan] }"]).messages == [
        "environments/a.yaml:2:14: error: expected a finite number for \"values.a\", found .inf "
          + "[wrong-type]",
        "environments/a.yaml:2:24: error: expected a finite number for \"values.b.0\", found -.inf "
          + "[wrong-type]",
        "environments/a.yaml:2:31: error: expected a finite number for \"values.b.1\", found .nan "
          + "[wrong-type]",
      ]
    )
  }

  @Test("A profile value has the same type in all environments")
  func agreement() {
    let messages = profiles([
      "a": "values: { x: 1, y: 1, z: { q: 1 }, w: [] }",
      "b": "values: { x: 1.5, y: one, z: 2, w: [1] }",
    ]).messages
    #expect(
      messages == [
        "environments/b.yaml:2:22: error: \"values.y\" is text, but an integer in another "
          + "environment; use one type, or declare the type in environments/values.schema.yaml "
          + "[wrong-type]\nenvironments/a.yaml:2:20: note: the other one",
        "environments/b.yaml:2:30: error: \"values.z\" is a single value, but a group of values in "
          + "another environment; use the same form in both [wrong-type]\n"
          + "environments/a.yaml:2:31: note: the group",
      ]
    )
  }

  @Test("Mistakes in a schema of values are reported and cause no findings about values")
  func schemaFindings() {
    let schema = """
      a: { type: txt }
      b: { type: list }
      c: { type: text, of: text }
      d: 1
      e: { type: integer, allowed: [x] }
      f: { type: text, secrets: true }
      """
    let messages = profiles(["a": "values: { z: 1 }", "values.schema": schema]).messages
    let place = "environments/values.schema.yaml"
    #expect(
      messages == [
        "\(place):1:12: error: \"txt\" is not a valid type; expected one of text, integer, number, boolean, url,"
          + " duration, bytes, list, map; did you mean \"text\"? [invalid-value]",
        "\(place):2:12: error: \"b\" does not specify the type of its values; add \"of\" with a "
          + "type, such as \"of: text\" [missing-value]",
        "\(place):3:18: error: \"c.of\" is for lists and maps; \"c\" has the type text [invalid-value]",
        "\(place):4:4: error: expected a type or a map of values for \"d\", found an integer [wrong-type]",
        "\(place):5:31: error: expected a whole number for \"e.allowed\", found a string [wrong-type]",
        "\(place):6:18: error: unknown key \"secrets\" in \"f\" (known: type, of, required, allowed, secret, runtime,"
          + " description); did you mean \"secret\"? [unknown-key]",
      ]
    )
  }
}
