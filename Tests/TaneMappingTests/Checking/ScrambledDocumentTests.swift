import Foundation
import TaneCore
import TaneMapping
import Testing

@Suite("Scrambled documents")
struct ScrambledDocumentTests {
  /// The number of documents per type; a change of the checker should pass once with 20,000.
  private static let documentCount =
    ProcessInfo.processInfo.environment["TANE_SCRAMBLED_DOCUMENTS"].flatMap(Int.init) ?? 150

  private static let food: TreeLiteral = [
    "id": "f1", "image_url": "https://example.com/a.jpg", "rating": 4.5,
  ]
  private static let widths: TreeLiteral = [
    "i8": 1, "i16": 2, "i32": 3, "i64": 4, "u8": 5, "u16": 6, "u32": 7, "u64": 8, "float": 0.5,
    "bytes": [1, 2], "floats": [0.5, 1],
  ]
  private static let foreign: TreeLiteral = [
    "url": "https://example.com", "date": 60.5, "data": "AAAA", "decimal": 1.25,
    "urls": ["https://example.com"], "dates": ["a": 1],
  ]

  private static let subjects: [Subject] = [
    Subject(
      Store.self,
      [
        "id": 1, "name": "麺屋", "isOpen": true, "rank": "gold", "floor": 3, "opening": ["mon": 9],
        "foods": .list([food, food]),
      ]
    ),
    Subject([String: Food].self, ["a": food, "b": food]),
    Subject(Widths.self, widths),
    Subject([Foreign].self, .list([foreign, foreign])),
    Subject(
      [Payment].self,
      [["cash": ["amount": 5]], ["card": ["number": "1", "_1": 2]], ["free": .map([])]]
    ),
    Subject(Chain.self, ["value": 1, "next": ["value": 2, "next": ["value": 3]]]),
    Subject(
      [Handwritten].self,
      [
        ["point": ["x": 1], "numbers": [1, nil, 3], "deep": [["a"], []], "super": ["y": 1]],
        ["point": ["y": 1], "numbers": [1], "deep": [["a", "b"]]],
      ]
    ),
    Subject([TextOrNumber].self, ["a", 1, "b"]),
    Subject(LossyList.self, .list([food, 5, food])),
    Subject([FoodOrPoint].self, .list([food, ["x": 1, "y": 2]])),
    Subject(
      [Dog].self,
      [["name": "Pochi", "legs": 4, "breed": "akita"], ["name": "Hachi", "breed": "b"]]
    ),
    Subject([Cat].self, [["lives": 9, "animal": ["name": "Tama", "legs": 4]]]),
    Subject(
      [Wrapped].self,
      [["id": 1, "price": 1.5, "tax": 0.1], ["id": 2, "price": 1, "tax": 0]]
    ),
    Subject(Box<[Box<Int>]>.self, ["c": [["c": 1, "l": "a"], ["c": 2]], "l": "b"]),
    Subject(Numbered.self, ["names": ["1": "a", "01": "b"], "shelves": ["5": .list([food])]]),
    Subject(Flat.self, ["counts": ["gold", 1, "silver", 2], "listed": ["gold": 1, "bronze": 2]]),
    Subject([Constant].self, [["id": 1, "version": 2, "name": "a"], ["id": 2, "name": "b"]]),
    Subject([Variable].self, [["id": 1, "name": "a", "note": "b"], ["id": 2, "name": "b"]]),
    Subject([Strict].self, [["odd": 1, "code": "abc", "tail": true], ["odd": 3, "code": "d"]]),
    Subject([Shape].self, [["kind": "circle", "radius": 1.5], ["kind": "square", "side": 2]]),
    Subject(Scores.self, ["ann": 1, "bob": 2, "麺屋": 3]),
    Subject([Forgiving].self, [["id": 1, "name": "a", "count": 2], ["id": 1, "name": "a"]]),
    Subject(Branch.self, ["name": "a", "twigs": [["name": "b", "twigs": []], ["name": "c"]]]),
    Subject([Pair].self, [[1, "a"], [2, "b"]]),
    Subject(
      Unusual.self,
      [
        "tags": ["a", "b"], "numbers": [1, 2], "maybe": 1, "gaps": [1, nil], "deep": [["a": [1]]],
      ]
    ),
    Subject([Asking].self, [["kind": "a", "size": 1], ["kind": nil, "width": 1, "height": 2]]),
    Subject([Level: Rank].self, [0, "gold", 1, "silver"]),
  ]

  @Test(
    "A check accepts the same scrambled documents as JSONDecoder and finds its errors",
    arguments: subjects.indices
  )
  func agreement(index: Int) {
    let subject = Self.subjects[index]
    #expect(subject.disagreement(over: subject.sound) == nil)
    var scrambler = Scrambler(seed: UInt64(index))
    for _ in 0..<Self.documentCount {
      let document = scrambler.scrambled(subject.sound)
      let disagreement = subject.disagreement(over: document)
      #expect(disagreement == nil, "\(subject.name): \(document.json)")
    }
  }
}

/// A type with a document that it can decode.
struct Subject: Sendable {
  let name: String
  let sound: TreeLiteral
  /// Returns the difference between the results of a check and of Foundation's decoder, or nil.
  let disagreement: @Sendable (TreeLiteral) -> String?

  init<Value: Decodable & SendableMetatype>(_ type: Value.Type, _ sound: TreeLiteral) {
    name = "\(type)"
    self.sound = sound
    disagreement = { Self.disagreement(over: $0, as: Value.self) }
  }

  func disagreement(over document: TreeLiteral) -> String? { disagreement(document) }

  private static func disagreement<Value: Decodable>(
    over document: TreeLiteral,
    as type: Value.Type
  ) -> String? {
    let report = check(
      type,
      in: Tree(document),
      at: Address(service: "s", path: .root),
      options: MappingCheckOptions(model: .unchanged)
    )
    let errors = report.findings.filter { $0.severity == .error }
    do {
      _ = try JSONDecoder().decode(type, from: Data(document.json.utf8))
      return errors.isEmpty ? nil : "JSONDecoder reads it, but \(errors.map(\.message))"
    } catch {
      guard !errors.isEmpty else { return "JSONDecoder says \(error)" }
      guard let error = error as? DecodingError, let path = error.nodePath else { return nil }
      let paths = errors.compactMap(\.address?.path)
      // Foundation's decoder does not report the path of a number that is out of range.
      if path.isRoot, error.isCorruption { return nil }
      // A custom initializer is not passed an invented value; the report lists the remaining data
      // as not checked.
      if !report.notChecked.isEmpty { return nil }
      return paths.contains(path) ? nil : "JSONDecoder: \(error); we: \(errors)"
    }
  }
}

extension DecodingError {
  fileprivate var isCorruption: Bool {
    if case .dataCorrupted = self { true } else { false }
  }

  /// The path of the error; for a missing key, the path where it would be.
  fileprivate var nodePath: TreePath? {
    guard let context else { return nil }
    var path = context.codingPath.map { key in
      key.stringValue.hasPrefix("Index ") ? String(key.stringValue.dropFirst(6)) : key.stringValue
    }
    if case .keyNotFound(let key, _) = self { path.append(key.stringValue) }
    return TreePath(path)
  }
}
