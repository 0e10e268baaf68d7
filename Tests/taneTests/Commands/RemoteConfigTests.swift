import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("tane seed and tane diff with Remote Config")
struct RemoteConfigTests {
  private static let files = [
    "environments/local.yaml": """
    project: demo
    guard: open
    remoteConfig: embedded:main
    """,
    "fixtures/base/remote-config.yaml": """
    conditions:
      - { name: ios, expression: device.os == 'ios', color: BLUE }
    parameters:
      greeting: こんにちは
      page_size: 20
      theme: { value: light, conditions: { ios: dark } }
    groups:
      Limits: { parameters: { retries: 3 } }
    """,
  ]

  @Test("A Remote Config template is published once, and a second seed changes nothing")
  func seeds() async throws {
    let project = try TemporaryProject(Self.files)
    let seeded = try await project.tane("seed")
    #expect(seeded.status == 0)
    #expect(seeded.errors == "publishing Remote Config atomically\n")
    #expect(
      seeded.output.hasPrefix(
        """
        local  embedded · remoteConfig · guard open · fixtures base

        + add     remoteConfig:/
                  + map of 3 entries, 10 values  fixtures/base/remote-config.yaml:1:1

        Plan: 10 values to add, 0 to change, 0 to remove, 1 template to write
        """
      )
    )
    #expect(
      try await project.tane("seed").output.contains("Nothing to do: 10 values and 0 objects")
    )
    try project.write(
      Self.files["fixtures/base/remote-config.yaml"]?
        .replacing("value: light", with: "value: bright") ?? "",
      to: "fixtures/base/remote-config.yaml"
    )
    let changed = try await project.tane("diff", "remoteConfig:/parameters")
    #expect(changed.status == 1)
    #expect(
      changed.output.contains(
        """
        ~ change  remoteConfig:/parameters/theme/value
                  - "light"
                  + "bright"  fixtures/base/remote-config.yaml:6:19
        """
      )
    )
  }

  @Test("A changed list of conditions is shown by the conditions that differ, or by their order")
  func changedConditions() async throws {
    let (ios, beta) = (
      "{ name: ios, expression: device.os == 'ios' }", "{ name: beta, expression: percent <= 10 }"
    )
    func template(_ conditions: String...) -> String {
      "conditions:\n\(conditions.map { "  - \($0)\n" }.joined())parameters: { a: 1 }\n"
    }
    let file = "fixtures/base/remote-config.yaml"
    let project = try TemporaryProject(Self.files)
    try project.write(template(ios, beta), to: file)
    #expect(try await project.tane("seed").status == 0)
    try project.write(template(ios, beta.replacing("10", with: "90")), to: file)
    let changed = try await project.tane("diff")
    #expect(
      changed.output.contains(
        """
        ~ change  remoteConfig:/conditions
                  = /conditions/1/expression (of name "beta")
                  - "percent <= 10"
                  + "percent <= 90"  fixtures/base/remote-config.yaml:2:3
                  = 1 unchanged at the same level

        """
      ),
      "\(changed.output)"
    )
    try project.write(template(beta, ios), to: file)
    let reordered = try await project.tane("seed", "--dry-run")
    #expect(
      reordered.output.contains(
        """
        ~ change  remoteConfig:/conditions
                  = /conditions  the same 2 elements in another order
                  - "ios", "beta"
                  + "beta", "ios"  fixtures/base/remote-config.yaml:2:3
                  = 1 unchanged at the same level

        """
      ),
      "\(reordered.output)"
    )
  }

  @Test("Problems of a Remote Config template are reported in one run and nothing is published")
  func problems() async throws {
    let project = try TemporaryProject(Self.files)
    try project.write(
      """
      parameters:
        1st: x
        theme: { value: light, conditions: { android: dark } }
      """,
      to: "fixtures/base/remote-config.yaml"
    )
    let refused = try await project.tane("seed")
    #expect(refused.status == 1)
    #expect(refused.output.isEmpty || refused.output.hasPrefix("local"))
    #expect(
      refused.errors.contains(
        """
        fixtures/base/remote-config.yaml:3:40: error: the template has no condition "android"; add it to \
        "conditions", or correct the name [invalid-remote-config]
          remoteConfig:/parameters/theme/conditions/android
        """
      )
    )
    #expect(refused.errors.contains("fixtures/base/remote-config.yaml:2:3: error: "))
    #expect(refused.errors.hasSuffix("error: 2 errors in the fixtures; nothing was written\n"))
  }

  @Test("Remote Config parameters are checked against their types, in fixtures and live")
  func validates() async throws {
    let project = try TemporaryProject(Self.files)
    try project.write(
      """
      sources: [Sources]
      mappings:
        "remoteConfig:/": AppConfig
      """,
      to: "fixtures/mappings.yaml"
    )
    try project.write(
      """
      struct AppConfig: Codable {
        enum Theme: String, Codable { case light }
        let greeting: String
        let page_size: String
        let theme: Theme
        let retries: [Int]
      }
      """,
      to: "Sources/AppConfig.swift"
    )
    let checked = try await project.tane("validate")
    #expect(checked.status == 1)
    #expect(checked.output.contains("fixtures/base/remote-config.yaml:8:36: error: "))
    #expect(checked.output.contains("remoteConfig:/retries"))
    #expect(checked.output.contains("fixtures/base/remote-config.yaml:6:45: error: "))
    #expect(checked.output.contains("remoteConfig:/theme"))
    #expect(checked.output.contains("2 errors"))
    _ = try await project.tane("seed", "--no-types")
    let live = try await project.tane("validate", "--live")
    #expect(live.status == 1)
    #expect(live.output.contains("2 errors"))
  }

  @Test("A Remote Config template is published to the emulator, and others' changes are found")
  func emulated() async throws {
    let project = try TemporaryProject(Self.files)
    let emulator = try await RunningEmulator(EmulateTests.anyPorts, in: project)
    let address = try await emulator.address(after: "remoteconfig")
    try project.write("remoteConfig: \(address)/demo\n", to: "environments/remote.yaml")
    let seeded = try await project.tane("seed", "-e", "remote", "--yes")
    #expect(seeded.status == 0, "\(seeded.errors)")

    let url = try #require(URL(string: "\(address)/v1/projects/demo/remoteConfig"))
    let (data, response) = try await URLSession.shared.data(from: url)
    var template = try #require(
      try JSONSerialization.jsonObject(with: data) as? [String: Any]
    )
    var parameters = try #require(template["parameters"] as? [String: Any])
    let size = parameters["page_size"] as? [String: Any]
    #expect((size?["defaultValue"] as? [String: String]) == ["value": "20"])
    #expect(size?["valueType"] as? String == "NUMBER")

    parameters["beta"] = ["defaultValue": ["value": "true"], "valueType": "BOOLEAN"]
    template["parameters"] = parameters
    var request = URLRequest(url: url)
    request.httpMethod = "PUT"
    let etag = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "ETag")
    request.setValue(etag, forHTTPHeaderField: "If-Match")
    request.httpBody = try JSONSerialization.data(withJSONObject: template)
    let (_, published) = try await URLSession.shared.data(for: request)
    #expect((published as? HTTPURLResponse)?.statusCode == 200)

    let difference = try await project.tane("diff", "remote")
    #expect(difference.output.contains("- extra   remoteConfig:/parameters/beta"))
    let pruned = try await project.tane("seed", "-e", "remote", "--yes", "--prune")
    #expect(pruned.status == 0, "\(pruned.errors)")
    #expect(try await project.tane("diff", "remote").status == 0)
    #expect(await emulator.end() == 0)
    #expect(try await project.tane("diff").status == 0)
  }
}
