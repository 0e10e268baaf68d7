import DemoModels
import Foundation
import TestSupport
import TaneCore
import TaneFormats
import TaneMapping
import TaneSwiftSource
import TaneTesting
import Testing

@Suite("The demo project")
struct DemoTests {
  private let sources: SourceIndex
  private let shops: Tree
  private let users: Tree

  init() throws {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    func bytes(_ path: String) throws -> [UInt8] {
      Array(try Data(contentsOf: root.appending(path: path)))
    }
    let folder = "Sources/DemoModels"
    let names = try FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: folder).path
    )
    sources = SourceIndex(
      of: try names.sorted().map { name in
        SwiftFile(name: "\(folder)/\(name)", bytes: try bytes("\(folder)/\(name)"))
      }
    )
    func tree(_ name: String) throws -> Tree {
      let path = "fixtures/base/databases/\(name)/\(name).yaml"
      let result = TreeParser.parse(try bytes(path), named: path, as: .yaml)
      return try #require(result.tree).readBackForm()
    }
    shops = try tree("shops")
    users = try tree("users")
  }

  @Test("The demo data has no findings and no unchecked parts")
  func clean() {
    for (tree, type) in [(shops, "[Shop]"), (users, "[String: UserInformation]")] {
      let report = report(sources, type, tree)
      #expect(report.summaries == [])
      #expect(report.notChecked == [])
      #expect(report.valueCount > 100)
    }
  }

  @Test("Every fault planted in the demo data is found, and nothing else")
  func plantedFaults() {
    var total = 0
    for seed in 0..<40 as Range<UInt64> {
      var planter = FaultPlanter(seed: seed)
      let broken = Tree(.list(shops.children.map { planter.broken(shop: $0) }))
      let found = report(sources, "[Shop]", broken).findings.map {
        "\($0.code) \($0.address?.path ?? .root)"
      }
      #expect(found.sorted() == planter.faults.sorted(), "seed \(seed)")
      total += planter.faults.count
    }
    #expect(total > 500)
  }

  @Test("Source checks and compiled checks find the same faults in the demo data")
  func compiledTypes() {
    let address = Address(service: "db", path: .root)
    let options = MappingCheckOptions(model: .unchanged)
    for seed in 100..<140 as Range<UInt64> {
      var planter = FaultPlanter(seed: seed)
      let broken = Tree(.list(shops.children.map { planter.broken(shop: $0) }))
      let compiled = check([Shop].self, in: broken, at: address, options: options)
      let found = report(sources, "[Shop]", broken)
      #expect(found.summaries.sorted() == compiled.summaries.sorted(), "seed \(seed)")
      #expect(compiled.findings.count == planter.faults.count)
    }
  }
}

/// A generator of faults in shops, which records the expected findings.
private struct FaultPlanter {
  private(set) var faults: [String] = []
  private var random: SeededGenerator
  private var count = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func broken(shop: Tree) -> TreeLiteral {
    let path = "/\(count)"
    count += 1
    var entries: [(String, TreeLiteral)] = []
    for child in shop.children {
      let key = child.key ?? ""
      if key == "foods", child.kind == .list {
        let foods = child.children.enumerated().map { index, food in
          broken(food, at: "\(path)/foods/\(index)")
        }
        entries.append((key, .list(foods)))
      } else {
        entries += broken(key, child, at: path)
      }
    }
    return .map(entries)
  }

  private mutating func broken(_ food: Tree, at path: String) -> TreeLiteral {
    .map(food.children.flatMap { broken($0.key ?? "", $0, at: path) })
  }

  /// Returns a scalar that has a fault in one of ten cases.
  private mutating func broken(
    _ key: String,
    _ value: Tree,
    at path: String
  ) -> [(String, TreeLiteral)] {
    guard Int.random(in: 0..<10, using: &random) == 0 else { return [(key, .tree(value))] }
    let isOptional = key.hasSuffix("image_url")
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      faults.append("wrong-type \(path)/\(key)")
      return [(key, true)]
    case 1:
      if !isOptional { faults.append("null-value \(path)/\(key)") }
      return [(key, nil)]
    case 2:
      if !isOptional { faults.append("missing-key \(path)/\(key)") }
      return []
    case 3:
      // A misspelling causes one finding; for a required key, it is the missing key.
      faults.append(isOptional ? "unread-key \(path)/\(key)_" : "missing-key \(path)/\(key)")
      return [(key + "_", .tree(value))]
    default:
      faults.append("unread-key \(path)/zzzzzzzz\(key)")
      return [(key, .tree(value)), ("zzzzzzzz" + key, 1)]
    }
  }
}
