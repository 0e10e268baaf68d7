import Foundation
import TaneCore
import TaneMapping
import TaneSwiftSource
import Testing

@Suite("Agreement of source checks with the decoder")
struct AgreementTests {
  private let sources: SourceIndex

  init() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "ReadTypes.swift")
    let bytes = Array(try Data(contentsOf: file))
    sources = SourceIndex(of: [SwiftFile(name: "ReadTypes.swift", bytes: bytes)])
  }

  private let store: TreeLiteral = [
    "store_id": 1, "name": "麺屋", "rating": 4.5, "kind": "bake_house", "site": "https://a.example/b",
    "opened": 700_000_000, "tags": ["a", "b"], "floors": [1, -2],
    "hours": ["mon": [9, 17], "tue": []], "version": 3,
    "place": [
      "latitude": 35, "longitude": 139.5, "label": "x",
      "parts": [["value": true, "next": [["value": false]]]],
    ],
    "payments": [["cash": ["amount": 10]], ["card": ["_0": "1", "holder": nil]], ["free": [:]]],
  ]

  /// The store without its constant, which is not decoded, and about which the two checks have
  /// different messages.
  private var readStore: TreeLiteral {
    guard case .map(let entries) = store else { return store }
    return .map(entries.filter { $0.0 != "version" })
  }

  private var everything: TreeLiteral {
    [
      "stores": [store, store],
      "birds": ["a": ["legs": 2, "wings": 2.5]],
      "tolerant": [
        [
          "name": "n", "count": 1, "inner": ["x": 1], "code": 5, "ranks": ["gold", 1],
          "levels": ["low": true], "slug": ["a", "b"],
        ]
      ],
    ]
  }

  @Test("A valid document has no findings and decodes")
  func right() throws {
    let tree = Tree(everything)
    _ = try TreeDecoder().decode(Everything.self, from: tree)
    let report = report(sources, "Everything", tree)
    #expect(report.summaries == [])
    #expect(
      report.typeNames == [
        "Bird", "Code", "Everything", "Part<Bool>", "Payment", "Place", "Rank", "Store",
        "Store.Kind",
        "Tolerant",
      ]
    )
  }

  @Test("Source checks and the decoder agree on 3,000 scrambled documents")
  func scrambled() {
    let check = StaticCheck(
      of: TypeReference(parsing: "Everything") ?? .other(""),
      in: sources
    )
    let address = Address(service: "db", path: .root)
    var failures = 0
    for seed in 0..<3000 as Range<UInt64> {
      var scrambler = Scrambler(seed: seed, rate: seed.isMultiple(of: 2) ? 5 : 25)
      let tree = Tree(scrambler.scrambled(everything))
      let found = check.report(on: tree, at: address).findings.filter { $0.severity == .error }
      do {
        _ = try TreeDecoder().decode(Everything.self, from: tree)
        #expect(found.isEmpty, "seed \(seed): \(found.map(\.description))")
      } catch {
        failures += 1
        let paths = Set(found.compactMap(\.address?.path))
        #expect(
          Self.path(of: error, in: tree).map { paths.contains($0) } ?? false,
          "seed \(seed): \(error) is not among \(paths)"
        )
      }
    }
    #expect(failures > 1000 && failures < 2900)
  }

  @Test("Source checks and compiled checks find the same faults in 1,500 documents")
  func checkOfCompiledTypes() {
    let address = Address(service: "db", path: .root)
    let sourceCheck = StaticCheck(of: TypeReference(parsing: "[Store]") ?? .other(""), in: sources)
    let options = MappingCheckOptions(model: .unchanged)
    var count = 0
    for seed in 0..<1500 as Range<UInt64> {
      var scrambler = Scrambler(seed: seed, rate: seed.isMultiple(of: 2) ? 8 : 25)
      let tree = Tree(scrambler.scrambled([readStore, readStore, readStore]))
      let found = sourceCheck.report(on: tree, at: address).sortedLines
      let compiled = check([Store].self, in: tree, at: address, options: options).sortedLines
      #expect(found == compiled, "seed \(seed)")
      count += found.count
    }
    #expect(count > 3000)
  }

  /// Returns the path of a decoder's error.
  private static func path(of error: any Error, in tree: Tree) -> TreePath? {
    let keys: [any CodingKey]
    switch error {
    case DecodingError.keyNotFound(let key, let context): keys = context.codingPath + [key]
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      keys = context.codingPath
    default: return nil
    }
    return TreePath(keys.map { $0.intValue.map(String.init) ?? $0.stringValue })
  }
}

extension MappingReport {
  /// The findings as sorted lines `severity code path: message`.
  ///
  /// The messages of source checks also contain the enumeration case, as in `Payment.card.holder`.
  fileprivate var sortedLines: [String] {
    findings.map { finding in
      let message = finding.message.replacing("Payment.card.", with: "Payment.")
        .replacing("Payment.cash.", with: "Payment.")
      return "\(finding.severity) \(finding.code) \(finding.address?.path ?? .root): \(message)"
    }
    .sorted()
  }
}
