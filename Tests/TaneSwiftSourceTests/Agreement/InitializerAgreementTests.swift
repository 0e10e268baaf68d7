import Foundation
import TaneCore
import TaneFormats
import TaneMapping
import TaneSwiftSource
import Testing

@Suite("Agreement of checks of initializers with JSONDecoder")
struct InitializerAgreementTests {
  /// A type, its valid and invalid documents, and a closure that decodes it.
  private struct Sample {
    let type: String
    let documents: [TreeLiteral]
    let decode: (JSONDecoder, Data) throws -> Void

    init<Value: Decodable>(_ type: Value.Type, _ documents: TreeLiteral...) {
      self.type = "\(type)"
      self.documents = documents
      decode = { _ = try $0.decode(type, from: $1) }
    }
  }

  private let index: SourceIndex

  init() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "InitializerTypes.swift")
    index = SourceIndex(of: [
      SwiftFile(name: "InitializerTypes.swift", bytes: Array(try Data(contentsOf: file)))
    ])
  }

  private var followed: [Sample] {
    [
      Sample(
        Written.RawValues.self,
        ["size": "S", "color": "red", "sizes": ["large", "L"]],
        ["size": "x", "color": "x", "sizes": ["M"]]
      ),
      Sample(
        Written.Literals.self,
        ["@id": 1, "full_name": "a", "part": ["number": 1]],
        ["id": 1, "part": [:]]
      ),
      Sample(
        Written.Conversions.self,
        [
          "site": "https://a.example", "count": "1", "kind": "c", "ratio": "x", "page": "a",
          "note": "2",
        ],
        ["site": "", "count": "1", "kind": "c", "ratio": "1"],
        ["site": "a", "count": "x", "kind": "c", "ratio": "1"],
        ["site": "a", "count": "1", "kind": "cafe", "ratio": "1"],
        ["site": "a", "count": "1", "kind": "s", "ratio": "1", "note": "x"]
      ),
      Sample(
        Written.Texts.self,
        ["id": 1, "price": "1.5", "mark": "1", "names": ["a"], "site": "a", "count": "1"],
        ["id": "1", "price": "1", "mark": 1, "rest": ["a"], "site": "a", "count": 1],
        ["id": "1", "price": "x", "mark": 1, "rest": ["a"], "site": ""],
        ["id": "x", "price": "1", "mark": "1", "rest": [1], "site": "a", "count": "x"]
      ),
      Sample(
        Written.Caught.self,
        ["id": 1, "name": "a", "number": 1],
        ["id": "a", "name": 1, "number": 1.5, "isOpen": true],
        ["id": "a", "name": "a", "number": "a", "isOpen": true],
        ["id": nil, "name": nil]
      ),
      Sample(Written.Parts.self, ["id": 1, "level": 2, "name": "a"], ["id": 1]),
      Sample(Written.Scalar.self, "c", "x", ["kind": "c"]),
      Sample(Written.OneOf.self, ["id": 1], "a", [1, 2], [1, "a"], ["id": "a"], 1),
      Sample(Written.AnyOf.self, ["id": 1, "level": 1], ["level": 1], ["level": "a"], "a", nil),
      Sample(Written.Whole.self, ["id": 1], nil),
      Sample(Written.LossyList.self, ["names": ["a", 1]], ["names": "a"]),
      Sample(Written.Fallback.self, ["id": 1], ["level": 1], ["level": "a"], "a"),
      Sample(
        Written.Alternatives.self,
        ["id": 1, "name": "a", "tags": ["a"], "mark": "a"],
        ["ID": 1, "title": "a", "mark": 1],
        ["id": "a", "ID": 1, "name": "a", "mark": "a"],
        ["name": "a", "mark": "a"],
        ["id": 1, "mark": "a"],
        ["id": 1, "name": "a", "tags": [1], "mark": true]
      ),
      Sample(
        Written.Branches.self,
        ["id": "a", "isOpen": true, "level": 1],
        ["id": 1, "isOpen": false, "part": ["text": "a"]],
        ["id": 1, "isOpen": false, "part": ["number": 1]],
        ["id": true, "isOpen": false],
        ["id": 1, "isOpen": true],
        ["id": 1, "isOpen": false, "level": "a", "part": [:]],
        ["id": 1, "isOpen": false, "part": ["text": 1]]
      ),
      Sample(Written.Link.self, "a", ["url": "a", "rank": 1], ["url": "a"], 1),
      Sample(
        Written.Helpers.self,
        ["id": 1, "count": 2, "tags": ["a"], "rank": 1, "number": "3"],
        ["id": 1, "rank": "a", "number": 3],
        ["id": 1, "number": "a"],
        ["count": 1, "number": 1],
        ["id": 1, "tags": [1], "number": true]
      ),
      Sample(
        Written.Switches.self,
        ["kind": "c", "id": 1],
        ["kind": "c", "value": 1],
        ["kind": "s", "value": ["level": 1]],
        ["kind": "s"],
        ["kind": "x"],
        ["kind": "x", "version": 1, "value": 1],
        ["kind": "x", "version": 1],
        ["kind": "x", "version": 2]
      ),
      Sample(
        Written.Results.self,
        ["kind": "c", "id": 1],
        ["kind": "s", "mode": "a", "value": ["level": 1]],
        ["kind": "s", "mode": "1", "value": "a"],
        ["kind": "s", "mode": "1", "other": "c", "value": ["id": 1]],
        ["kind": "s", "mode": "", "other": "s", "value": ["id": 1]],
        ["kind": "s", "mode": 1, "value": 1],
        ["kind": "x"]
      ),
      Sample(
        Written.Names.self,
        ["owner": 1, "kind": "x", "place": "a"],
        ["owner": "a", "kind": 1, "place": 1]
      ),
      Sample(Written.Lists.self, ["names": ["a", "b"]], ["names": [1]]),
    ]
  }

  private var unfollowed: [Sample] {
    [
      Sample(
        Written.Ranges.self,
        ["low": 1, "high": 2, "first": 1, "second": 2],
        ["low": 0, "high": 2, "second": 2],
        ["low": 3, "high": 2, "first": "a"]
      ),
      Sample(Written.Dates.self, ["day": "2026-01-31", "part": 1], ["day": "x"]),
      Sample(Written.Kept.self, ["id": 1], ["id": 2], "a"),
      Sample(
        Written.Closures.self,
        ["name": "a", "count": 1, "part": ["name": "b"]],
        ["part": ["name": "a"]]
      ),
      Sample(Written.Changed.self, ["kind": "C", "value": ["id": 1]], ["kind": "1"]),
      Sample(Written.Loose.self, "low", "LOW", "x"),
    ]
  }

  /// Returns the types for which the check misses errors of the decoder, and the types for which it
  /// reports errors although the decoder succeeds.
  private func differences(of samples: [Sample]) throws -> (missed: [String], wrong: [String]) {
    var (missed, wrong): ([String], [String]) = ([], [])
    for sample in samples {
      let check = StaticCheck(
        of: TypeReference(parsing: "Written.\(sample.type)") ?? .other(""),
        in: index,
        rules: ReadingRules(readsJSON: true)
      )
      for number in 0..<sample.documents.count * 100 {
        var scrambler = Scrambler(seed: UInt64(number), rate: [0, 30, 100, 200][number % 4])
        scrambler.more = ["c", "s", "x", "S", 2, ["id": 1], ["text": "a"], ["level": 1]]
        let document = sample.documents[number / 100]
        let text = try JSONWriter(.compact).write(Tree(scrambler.scrambled(document)))
        let tree = TreeParser.parse(Array(text.utf8), named: "d.json", as: .json).tree ?? .null
        let report = check.report(on: tree, at: Address(service: "db", path: .root))
        let isRead = (try? sample.decode(JSONDecoder(), Data(text.utf8))) != nil
        guard isRead == report.findings.containsError else { continue }
        isRead
          ? wrong.append("\(sample.type) \(text): \(report.findings[0])")
          : missed.append("\(sample.type) \(text)")
      }
    }
    return (missed, wrong)
  }

  @Test("Initializers that are followed wholly agree with the decoder on all documents")
  func whole() throws {
    let differences = try differences(of: followed)
    #expect(differences.wrong == [])
    #expect(differences.missed == [])
    for sample in followed {
      let type = TypeReference(parsing: "Written.\(sample.type)") ?? .other("")
      #expect(StaticCheck(of: type, in: index).notChecked == [])
    }
  }

  @Test("Initializers that are not followed wholly cause no false errors, and name their fields")
  func partial() throws {
    #expect(try differences(of: unfollowed).wrong == [])
    let clauses = unfollowed.flatMap { sample in
      StaticCheck(of: TypeReference(parsing: "Written.\(sample.type)") ?? .other(""), in: index)
        .notChecked.map { $0.replacing(/InitializerTypes.swift:\d+:\d+/, with: "FILE") }
    }
    #expect(
      clauses == [
        "Written.Ranges (FILE): init(from:) at FILE computes its keys",
        "Written.Dates: init(from:) at FILE may reject values of day",
        "Written.Dates: init(from:) at FILE calls part, which may read other values",
        "Written.Kept (FILE): init(from:) at FILE may read a value other than a map",
        "Written.Closures: init(from:) at FILE may reject the value",
        "Written.Closures: init(from:) at FILE decodes part in ways that Tane does not analyze",
        "Written.Changed: init(from:) at FILE decodes value, kind, other in ways that Tane does not analyze",
        "Written.Loose (FILE): init(rawValue:) may reject a value",
      ]
    )
  }
}
