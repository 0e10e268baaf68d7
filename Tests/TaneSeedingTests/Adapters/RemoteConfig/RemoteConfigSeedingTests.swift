import TaneCore
import TaneProject
import TaneSeeding
import TaneTesting
import Testing

@Suite("Seeding Remote Config")
struct RemoteConfigSeedingTests {
  private static let file = "fixtures/base/remote-config.yaml"

  private func parameter(_ key: String, of project: SeedingProject) async throws
    -> RemoteConfigParameter?
  {
    try await project.remoteConfig.current().template.parameters[key]
  }

  private func edit(
    _ project: SeedingProject,
    _ change: (inout RemoteConfigTemplate) -> Void
  ) async throws {
    let current = try await project.remoteConfig.current()
    var template = current.template
    change(&template)
    _ = try await project.remoteConfig.replace(template, ifMatch: current.etag)
  }

  @Test("A parameter changes from a value to the in-app default and back")
  func inAppDefault() async throws {
    let project = try SeedingProject(["remote-config.yaml": "parameters: { a: x }"])
    try await project.seedCarefully()
    try project.write("parameters: { a: { inAppDefault: true } }", to: Self.file)
    try await project.seedCarefully()
    #expect(try await parameter("a", of: project)?.defaultValue == .inAppDefault)
    #expect(try await project.replay(2, .backward).left.isEmpty)
    #expect(try await parameter("a", of: project)?.defaultValue == .text("x"))
  }

  @Test("A manual edit alongside a type change is a conflict, and the rest is published")
  func editBesideType() async throws {
    let project = try SeedingProject(["remote-config.yaml": "parameters: { a: x, b: y }"])
    try await project.seedCarefully()
    try await edit(project) { $0.parameters["a"]?.defaultValue = .text("by hand") }
    try project.write("parameters: { a: 7, b: z }", to: Self.file)
    let plan = try await project.seedCarefully()
    #expect(Set(plan.withheld.map(\.reason)) == [.conflict])
    #expect(try await parameter("a", of: project)?.defaultValue == .text("by hand"))
    #expect(try await parameter("a", of: project)?.valueType == .string)
    #expect(try await parameter("b", of: project)?.defaultValue == .text("z"))
  }

  @Test("A parameter changes from a Boolean to a string")
  func stringType() async throws {
    let project = try SeedingProject(["remote-config.yaml": "parameters: { a: true }"])
    try await project.seedCarefully()
    try project.write("parameters: { a: x }", to: Self.file)
    try await project.seedCarefully()
    #expect(try await parameter("a", of: project)?.defaultValue == .text("x"))
    #expect(try await parameter("a", of: project)?.valueType == .string)
  }

  @Test("A parameter is kept even if it is named like a field of parameters")
  func fieldNames() async throws {
    let project = try SeedingProject(["remote-config.yaml": "parameters: { b: x, value: y }"])
    try await edit(project) { $0.parameters["managed"] = RemoteConfigParameter(.text("mine")) }
    try await project.seedCarefully()
    #expect(try await parameter("managed", of: project)?.defaultValue == .text("mine"))
    #expect(try await parameter("value", of: project)?.defaultValue == .text("y"))
  }

  @Test("Publishing a template keeps members that Tane does not know")
  func unknownMembers() async throws {
    let project = try SeedingProject(["remote-config.yaml": "parameters: { a: x }"])
    try await edit(project) { template in
      template.unknown = #"{"new":1}"#
      var parameter = RemoteConfigParameter(.text("old"))
      parameter.unknown = #"{"newer":[true]}"#
      template.parameters["a"] = parameter
    }
    try await project.seedCarefully(.init())
    let template = try await project.remoteConfig.current().template
    #expect(template.parameters["a"]?.defaultValue == .text("x"))
    #expect(template.parameters["a"]?.unknown == #"{"newer":[true]}"#)
    #expect(template.unknown == #"{"new":1}"#)
  }

  @Test("A template that the service would reject prevents all other writes")
  func refused() async throws {
    let project = try SeedingProject([
      "databases/shops/shops.yaml": "{a: 1}", "remote-config.yaml": "parameters: { a: x }",
    ])
    let plan = try await project.plan()
    let stores = project.stores.adding(
      RefusingRemoteConfig(base: project.remoteConfig),
      named: "remoteConfig",
      as: .remoteConfig
    )
    let refusals = try await LimitCheck.violations(of: plan, on: stores.readers, project.context())
    #expect(refusals == ["remoteConfig: the template is too large"])
    let failure = await #expect(throws: SeedFailure.self) {
      try await project.run(plan, on: stores).apply()
    }
    #expect(failure.map { "\($0.cause)" } == "remoteConfig: the template is too large")
    #expect(failure?.wroteAnything == false)
    #expect(try await project.shops.tree(at: .root).isNull)
  }
}

/// A Remote Config store that rejects every template.
private struct RefusingRemoteConfig: RemoteConfigStore {
  let base: any RemoteConfigStore

  func current() async throws -> RemoteConfigRevision { try await base.current() }
  func revision(_ number: Int64) async throws -> RemoteConfigRevision? {
    try await base.revision(number)
  }
  func versions(limit: Int) async throws -> [RemoteConfigVersion] {
    try await base.versions(limit: limit)
  }
  func replace(
    _ template: RemoteConfigTemplate,
    ifMatch etag: String
  ) async throws -> RemoteConfigRevision {
    try await base.replace(template, ifMatch: etag)
  }
  func validate(_ template: RemoteConfigTemplate, ifMatch etag: String) async throws {
    throw StoreError(.invalidData, service: "remoteConfig", "the template is too large")
  }
}
