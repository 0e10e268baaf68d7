import TestSupport
import SystemPackage
import TaneCore
import TaneFormats
import Testing

@testable import TaneProject
@testable import TaneSeeding

@Suite("Masking of resources")
struct MaskerTests {
  private static let services = """
    databases: { users: embedded:users }
    buckets: { images: embedded:images }
    firestore: embedded:main
    accounts: embedded:main

    """

  private func profile(_ masks: String) throws -> EnvironmentProfile {
    var files = InMemoryFiles()
    files.makeFolder("/demo/fixtures/base")
    files.write(Self.services + "masks:\n" + masks, to: "/demo/environments/local.yaml")
    let project = Project(root: "/demo", files: files)
    return try EnvironmentProfiles.load(from: project, variables: [:]).profile(named: "local")
  }

  private func masker(_ masks: String, of resources: [Resource] = []) throws -> Masker {
    let profile = try profile(masks)
    let rules = MaskRules(profile.masks)
    var originals = MaskedOriginals(rules: rules)
    resources.forEach { originals.add($0) }
    let key = try MaskKey(named: nil, in: ["TANE_MASK_KEY": "0123456789abcdef"])
    return Masker(
      rules: rules,
      profile: profile,
      pseudonyms: Pseudonyms(key: key, avoiding: OriginalSearch(originals.originals))
    )
  }

  private func resource(_ address: String, _ yaml: String) throws -> Resource {
    let tree = try #require(YAMLReader().read(Array(yaml.utf8), named: "a.yaml").tree)
    return Resource(try #require(Address(parsing: address)), tree)
  }

  /// Returns a masked resource, and fails if it is dropped.
  private func masked(_ resource: Resource, by masker: inout Masker) throws -> Resource {
    let masked = masker.pseudonymize(resource)
    return try #require(masked)
  }

  @Test("Masking keeps types, and drop and null remove the named values")
  func types() throws {
    let document = try resource(
      "firestore:/users/u1",
      """
      text: Hello there
      at: !timestamp 2020-01-01T00:00:00Z
      place: !geopoint { latitude: 35.5, longitude: 139.25 }
      raw: !bytes AAECAwQF
      friend: !reference users/u2
      boss: !reference users/u1/notes/n1
      flag: true
      nothing: null
      empty: ""
      number: 12345678
      part: 0.125
      list: [one thing, another, 3]
      gone: x
      none: { a: 1 }
      rank: gold
      """
    )
    var masker = try masker(
      """
        firestore:/users/*: [key hash, keep-format]
        firestore:/users/*/friend: keep
        firestore:/users/*/boss: keep
        firestore:/users/*/list/1: drop
        firestore:/users/*/list/2: null
        firestore:/users/*/gone: drop
        firestore:/users/*/none: null
        firestore:/users/*/rank: keep

      """
    )
    let masked = try self.masked(document, by: &masker)
    let id = try #require(masked.address.path.components.last)
    #expect(id.count == 26)
    let content = masked.content
    #expect(content["text"]?.string?.count == 11 && content["text"]?.string != "Hello there")
    #expect(content["at"]?.tag == .timestamp && content["at"]?.string != "2020-01-01T00:00:00Z")
    #expect(content["place"]?.tag == .geopoint)
    let latitude = try #require(content["place"]?["latitude"]?.double)
    #expect((24...46).contains(latitude) && latitude != 35.5)
    #expect(content["raw"]?.tag == .bytes && content["raw"]?.string?.count == 8)
    let other = masker.pseudonymize(Address(service: "firestore", path: "users/u2"))
      .path.components[1]
    #expect(content["friend"]?.string == "users/\(other)")
    #expect(content["boss"]?.string == "users/\(id)/notes/n1")
    #expect(content["flag"]?.bool == false)
    #expect(content["nothing"]?.isNull == true)
    #expect(content["empty"]?.string == "")
    #expect(content["number"]?.integer.map { "\($0)".count } == 8)
    #expect(content["part"]?.double != nil && content["part"]?.double != 0.125)
    #expect(content["list"]?.children.count == 2)
    #expect(content["list"]?.children[1].isNull == true)
    #expect(content["gone"] == nil)
    #expect(content["none"]?.isNull == true)
    #expect(content["rank"]?.string == "gold")
    #expect(masker.findings.isEmpty)
    // Null means no value in services other than Firestore.
    var databases = try self.masker("  users:/a/b: null\n")
    let node = try self.masked(try resource("users:/a", "{ b: 1, c: 2 }"), by: &databases)
    #expect(node.content == Tree(.map([("c", 2)])))
  }

  @Test("A mask on a Remote Config parameter replaces its values and keeps their type")
  func remoteConfig() throws {
    let template = try resource(
      "remoteConfig:/",
      """
      parameters:
        name: { value: secret value, conditions: { ios: { inAppDefault: true } } }
        limit: { type: NUMBER, value: "12345678", conditions: { ios: "87654321" } }
        beta: { type: BOOLEAN, value: "true" }
        team: { type: JSON, value: '{"type":"personal name"}' }
      """
    )
    var masker = try masker(
      "  remoteConfig:/parameters/*: hash\nremoteConfig: embedded:main\n",
      of: [template]
    )
    let masked = try self.masked(template, by: &masker)
    let parameters = try #require(masked.content["parameters"])
    #expect(parameters["name"]?["value"]?.string?.count == 26)
    #expect(parameters["name"]?["conditions"]?["ios"]?["inAppDefault"]?.bool == true)
    #expect(parameters["limit"]?["type"]?.string == "NUMBER")
    let limit = try #require(parameters["limit"]?["value"]?.string)
    #expect(Int64(limit) != nil && limit != "12345678")
    let conditional = try #require(parameters["limit"]?["conditions"]?["ios"]?.string)
    #expect(Int64(conditional) != nil && conditional != "87654321")
    #expect(parameters["beta"]?["type"]?.string == "BOOLEAN")
    #expect(parameters["beta"]?["value"]?.string == "false")
    #expect(parameters["team"]?["type"]?.string == "JSON")
    let team = try #require(parameters["team"]?["value"]?.string)
    #expect(team.count == 37 && team.hasPrefix(#"{"type":""#))
    #expect(!team.contains("personal"))
    #expect(masker.findings.isEmpty)
  }

  @Test("Masking leaves services without rules unchanged and omits dropped resources")
  func untouched() throws {
    var masker = try masker("  firestore:/users/*: drop\n")
    let dropped = masker.pseudonymize(try resource("firestore:/users/u1", "a: 1"))
    #expect(dropped == nil)
    #expect(try masked(try resource("users:/a", "1"), by: &masker).content == Tree(1))
    let post = try masked(try resource("firestore:/posts/p1", "a: 1"), by: &masker)
    #expect(post.content == Tree(.map([("a", 1)])))
  }

  @Test("Colliding keys and accounts with the same email address are findings")
  func collisions() throws {
    var masker = try masker("  users:/users/*: key fake price\n")
    let users = (0..<200).map { "u\($0): 1" }.joined(separator: "\n")
    _ = masker.pseudonymize(try resource("users:/users", users))
    #expect(
      masker.findings.map(\.description) == [
        "environments/local.yaml:6:3: error: users:/users/* gives two keys the same pseudonym with "
          + "key fake price; use \"key hash\" [unusable-mask]"
      ]
    )
  }

  @Test("If all fakes are originals, they are used and not searched for")
  func saturation() throws {
    var cities: Set<String> = []
    for index in 0..<100 {
      var masker = try self.masker("  users:/a: fake en city\n")
      let city = try masked(try resource("users:/a", "city \(index)"), by: &masker).content.string
      cities.insert(try #require(city))
    }
    let resources = try cities.sorted().map { try resource("users:/a", "\"\($0)\"") }
    var masker = try self.masker("  users:/a: fake en city\n", of: resources)
    for resource in resources {
      let city = try masked(resource, by: &masker).content.string
      #expect(cities.contains(try #require(city)))
    }
    #expect(masker.search.sharedCount > 0)
  }

  @Test("An email address in an object name gets its pseudonym, and the content type is kept")
  func objects() throws {
    var masker = try masker(
      "  images:/avatars/*: key fake email\n  images:/docs/*: null\n  accounts:/*/email: fake email\n"
    )
    let object = Resource(
      Address(bucket: "images", object: "avatars/hana@example.jp"),
      ObjectMetadata(contentType: "image/png", custom: ["k": "v"]).tree,
      blob: BlobDigest(size: 1, crc32c: 1)
    )
    let name = try masked(object, by: &masker).address.path.components[1]
    let account = try #require(
      masker.pseudonymize(try resource("accounts:/u1", "email: HANA@example.jp"))
    )
    #expect(account.content["email"]?.string == name)
    let document = Resource(
      Address(bucket: "images", object: "docs/a.txt"),
      ObjectMetadata(contentType: "text/plain", custom: ["owner": "Hana"]).tree,
      blob: BlobDigest(size: 10, crc32c: 1)
    )
    let masked = try self.masked(document, by: &masker)
    #expect(masked.blob == BlobDigest(size: 0, crc32c: 0))
    #expect(masked.content["contentType"]?.string == "text/plain")
    #expect(masked.content["metadata"] == nil)
  }
}
