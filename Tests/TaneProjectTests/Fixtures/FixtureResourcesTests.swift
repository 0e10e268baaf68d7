import SystemPackage
import TaneCore
import TaneProject
import Testing

@Suite("Resources of fixtures")
struct FixtureResourcesTests {
  private let demo = DemoFiles([
    "environments/local.yaml": """
    databases: { shops: embedded:shops }
    buckets: { images: embedded:images }
    firestore: projects/p/databases/(default)
    accounts: p
    """,
    "fixtures/base/databases/shops/a.yaml": "{ b: 1, c: !server-timestamp }",
    "fixtures/base/databases/shops/d/e.yaml": "2",
    "fixtures/base/buckets/images/x.txt": "bytes",
    "fixtures/base/buckets/images/x.txt.meta.yaml":
      "{ cacheControl: no-cache, metadata: { by: mika } }",
    "fixtures/base/firestore/posts/p1.yaml": "{ at: !timestamp 2026-01-01T00:00:00Z }",
    "fixtures/base/accounts.yaml":
      "u1: { email: Mika@example.com, password: secret-1, displayName: Mika }\nu2: {}",
  ])

  private func fixtures() throws -> Fixtures {
    Fixtures.load(for: try demo.profiles().profile(named: "local"), from: demo.project)
  }

  @Test("Fixtures in all services have addresses and content")
  func addresses() throws {
    let fixtures = try fixtures()
    #expect(fixtures.messages == [])
    #expect(
      fixtures.services.map { "\($0.kind) \($0.name)" }
        == ["databases shops", "buckets images", "firestore firestore", "accounts accounts"]
    )
    #expect(
      fixtures.resources.map(\.address.description) == [
        "shops:/a", "shops:/d/e", "images:/x.txt", "firestore:/posts/p1", "accounts:/u1",
        "accounts:/u2",
      ]
    )
    let contents = fixtures.resources.map(\.content)
    #expect(contents[0] == Tree(["b": 1, "c": .serverTimestamp]))
    #expect(contents[1] == Tree(2))
    #expect(
      contents[2]
        == Tree([
          "contentType": "text/plain", "cacheControl": "no-cache", "metadata": ["by": "mika"],
        ])
    )
    #expect(contents[3]["at"]?.tag != NodeTag.none)
    let place = SourcePosition(
      file: "fixtures/base/databases/shops/a.yaml",
      line: 1,
      column: 6
    )
    #expect(contents[0]["b"]?.position == place)
  }

  @Test("An object fixture has the digest of its bytes and its file")
  func bytes() throws {
    let fixtures = try fixtures()
    let checksum = CRC32C.checksum(of: Array("bytes".utf8))
    #expect(
      fixtures.resources.map(\.blob)
        == [nil, nil, BlobDigest(size: 5, crc32c: checksum), nil, nil, nil]
    )
    let address = Address(bucket: "images", object: "x.txt")
    #expect(fixtures.file(at: address) == "/demo/fixtures/base/buckets/images/x.txt")
    #expect(fixtures.file(at: Address(service: "shops", path: "/a")) == nil)
  }

  @Test("A password is redacted in fixtures and available only by its address")
  func secrets() throws {
    let fixtures = try fixtures()
    #expect(
      fixtures.resources.suffix(2).map(\.content) == [
        Tree(["email": "mika@example.com", "password": "<redacted>", "displayName": "Mika"]),
        Tree(.map([])),
      ]
    )
    let address = Address(account: "u1", below: "/password")
    #expect(fixtures.secret(at: address)?.revealed == "secret-1")
    #expect(fixtures.secret(at: Address(account: "u2", below: "/password")) == nil)
    #expect(
      fixtures.counts.map { "\($0.count) \($0.noun)" } == [
        "3 value", "1 document", "2 account", "0 template", "1 object",
      ]
    )
  }
}
