import TestSupport
import TaneCore
import Testing

@Suite("Order of a plan's steps")
struct PlanOrderTests {
  private static let file = staged(.named)
  private static let configuration = staged(.configuration)
  private static let account = {
    var rules = staged(.named)
    rules.uniqueValues = { $0["email"]?.string.map { [$0] } ?? [] }
    return rules
  }()
  /// Rules of documents whose member `to` lists the identifiers of other documents.
  private static let documents = {
    var rules = staged(.data)
    rules.references = { content in
      let ids = content["to"].map { $0.children.compactMap(\.string) } ?? []
      return ids.map { Address("firestore:/d/\($0)") }
    }
    return rules
  }()

  private static func staged(_ stage: WriteStage) -> ResourceRules {
    var rules = ResourceRules()
    rules.stage = stage
    return rules
  }

  private static func difference(
    _ text: String,
    _ rules: ResourceRules,
    from old: TreeLiteral = .null,
    to new: TreeLiteral = .null
  ) -> ResourceDifference {
    let address = Address(text)
    return ResourceComparison(rules, PlanPolicy(), among: [address])
      .compare(from: Resource(address, Tree(old)), to: Resource(address, Tree(new)))
  }

  private static func document(
    _ id: Int,
    from old: [Int]? = nil,
    to new: [Int]? = nil
  ) -> ResourceDifference {
    func literal(_ others: [Int]?) -> TreeLiteral {
      guard let others else { return .null }
      return ["to": .list(others.map { .string("\($0)") }), "id": .integer(Int64(id))]
    }
    return difference("firestore:/d/\(id)", documents, from: literal(old), to: literal(new))
  }

  private static func order(_ differences: [ResourceDifference]) -> PlanOrder {
    PlanOrder(Plan(Difference(differences), prunes: true).steps)
  }

  private static func text(_ order: PlanOrder) -> [[String]] {
    order.phases.map { $0.map { "\($0.address)" } }
  }

  private static func ids(_ order: PlanOrder) -> [Int] {
    order.phases.joined().compactMap { $0.address.path.key.flatMap { Int($0) } }
  }

  @Test("Files and accounts precede data and configuration, and removals run in reverse")
  func stages() {
    let order = Self.order([
      Self.difference("config:/", Self.configuration, from: ["a": 1], to: ["a": 2]),
      Self.difference("shops:/a", Self.staged(.data), to: 1),
      Self.difference("shops:/b", Self.staged(.data), from: 1),
      Self.difference("images:/1", Self.file, to: "x"),
      Self.difference("images:/2", Self.file, from: "x"),
      Self.difference("accounts:/u", Self.account, to: ["email": "a@example.com"]),
    ])
    #expect(
      Self.text(order) == [
        ["images:/1", "accounts:/u"], ["shops:/a", "shops:/b"], ["config:/"], ["images:/2"],
      ]
    )
  }

  @Test("An account is removed before another one takes its address")
  func uniqueValues() {
    let order = Self.order([
      Self.difference("accounts:/a", Self.account, to: ["email": "1@example.com"]),
      Self.difference("accounts:/b", Self.account, from: ["email": "1@example.com"]),
      Self.difference("accounts:/c", Self.account, from: ["email": "2@example.com"]),
      Self.difference("shops:/a", Self.staged(.data), to: 1),
    ])
    #expect(
      Self.text(order) == [["accounts:/b", "accounts:/a"], ["shops:/a"], ["accounts:/c"]]
    )
  }

  @Test("An account that takes another account's address is written after that account")
  func movedValues() {
    let order = Self.order([
      Self.difference(
        "accounts:/a",
        Self.account,
        from: ["email": "1@example.com"],
        to: ["email": "2@example.com"]
      ),
      Self.difference(
        "accounts:/b",
        Self.account,
        from: ["email": "2@example.com"],
        to: ["email": "3@example.com"]
      ),
      Self.difference("accounts:/0", Self.account, to: ["email": "1@example.com"]),
    ])
    #expect(Self.text(order) == [["accounts:/b", "accounts:/a", "accounts:/0"]])
  }

  @Test("A document follows the documents it refers to, otherwise in address order")
  func references() {
    let order = Self.order([
      Self.document(1, to: [3, 9]), Self.document(2, to: []), Self.document(3, to: [4]),
      Self.document(4, from: [], to: [4]),
    ])
    #expect(Self.ids(order) == [4, 3, 1, 2])
    #expect(order.prerequisites(of: Address("firestore:/d/1")) == [Address("firestore:/d/3")])
    #expect(order.prerequisites(of: Address("firestore:/d/4")).isEmpty)
  }

  @Test("A document is removed after all references to it")
  func removals() {
    let order = Self.order([
      Self.document(1, from: []), Self.document(2, from: [1]), Self.document(3, from: [1], to: []),
      Self.document(4, from: [2]), Self.document(5, to: []),
    ])
    #expect(Self.ids(order) == [3, 5, 4, 2, 1])
    #expect(
      order.prerequisites(of: Address("firestore:/d/1")).map(\.description)
        == ["firestore:/d/3", "firestore:/d/2"]
    )
  }

  @Test("A reference cycle is always broken in the same place and is never an error")
  func circles() {
    let differences = [
      Self.document(1, to: [2]), Self.document(2, to: [3]), Self.document(3, to: [1]),
      Self.document(4, from: [5]), Self.document(5, from: [4]),
    ]
    #expect(Self.ids(Self.order(differences)) == [3, 2, 1, 5, 4])
    #expect(Self.ids(Self.order(differences)) == [3, 2, 1, 5, 4])
  }

  @Test("A chain of references may be as long as the plan")
  func chain() {
    let count = 5000
    let order = Self.order((0..<count).map { Self.document($0, to: [$0 + 1]) })
    #expect(Self.ids(order) == (0..<count).reversed())
  }

  @Test(
    "Sorting acyclic references keeps every step once, with references pointing back"
  )
  func law() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<200 {
      let count = Int.random(in: 1...30, using: &random)
      let names = Array(0..<count).shuffled(using: &random)
      // Each document refers to documents that precede it in a random order, which is independent
      // of the identifiers.
      let references = names.indices.map { index in
        (0..<3).compactMap { _ in names[..<index].randomElement(using: &random) }
      }
      let removes = Bool.random(using: &random)
      let differences = zip(names, references).map { name, others in
        Self.document(name, from: removes ? others : nil, to: removes ? nil : others)
      }
      let sorted = Self.ids(Self.order(differences.sorted { $0.address < $1.address }))
      #expect(sorted.sorted() == Array(0..<count))
      let positions = Dictionary(uniqueKeysWithValues: zip(sorted, 0...))
      for (name, others) in zip(names, references) {
        for other in others {
          let isRight =
            removes ? positions[name]! < positions[other]! : positions[other]! < positions[name]!
          #expect(isRight, "\(name) and \(other) in \(sorted)")
        }
      }
    }
  }
}
