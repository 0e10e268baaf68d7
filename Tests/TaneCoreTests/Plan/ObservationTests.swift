import TaneCore
import Testing

@Suite("Observation of described resources")
struct ObservationTests {
  private func compare(
    _ found: [(address: String, desired: TreeLiteral, found: Observation)],
    by rules: ResourceRules = ExampleRules.database
  ) -> [ResourceDifference] {
    ResourceComparison(rules, PlanPolicy(), among: found.map { Address($0.address) })
      .compare(found.map { (DesiredResource(Address($0.address), Tree($0.desired)), $0.found) })
  }

  @Test("An unchanged resource has no difference, counts every value and keeps its tag")
  func same() {
    let differences = compare([
      ("shops:/a", ["x": 1, "list": [1, 2]], .same(tag: "tag")),
      ("shops:/b", nil, .same(tag: nil)),
    ])
    #expect(differences.map(\.described) == [[], []])
    #expect(differences.map(\.written.unchangedCount) == [3, 0])
    #expect(differences.map(\.old.version) == [.tag("tag"), .none])
    #expect(differences[0].old.content == Tree(["x": 1, "list": ["0": 1, "1": 2]]))
  }

  @Test("An unchanged object counts once, whatever its metadata")
  func sameObject() {
    let address = Address("images:/a.png")
    let desired = DesiredResource(
      address,
      Tree(["contentType": "image/png", "cacheControl": "no-store"]),
      blob: BlobDigest(size: 3, crc32c: 7)
    )
    let differences = ResourceComparison(ExampleRules.object, PlanPolicy(), among: [address])
      .compare([(desired, .same(tag: "1"))])
    #expect(differences.map(\.written.unchangedCount) == [1])
    #expect(differences.map(\.isObject) == [true])
    #expect(Difference(differences).unchangedObjectCount == 1)
    #expect(Difference(differences).unchangedValueCount == 0)
  }

  @Test("A leaf above a resource is replaced by everything that fixtures describe below it")
  func leaf() {
    let leaf = Resource(Address("shops:/a"), Tree("precious"), version: .tag("t"))
    let differences = compare([("shops:/a/b/c", ["x": 1], .below(leaf: leaf))])
    #expect(differences.map(\.described) == [["changed /a"]])
    #expect(differences[0].old.content == Tree("precious"))
    #expect(differences[0].old.version == .tag("t"))
    #expect(differences[0].new.content == Tree(["b": ["c": ["x": 1]]]))
  }

  @Test("A leaf above several resources is replaced once, and the others keep their order")
  func leafAboveSeveral() {
    let leaf = Resource(Address("shops:/m"), Tree(5))
    let differences = compare([
      ("shops:/z", 1, .found(Resource(Address("shops:/z"), .null))),
      ("shops:/m/2", 2, .below(leaf: leaf)),
      ("shops:/a", 1, .found(Resource(Address("shops:/a"), Tree(1)))),
      ("shops:/m/1", ["x": 1], .below(leaf: leaf)),
    ])
    #expect(differences.map(\.address.description) == ["shops:/a", "shops:/m", "shops:/z"])
    #expect(differences.map(\.described) == [[], ["changed /m"], ["added /z"]])
    #expect(differences[1].new.content == Tree(["1": ["x": 1], "2": 2]))
  }

  @Test("Two leaves are replaced separately")
  func leaves() {
    let differences = compare([
      ("shops:/a/x", 1, .below(leaf: Resource(Address("shops:/a"), Tree(1)))),
      ("shops:/b/x", 2, .below(leaf: Resource(Address("shops:/b"), Tree(2)))),
    ])
    #expect(differences.map(\.described) == [["changed /a"], ["changed /b"]])
  }

  private static let bytes = BlobDigest(size: 3, crc32c: 7)
  private static let png: TreeLiteral = ["contentType": "image/png"]

  private static let objects: [(String, Resource?, DesiredResource?, Change.Kind?)] = [
    ("the same", found(png, bytes), desired(png, bytes), nil),
    ("other bytes", found(png, BlobDigest(size: 3, crc32c: 8)), desired(png, bytes), .changed),
    ("more bytes", found(png, BlobDigest(size: 4, crc32c: 7)), desired(png, bytes), .changed),
    ("other metadata", found(["contentType": "text/plain"], bytes), desired(png, bytes), .changed),
    ("none there", nil, desired(png, bytes), .added),
  ]

  private static func found(_ content: TreeLiteral, _ blob: BlobDigest) -> Resource {
    Resource(Address("images:/a.png"), Tree(content), blob: blob, version: .tag("1"))
  }

  private static func desired(_ content: TreeLiteral, _ blob: BlobDigest) -> DesiredResource {
    DesiredResource(Address("images:/a.png"), Tree(content), blob: blob)
  }

  @Test("An object compares as a whole", arguments: objects.indices)
  func object(_ index: Int) throws {
    let (name, found, wanted, kind) = Self.objects[index]
    let address = Address("images:/a.png")
    let desired = try #require(wanted)
    for policy in [PlanPolicy(), PlanPolicy.spelled(ignored: ["images:/*.png", "images:/a.png"])] {
      let difference = ResourceComparison(ExampleRules.object, policy, among: [address])
        .compare(found ?? Resource(address, .null), with: desired)
      let isIgnored = !policy.ignored.isEmpty && kind != nil
      let listed = kind.map { ["\($0.rawValue) /a.png"] } ?? []
      #expect(difference.described == (isIgnored ? [] : listed), "\(name)")
      #expect(difference.written.unchangedCount == (kind == nil ? 1 : 0), "\(name)")
      #expect(difference.written.ignoredCount == (isIgnored ? 1 : 0), "\(name)")
      #expect(difference.readable == nil)
      if let kind { #expect(difference.kind == kind) }
    }
  }
}
