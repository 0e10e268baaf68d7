import TaneCore
import TaneFormats
import TaneProject
import TestSupport

/// Generates fixtures of all kinds with unusual values, which are the same for the same seed.
struct RandomFixtures {
  private static let keys = [
    "0", "1", "10", "01", "-1", "a b", "é", "店", "\u{FF61}", "🍜", "2147483648", "~", "a%2Fb",
    "null",
  ]
  private static let texts = [
    "", "a/b", "\"quoted\"", "\\", "line\nbreak", "é", "e\u{301}", "🍜👩‍👩‍👧", "\u{301}", "null", "1e3",
    "# no",
  ]
  private static let integers: [Int64] = [.min + 1, -1, 0, 1, 9_007_199_254_740_993, .max]
  private static let doubles: [Double] = [
    -0.0, 0.1, 1.5, -1e300, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 0x1p63,
  ]

  private var values: DocumentValueGenerator

  init(seed: UInt64) { values = DocumentValueGenerator(seed: seed) }

  /// Creates a project with an environment `local`.
  mutating func project() throws -> TemporaryProject {
    let profile = """
      databases: { shops: 'embedded:shops' }
      buckets: { images: 'embedded:images' }
      firestore: embedded:main
      accounts: embedded:main
      remoteConfig: embedded:main

      """
    let template = RemoteConfigTemplate.random(using: &values.random)
    return try TemporaryProject(files: [
      "environments/local.yaml": profile,
      "fixtures/base/databases/shops/nodes.yaml": YAMLWriter().write(Tree(.map(nodes(depth: 3)))),
      "fixtures/base/firestore/c.yaml": YAMLWriter().write(documents()),
      "fixtures/base/accounts.yaml": YAMLWriter().write(accounts()),
      "fixtures/base/remote-config.yaml": YAMLWriter().write(template.tree),
      "fixtures/base/buckets/images/a/b.txt": values.pick(Self.texts),
      "fixtures/base/buckets/images/a/b.txt.meta.yaml": """
      contentType: text/x-unusual
      metadata: { note: \(YAMLWriter().write(Tree(.string(values.pick(["a", "é", "🍜"])))).dropLast()) }

      """,
    ])
  }

  // MARK: Databases

  private mutating func nodes(depth: Int) -> [(String, TreeLiteral)] {
    let count = Int.random(in: 1...5, using: &values.random)
    return Self.keys.shuffled(using: &values.random).prefix(count).map { ($0, node(depth: depth)) }
  }

  /// Returns a value, sometimes with a priority in the export form.
  private mutating func node(depth: Int) -> TreeLiteral {
    switch Int.random(in: 0..<(depth > 0 ? 10 : 5), using: &values.random) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &values.random))
    case 2: return .integer(values.pick(Self.integers))
    case 3: return .double(values.pick(Self.doubles))
    case 4: return .string(values.pick(Self.texts))
    case 5: return .list((0..<3).map { _ in node(depth: depth - 1) })
    case 6: return .map([])
    case 7: return .map([(".value", .string(values.pick(Self.texts))), (".priority", 1.5)])
    case 8: return .map(nodes(depth: depth - 1) + [(".priority", "p")])
    default: return .map(nodes(depth: depth - 1))
    }
  }

  // MARK: Documents and accounts

  private mutating func documents() -> Tree {
    let ids = ["a b", "é", "🍜", "__id7__", "10"]
    let documents = ids.map { id -> (String, TreeLiteral) in
      var fields = DocumentFields()
      for name in Self.keys + ["a/b", "a.b", "`"] { fields[name] = values.value(depth: 3) }
      fields["empty"] = .map([:])
      fields["none"] = .array([])
      return (id, .tree(Tree(document: Self.withoutNestedArrays(fields))))
    }
    return Tree(.map(documents))
  }

  /// Returns fields without arrays and vectors directly in arrays, which Firestore rejects.
  private static func withoutNestedArrays(_ fields: DocumentFields) -> DocumentFields {
    DocumentFields(fields.map { ($0.name, withoutNestedArrays($0.value, inArray: false)) })
  }

  private static func withoutNestedArrays(_ value: DocumentValue, inArray: Bool) -> DocumentValue {
    switch value {
    case .array(let elements):
      inArray ? .null : .array(elements.map { withoutNestedArrays($0, inArray: true) })
    case .map(let fields):
      inArray && value.vector != nil ? .null : .map(withoutNestedArrays(fields))
    default: value
    }
  }

  private mutating func accounts() -> Tree {
    let ids = ["1", "é", "🍜", "plain"]
    return Tree(
      .map(
        ids.enumerated().map { index, id in
          (
            id,
            [
              "email": .string("user\(index)@example.com"), "emailVerified": .bool(index == 0),
              "displayName": .string(values.pick(["a", "森 悠真", "🍜", "\"q\""])),
              "password": .string(values.pick(["secret:password=1", "\u{301}accent", "日本語パスワード"])),
              "claims": ["level": .integer(values.pick([1, -1])), "editor": true],
              "disabled": .bool(index == 3),
            ]
          )
        }
      )
    )
  }
}
