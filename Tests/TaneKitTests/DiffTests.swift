import TaneKit
import Testing

@Suite("Comparison of environments through the API")
struct DiffTests {
  private let shop = Address(service: "shops", path: "/a")

  @Test("Differences at an ignored node are skipped")
  func ignored() async throws {
    let project = try TestProject()
    let local = try project.local()
    _ = try await local.seed()
    try project.write("name: 寿司\nseats: 9\n", to: "fixtures/base/databases/shops/a.yaml")
    var options = DiffOptions(at: shop)
    options.ignored = [AddressPattern(parsing: "shops:/*/seats")].compactMap(\.self)
    let changes = try await local.diff(options).resources.flatMap(changes)
    #expect(changes.map { "\($0.path)" } == ["/a/name"])
  }

  @Test("List elements are matched by the member that an option names")
  func identities() async throws {
    let project = try TestProject()
    try project.write(
      "- { code: 1, price: 900 }\n- { code: 2, price: 800 }\n",
      to: "fixtures/base/databases/shops/menu.yaml"
    )
    let local = try project.local()
    _ = try await local.seed()
    try project.write(
      "- { code: 2, price: 850 }\n",
      to: "fixtures/base/databases/shops/menu.yaml"
    )
    let lists = try #require(AddressPattern(parsing: "shops:/menu"))
    var options = DiffOptions(at: Address(service: "shops", path: "/menu"))
    options.identities = [Mappings.Identity(lists: lists, member: "code")]
    let identified = try await local.diff(options).resources.flatMap(changes)
    #expect(identified.contains { $0.kind == .changed && "\($0.path)" == "/menu/0/price" })
    #expect(identified.contains { $0.kind == .removed })
  }

  @Test("Two environments are compared in the services that both have")
  func pair() async throws {
    let project = try TestProject()
    let (local, copy) = (try project.local(), try project.environment("copy"))
    _ = try await local.seed()
    let recording = Recording()
    let difference = try await local.diff(with: copy, interaction: recording)
    #expect(difference.resources.flatMap(changes).map(\.kind) == [.removed])
    #expect(recording.notes == ["note: users is not compared: only one of the environments has it"])
    let failure = await #expect(throws: OperationFailure.self) {
      try await local.diff(with: copy, DiffOptions(at: Address(service: "users", path: "/u1")))
    }
    #expect(
      failure?.message == "users:/u1: local has no database or bucket \"users\" (known: shops)"
    )
  }

  @Test("Findings about mappings become notes and do not stop a comparison")
  func mappings() async throws {
    let project = try TestProject()
    try project.write("a: [1\n", to: "fixtures/mappings.yaml")
    let recording = Recording()
    #expect(try await project.local().diff(interaction: recording).isEmpty == false)
    #expect(recording.notes.count == 1)
    #expect(recording.notes.allSatisfy { $0.hasPrefix("fixtures/mappings.yaml:") })
  }

  private func changes(of resource: ResourceDifference) -> [Change] {
    (resource.readable ?? resource.written).changes
  }
}
