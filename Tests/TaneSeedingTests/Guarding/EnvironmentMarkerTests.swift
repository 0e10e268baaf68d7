import TaneCore
import TaneProject
import TaneSeeding
import TaneTesting
import Testing

@Suite("The marker of an environment")
struct EnvironmentMarkerTests {
  private static let services = """
    databases: { shops: "embedded:shops", users: "embedded:users" }
    marker: { key: __tane__ }

    """

  private func profile(_ name: String, _ project: SeedingProject) throws -> EnvironmentProfile {
    try EnvironmentProfiles.load(from: project.project, variables: [:]).profile(named: name)
  }

  private func project() throws -> SeedingProject {
    let project = try SeedingProject([:])
    try project.write(
      Self.services + "project: demo-stg\n",
      to: "environments/staging.yaml"
    )
    try project.write(
      Self.services + "project: demo-prd\n",
      to: "environments/production.yaml"
    )
    return project
  }

  @Test("The marker is where the profile says, or in the first Firebase database by default")
  func places() throws {
    func database(_ text: String) throws -> String? {
      let project = try SeedingProject([:])
      try project.write(text, to: "environments/p.yaml")
      return try profile("p", project).markerService?.name
    }
    let mine = "databases:\n  a: embedded:a\n  b: http://127.0.0.1:9000?ns=b\n"
    let firebase = "  c: https://c.firebaseio.com\n  d: https://d.firebaseio.com\n"
    #expect(try database(mine) == nil)
    #expect(try database(mine + firebase) == "c")
    #expect(try database(mine + firebase + "marker: off\n") == nil)
    #expect(try database(mine + firebase + "marker: { key: _own }\n") == "a")
    let firestore = "firestore: projects/p/databases/(default)\n"
    #expect(try database(mine + firestore) == "firestore")
    #expect(try database(firestore) == "firestore")
    #expect(try database("firestore: embedded:f\n") == nil)
    #expect(try database(firestore + "marker: off\n") == nil)
    let project = try SeedingProject([:], profile: "marker: { key: ___x___ }\n")
    #expect(try project.profile().reservedCollection == "_x_")
  }

  @Test("The first write sets the marker, which rejects other profiles until one claims it")
  func owners() async throws {
    let project = try project()
    let staging = try #require(EnvironmentMarker(of: try profile("staging", project)))
    let production = try #require(EnvironmentMarker(of: try profile("production", project)))
    #expect(try await staging.refusal(in: project.stores.readers) == nil)
    #expect(try await staging.take(in: project.stores, claiming: false) == nil)
    #expect(try await staging.take(in: project.stores, claiming: false) == nil)
    let owner: TreeLiteral = ["profile": "staging", "project": "demo-stg"]
    #expect(try await project.shops.tree(at: .root) == Tree(["__tane__": ["owner": owner]]))
    #expect(try await project.users.tree(at: .root).isNull)
    #expect(
      try await production.refusal(in: project.stores.readers)?.message == """
        shops:/__tane__/owner assigns the environment to staging (project demo-stg), not to production \
        (project demo-prd). Check databases.shops in environments/production.yaml:1:14. To claim \
        it for production, run tane seed -e production --claim; "marker: off" in the profile \
        turns this check off. Nothing else was \
        read, and nothing was written.
        """
    )
    #expect(try await production.take(in: project.stores, claiming: false) != nil)
    #expect(try await production.take(in: project.stores, claiming: true) == nil)
    #expect(try await production.refusal(in: project.stores.readers) == nil)
    #expect(try await staging.refusal(in: project.stores.readers) != nil)
  }

  @Test("The marker accepts a profile that adds its project ID later")
  func projects() async throws {
    let project = try project()
    let owner: TreeLiteral = ["profile": "staging"]
    try await project.shops.set(Tree(owner), at: "/__tane__/owner")
    let staging = try #require(EnvironmentMarker(of: try profile("staging", project)))
    #expect(try await staging.refusal(in: project.stores.readers) == nil)
  }

  @Test("The marker is a hidden document if there is no Realtime Database")
  func firestore() async throws {
    let project = try SeedingProject(["firestore/posts/p1.yaml": "title: a"])
    for name in ["local", "other"] {
      try project.write(
        "firestore: embedded:main\nmarker: { key: __tane__ }\n",
        to: "environments/\(name).yaml"
      )
    }
    let local = try #require(EnvironmentMarker(of: try profile("local", project)))
    let other = try #require(EnvironmentMarker(of: try profile("other", project)))
    #expect(try await local.take(in: project.stores, claiming: false) == nil)
    #expect(try await local.take(in: project.stores, claiming: false) == nil)
    let fields = try await project.document("_tane_/owner")
    #expect(fields == ["profile": .string("local")])
    #expect(
      try await other.refusal(in: project.stores.readers)?.finding
        == "firestore:/_tane_/owner assigns the environment to local, not to other"
    )
    #expect(try await other.take(in: project.stores, claiming: true) == nil)
    #expect(try await local.take(in: project.stores, claiming: false) != nil)
    try await project.seed()
    let side = (readers: project.stores.readers, context: try project.context())
    let difference = try await EnvironmentPairComparison().run(from: side, to: side)
    let addresses = difference.resources.map { "\($0.address)" }
    #expect(addresses.filter { $0.hasPrefix("firestore:") } == ["firestore:/posts/p1"])
    try project.write("x: 1", to: "fixtures/base/firestore/_tane_/mine.yaml")
    #expect(
      Fixtures.load(for: try project.profile(), from: project.project).diagnostics.map { "\($0)" }
        == [
          "fixtures/base/firestore/_tane_: error: \"_tane_\" is the collection reserved for Tane; "
            + "use another name, or change the reserved name with \"marker: { key: … }\" in the "
            + "profile [reserved-key]\n  firestore:/_tane_"
        ]
    )
  }

  @Test("The marker is not written below a single value, and an unreadable one is an error")
  func unusual() async throws {
    let project = try project()
    let staging = try #require(EnvironmentMarker(of: try profile("staging", project)))
    try await project.shops.set(Tree(1), at: .root)
    #expect(try await staging.take(in: project.stores, claiming: false) == nil)
    #expect(try await project.shops.tree(at: .root) == Tree(1))
    try await project.shops.set(Tree("mine"), at: "/__tane__/owner")
    let refusal = try await staging.refusal(in: project.stores.readers)
    #expect(
      refusal?.finding
        == "shops:/__tane__/owner does not state which profile the environment belongs to"
    )
  }
}
