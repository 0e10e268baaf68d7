import Foundation
import TestSupport
import TaneCore
import TaneFormats
import TaneMapping
import TaneSwiftSource

/// Random types, compiled, that read random documents with Foundation's `JSONDecoder`; and the check of their
/// sources, which must say the same of each document.
struct CampaignRound {
  /// What came of a round.
  struct Result {
    var documentCount = 0
    /// The number of documents that `JSONDecoder` does not read.
    var failureCount = 0
    /// The number of documents of types of which the sources do not tell everything.
    var unfollowedCount = 0
    /// What the two do not agree on, with the type and the document.
    var mismatches: [String] = []
  }

  /// What makes the round the same again.
  let seed: UInt64
  /// The folder for the program.
  let folder: URL

  private static let typeCount = 40
  private static let documentCount = 30

  func run() async throws -> Result {
    let settings = CampaignSettings(seed: seed)
    var generator = TypeGenerator(
      seed: seed,
      scalars: GeneratedType.scalars(dates: settings.dateSamples)
    )
    for _ in 0..<Self.typeCount { generator.declare() }
    let documents = documents(of: generator.declared)
    let program = CampaignProgram(
      source: generator.source,
      types: generator.declared.map(\.name),
      settings: settings
    )
    let outcomes = try await program.outcomes(of: documents, in: folder)
    return compare(generator, settings.rules, documents, outcomes)
  }

  private func documents(of types: [GeneratedType]) -> [CampaignProgram.Document] {
    var scrambler = Scrambler(seed: seed &+ 1, rate: 0)
    scrambler.more = [
      1e-50, 3.4028235e38, -0.5, 255, 65536, [2, 1], ["b", "a"], [0, 1], "2024-05-01T09:30:00Z",
      "AAAA", "x y", 9_007_199_254_740_993, .decimal("1e400"), [nil], ["a": nil],
    ]
    return types.indices.flatMap { type in
      (0..<Self.documentCount).map { number in
        scrambler.rate = [0, 0, 15, 40, 120][number % 5]
        let tree = Tree(scrambler.scrambled(types[type].sample(&scrambler.random)))
        // What JSON cannot hold is in none of the samples.
        let text = (try? JSONWriter(.compact).write(tree)) ?? "null"
        return CampaignProgram.Document(type: type, text: text.filter { $0 != "\n" })
      }
    }
  }

  private func compare(
    _ generator: TypeGenerator,
    _ rules: ReadingRules,
    _ documents: [CampaignProgram.Document],
    _ outcomes: [CampaignProgram.Outcome]
  ) -> Result {
    let index = SourceIndex(of: [SwiftFile("Types.swift", generator.source)])
    let checks = generator.declared.map { type in
      StaticCheck(
        of: TypeReference(parsing: type.name) ?? .other(type.name),
        in: index,
        rules: rules
      )
    }
    var result = Result(documentCount: documents.count)
    for (document, outcome) in zip(documents, outcomes) {
      let check = checks[document.type]
      if outcome != .success { result.failureCount += 1 }
      if !check.isFollowed { result.unfollowedCount += 1 }
      guard let reason = Self.mismatch(check, document, outcome, hasUnions: generator.hasUnions)
      else { continue }
      let name = generator.declared[document.type].name
      result.mismatches.append("seed \(seed), \(name): \(reason): \(document.text)")
    }
    return result
  }

  /// What the check of sources says otherwise than the decoder; nil where they agree.
  static func mismatch(
    _ check: StaticCheck,
    _ document: CampaignProgram.Document,
    _ outcome: CampaignProgram.Outcome,
    hasUnions: Bool
  ) -> String? {
    let isFollowed = check.isFollowed
    let tree = TreeParser.parse(Array(document.text.utf8), named: "d.json", as: .json).tree ?? .null
    let errors = check.report(on: tree, at: Address(service: "db", path: .root)).findings
      .filter { $0.severity == .error }
    switch outcome {
    case .success:
      return errors.first.map { "the decoder reads it, and the check says \($0)" }
    case .failure(let path):
      guard !errors.isEmpty else {
        return isFollowed ? "the decoder fails at \(path ?? "?"), and the check says nothing" : nil
      }
      let places = errors.map { Self.key($0.address?.path.components ?? []) }
      // A key that nothing is converted to is told once, wherever it is met first.
      let isTold = errors.contains { $0.code == .unmatchedKey }
      // Of what a list lacks, the decoder names the place where it would be, and the check the list. Of text
      // that is not a date the decoder names the value whose initializer reads it, however deep.
      let dates = errors.filter { $0.message.contains("ISO 8601") }
        .map { Self.key($0.address?.path.components ?? []) }
      guard let path, isFollowed, !isTold, !places.contains(path),
        !places.contains(where: { $0 == Self.list(path) }),
        !dates.contains(where: { path.isEmpty || $0.hasPrefix(path + "\u{1}") }),
        // Of a value that may be of several types the decoder says what the last one lacks.
        !(hasUnions && places.contains { $0.hasPrefix(path) || path.hasPrefix($0) })
      else { return nil }
      return "the decoder fails at \(path), the check at \(places)"
    }
  }

  /// The list of an element; nil for the path of anything else.
  private static func list(_ path: String) -> String? {
    let keys = path.split(separator: "\u{1}")
    guard let last = keys.last, Int(last) != nil else { return nil }
    return keys.dropLast().joined(separator: "\u{1}")
  }

  /// A path as the decoder and the check spell it alike: with keys after they were converted.
  static func key(_ components: [String]) -> String {
    components.map { SnakeCase.camelCase(from: $0) }.joined(separator: "\u{1}")
  }
}

extension StaticCheck {
  /// Whether all that the type reads is checked, whatever it makes of it.
  fileprivate var isFollowed: Bool {
    notChecked.allSatisfy {
      $0.contains(": further processing of the value")
        || $0.hasSuffix("init(rawValue:) may reject a value")
        // No document has the key that such a method reads.
        || $0.contains("KeyedDecodingContainer has a custom decode")
    }
  }
}
