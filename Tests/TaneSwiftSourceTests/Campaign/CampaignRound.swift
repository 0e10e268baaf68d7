import Foundation
import TestSupport
import TaneCore
import TaneFormats
import TaneMapping
import TaneSwiftSource

/// A round that compiles random types, decodes random documents with Foundation's `JSONDecoder`,
/// and compares the results with a check of the types' sources.
struct CampaignRound {
  /// The result of a round.
  struct Result {
    var documentCount = 0
    /// The number of documents that `JSONDecoder` rejects.
    var failureCount = 0
    /// The number of documents whose types are not completely determined by their sources.
    var unfollowedCount = 0
    /// The differences between the check and the decoder, with the type and the document.
    var mismatches: [String] = []
  }

  /// The seed of the round, with which it can be repeated.
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
        // None of the samples contains values that JSON cannot represent.
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
      if !check.isFullyAnalyzed { result.unfollowedCount += 1 }
      guard let reason = Self.mismatch(check, document, outcome, hasUnions: generator.hasUnions)
      else { continue }
      let name = generator.declared[document.type].name
      result.mismatches.append("seed \(seed), \(name): \(reason): \(document.text)")
    }
    return result
  }

  /// Returns the difference between a check of sources and the decoder's result, or nil if they
  /// agree.
  static func mismatch(
    _ check: StaticCheck,
    _ document: CampaignProgram.Document,
    _ outcome: CampaignProgram.Outcome,
    hasUnions: Bool
  ) -> String? {
    let isFullyAnalyzed = check.isFullyAnalyzed
    let tree = TreeParser.parse(Array(document.text.utf8), named: "d.json", as: .json).tree ?? .null
    let errors = check.report(on: tree, at: Address(service: "db", path: .root)).findings
      .filter { $0.severity == .error }
    switch outcome {
    case .success:
      return errors.first.map { "the decoder reads it, and the check says \($0)" }
    case .failure(let path):
      guard !errors.isEmpty else {
        return isFullyAnalyzed
          ? "the decoder fails at \(path ?? "?"), and the check says nothing" : nil
      }
      let places = errors.map { Self.key($0.address?.path.components ?? []) }
      // A key that no conversion produces is reported only once, at its first occurrence.
      let isTold = errors.contains { $0.code == .unmatchedKey }
      // For a missing list element, the decoder reports the element's path, and the check the
      // list's path. For text that is not a date, the decoder reports a value that contains the
      // date, at any depth.
      let dates = errors.filter { $0.message.contains("ISO 8601") }
        .map { Self.key($0.address?.path.components ?? []) }
      // For a value of several possible types, the decoder reports the error of the last type, and
      // the check that of the most similar type, which may be anywhere below the value.
      guard let path, isFullyAnalyzed, !isTold, !hasUnions, !places.contains(path),
        !places.contains(where: { $0 == Self.list(path) }),
        !dates.contains(where: { path.isEmpty || $0.hasPrefix(path + "\u{1}") })
      else { return nil }
      return "the decoder fails at \(path), the check at \(places)"
    }
  }

  /// Returns the path of the list that contains an element, or nil for other paths.
  private static func list(_ path: String) -> String? {
    let keys = path.split(separator: "\u{1}")
    guard let last = keys.last, Int(last) != nil else { return nil }
    return keys.dropLast().joined(separator: "\u{1}")
  }

  /// Returns a path in a form that is the same for the decoder and the check: with converted keys.
  static func key(_ components: [String]) -> String {
    components.map { SnakeCase.camelCase(from: $0) }.joined(separator: "\u{1}")
  }
}

extension StaticCheck {
  /// A Boolean value indicating whether everything that the type decodes is checked, apart from
  /// further processing.
  fileprivate var isFullyAnalyzed: Bool {
    notChecked.allSatisfy {
      // No document has a key that such a method decodes.
      $0.contains("KeyedDecodingContainer has a custom decode")
    }
  }
}
