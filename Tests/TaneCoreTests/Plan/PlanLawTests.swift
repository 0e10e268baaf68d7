import TestSupport
import TaneCore
import TaneTesting
import Testing

@Suite("Laws of plans")
struct PlanLawTests {
  // MARK: Databases

  /// A database with fixtures for some of its nodes.
  private struct NodeWorld {
    let store = InMemoryTreeStore()
    let desired: [DesiredResource]
    let policy: PlanPolicy

    init(_ random: inout SeededGenerator) async throws {
      let paths = ["/a", "/b/c", "/b/d/0", "/e"].shuffled(using: &random).prefix(3).sorted()
      let bases = paths.map { _ in RandomTree.literal(&random, depth: 3) }
      desired = zip(paths, bases).map { DesiredResource(Address("shops:\($0)"), Tree($1)) }
      policy = PlanPolicy.spelled(
        listed: Bool.random(using: &random) ? ["shops:/a"] : [],
        ignored: Bool.random(using: &random) ? ["shops:/**/2", "shops:/b/*/a"] : []
      )
      try await store.set(Tree(RandomTree.literal(&random, depth: 4)), at: .root)
      for (path, base) in zip(paths, bases) where Int.random(in: 0..<4, using: &random) > 0 {
        let live = Tree(RandomEdit.edited(base, &random))
        try await store.set(live, at: TreePath(parsing: path))
      }
    }

    /// Compares the nodes with the fixtures like an adapter, including leaves above the nodes.
    func difference() async throws -> Difference {
      var found: [(desired: DesiredResource, found: Observation)] = []
      for resource in desired {
        found.append((resource, try await observation(of: resource)))
      }
      let comparison = ResourceComparison(
        ExampleRules.database,
        policy,
        among: desired.map(\.address)
      )
      return Difference(comparison.compare(found))
    }

    private func observation(of resource: DesiredResource) async throws -> Observation {
      let value = try await store.tree(at: resource.address.path)
      if value.isNull, resource.content.existsInRealtimeDatabase {
        var path = resource.address.path
        while !path.isRoot {
          path = path.parent
          let above = try await store.tree(at: path)
          guard above.isNull || above.kind.isContainer else {
            return .below(leaf: Resource(Address(service: "shops", path: path), above))
          }
        }
      }
      return .found(Resource(resource.address, value))
    }

    /// Applies the steps in one update, which expects the observed values.
    func apply(_ plan: Plan) async throws {
      try await store.update(
        plan.steps.flatMap(\.changes).map {
          TreeWrite(path: $0.path, value: $0.new ?? .null, expected: $0.old ?? .null)
        }
      )
    }
  }

  @Test(
    "After applying a database plan the next plan is empty, and its inverse restores everything",
    arguments: [1, 2, 3, 4]
  )
  func database(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    var (written, leaves) = (0, 0)
    for round in 0..<150 {
      let world = try await NodeWorld(&random)
      let prunes = Bool.random(using: &random)
      let began = try await world.store.tree(at: .root)
      let plan = Plan(try await world.difference(), prunes: prunes)
      try await world.apply(plan)
      let again = Plan(try await world.difference(), prunes: prunes)
      #expect(again.isEmpty, "round \(round): \(plan.places), then \(again.places)")
      #expect(try await world.difference().isSettled)
      written += plan.isEmpty ? 0 : 1
      leaves += plan.steps.count { step in
        !world.desired.contains { $0.address == step.address }
      }
      let inverse = plan.inverse
      #expect(inverse.steps.count == plan.steps.count)
      try await world.apply(inverse)
      #expect(try await world.store.tree(at: .root) == began, "round \(round): \(plan.places)")
    }
    // Checks that the random cases are not trivial.
    #expect(written > 75 && leaves > 0)
  }

  @Test("A database plan writes nothing that fixtures do not describe", arguments: [5, 6])
  func ownership(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<150 {
      let world = try await NodeWorld(&random)
      let plan = Plan(try await world.difference(), prunes: true)
      for address in plan.addresses {
        #expect(
          world.desired.contains { $0.address.contains(address) || address.contains($0.address) }
        )
        #expect(!world.policy.ignored.contains { $0.matches(address) }, "\(address)")
      }
      let leaves = plan.steps.filter { step in
        !world.desired.contains { $0.address == step.address }
      }
      #expect(leaves.allSatisfy { !$0.before.content.kind.isContainer })
    }
  }

  // MARK: Documents

  /// Documents by address, with fixtures for some of them.
  private struct DocumentWorld {
    var documents: [Address: Tree] = [:]
    let desired: [DesiredResource]
    let policy: PlanPolicy

    init(_ random: inout SeededGenerator) {
      let addresses = (0..<4).map { Address("firestore:/posts/p\($0)") }
      let bases = addresses.map { _ in Self.fields(&random) }
      desired = zip(addresses, bases).dropLast().map { DesiredResource($0, Tree($1)) }
      policy = PlanPolicy.spelled(
        listed: Bool.random(using: &random) ? ["firestore:/posts/p1"] : [],
        ignored: Bool.random(using: &random) ? ["firestore:/posts/*/ab", "firestore:/**/2"] : []
      )
      for (address, base) in zip(addresses, bases) where Int.random(in: 0..<4, using: &random) > 0 {
        let edited = Tree(RandomEdit.edited(base, &random))
        documents[address] = edited.kind == .map ? edited : Tree(Self.fields(&random))
      }
    }

    private static func fields(_ random: inout SeededGenerator) -> TreeLiteral {
      let vector: TreeLiteral = [
        "__type__": "__vector__", "value": [.double(Double.random(in: 0...1, using: &random))],
      ]
      let keys = ["a", "ab", "2", "店", "v"].shuffled(using: &random)
      return .map(
        keys.prefix(Int.random(in: 0...5, using: &random)).map {
          ($0, $0 == "v" ? vector : RandomTree.literal(&random, depth: 3))
        }
      )
    }

    func difference() -> Difference {
      let comparison = ResourceComparison(
        ExampleRules.document,
        policy,
        among: desired.map(\.address)
      )
      return Difference(
        comparison.compare(
          desired.map { ($0, .found(Resource($0.address, documents[$0.address] ?? .null))) }
        )
      )
    }

    /// Applies the steps and checks that each document is the observed one.
    mutating func apply(_ plan: Plan) {
      for step in plan.steps {
        let found = documents[step.address] ?? .null
        #expect(found == step.before.content, "\(step.address)")
        guard !step.removesResource else {
          documents[step.address] = nil
          continue
        }
        let changes = step.changes.compactMap { $0.relative(to: step.address.path) }
        documents[step.address] = found.applying(Changeset(changes: changes))
      }
    }
  }

  @Test(
    "After applying a document plan the next plan is empty, and its inverse restores everything",
    arguments: [1, 2, 3, 4]
  )
  func documents(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var written: Set<Change.Kind> = []
    for round in 0..<150 {
      var world = DocumentWorld(&random)
      let began = world.documents
      let prunes = Bool.random(using: &random)
      let plan = Plan(world.difference(), prunes: prunes)
      world.apply(plan)
      written.formUnion(plan.steps.map(\.difference.kind))
      let again = Plan(world.difference(), prunes: prunes)
      #expect(again.isEmpty, "round \(round): \(again.steps.flatMap(\.difference.described))")
      world.apply(plan.inverse)
      #expect(world.documents.keys.sorted() == began.keys.sorted(), "round \(round)")
      for (address, tree) in began {
        #expect(world.documents[address] == tree, "round \(round): \(address)")
      }
    }
    #expect(written == [.added, .changed])
  }

  // MARK: Objects

  @Test("The inverse of an object plan has the previous bytes and metadata")
  func objects() {
    func object(_ name: String, _ type: String?, _ size: Int) -> Resource {
      Resource(
        Address(bucket: "images", object: name),
        type.map { Tree(["contentType": .string($0)]) } ?? .null,
        blob: type == nil ? nil : BlobDigest(size: size, crc32c: UInt32(size))
      )
    }
    let comparison = ResourceComparison(ExampleRules.object, PlanPolicy(), among: [])
    let pairs = [
      (object("added", nil, 0), object("added", "image/png", 2)),
      (object("bytes", "image/png", 1), object("bytes", "image/png", 2)),
      (object("metadata", "image/png", 1), object("metadata", "image/gif", 1)),
      (object("removed", "image/png", 1), object("removed", nil, 0)),
      (object("same", "image/png", 1), object("same", "image/png", 1)),
    ]
    let plan = Plan(Difference(pairs.map { comparison.compare(from: $0, to: $1) }), prunes: true)
    #expect(plan.steps.map(\.removesResource) == [false, false, false, true])
    let inverse = plan.inverse
    #expect(inverse.steps.map(\.address) == plan.steps.reversed().map(\.address))
    for (step, undone) in zip(inverse.steps, plan.steps.reversed()) {
      #expect(step.before.blob == undone.after.blob)
      #expect(step.after.blob == undone.before.blob)
      #expect(step.after.content == undone.before.content)
    }
    #expect(inverse.steps.map(\.removesResource) == [false, false, false, true])
  }
}
