import Foundation
import TaneCore
import TaneFirebase
import TaneMapping
import TaneSwiftSource
import TaneTesting
import Testing

@Suite("Agreement of document checks with Firestore's decoder")
struct DocumentAgreementTests {
  private let sources: SourceIndex
  private let store = InMemoryDocumentStore()
  private let database = DocumentDatabaseName(project: "p")
  private let path = DocumentPath(["articles", "a1"])

  init() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "DocumentTypes.swift")
    let bytes = Array(try Data(contentsOf: file))
    sources = SourceIndex(of: [SwiftFile(name: "DocumentTypes.swift", bytes: bytes)])
  }

  private static let time = DocumentValue.timestamp(
    DocumentTimestamp(microseconds: 1_714_555_800_000_000)
  )
  private static let user = DocumentValue.reference(
    "projects/p/databases/(default)/documents/users/u1"
  )

  private func comment(_ mood: DocumentFields) -> DocumentValue {
    .map([
      "text": .string("熱い"), "at": Self.time, "edited": .null,
      "spot": .map(["latitude": .integer(35), "longitude": .double(139.5)]), "mood": .map(mood),
    ])
  }

  private func article() throws -> DocumentFields {
    let point = try #require(GeographicPoint(latitude: 35.68, longitude: 139.76))
    return [
      "title": .string("ロウリュ"), "writtenAt": Self.time, "editedAt": Self.time,
      "savedAt": Self.time, "seenAt": .null, "replyTo": .null, "revision": .double(3),
      "place": .geoPoint(point), "author": Self.user, "editors": .array([Self.user, Self.user]),
      "cover": .bytes([1, 2]), "stars": .integer(5), "rank": .integer(255), "score": .integer(4),
      "ratio": .double(0.5), "price": .double(1.25), "link": .string("https://example.com/a"),
      "key": .string("6F9619FF-8B86-D011-B42D-00CF4FC964FF"), "state": .integer(1),
      "isPinned": .boolean(false), "tags": .array([.string("a"), .string("b")]),
      "times": .array([Self.time, .null]), "counts": .map(["a": .integer(1)]),
      "visits": .map(["1": Self.time]), "id": .string("a field, not the identifier"),
      "comments": .array([
        comment(["calm": .map(["since": Self.time])]), comment(["cross": .map([:])]),
      ]),
      "notes": .map(["n1": comment(["cross": .map([:])])]),
    ]
  }

  /// Returns the path of the decoder's error for a document, or nil if it decodes.
  private func failure<Value: Decodable>(
    _ type: Value.Type,
    _ fields: DocumentFields,
    _ decoder: FirestoreDecoder = FirestoreDecoder()
  ) async throws -> Address? {
    try await store.commit([DocumentWrite(path: path, operation: .update(fields, mask: nil))])
    let firestore = FirestoreManager(documents: store).firestore
    let snapshot = try await firestore.document(path.description).getDocument()
    do {
      _ = try snapshot.data(as: type, decoder: decoder)
      return nil
    } catch let error as DataMappingError {
      let keys: [any CodingKey]
      switch error.underlyingError {
      case DecodingError.keyNotFound(let key, let context): keys = context.codingPath + [key]
      case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
        DecodingError.dataCorrupted(let context):
        keys = context.codingPath
      default: throw error
      }
      let field = keys.map { $0.intValue.map(String.init) ?? $0.stringValue }
      return Address(document: path, below: TreePath(field))
    }
  }

  @Test("A valid document with an identifier has no findings and decodes")
  func right() async throws {
    let fields = try article()
    #expect(try await failure(Article.self, fields) == nil)
    let tree = Tree(document: fields, in: database)
    let address = Address(document: path)
    #expect(check(Article.self, in: tree, at: address).findings == [])
    let rules = ReadingRules(readsDocuments: true)
    let report = StaticCheck(of: .named([.init("Article")]), in: sources, rules: rules)
      .report(on: tree, at: address)
    // Only the check of sources reports a field with the name of the identifier.
    #expect(report.findings.map { "\($0.code) \($0.address?.path.key ?? "")" } == ["unread-key id"])
    #expect(report.notChecked == [])
    #expect(
      report.typeNames == ["Article", "Article.State", "Mood", "Reply", "Spot"]
    )
  }

  @Test("Document checks and the decoder agree on 2,000 scrambled documents")
  func scrambled() async throws {
    var sound = try article()
    // A check of compiled types cannot report a field that has the name of the document's
    // identifier.
    sound["id"] = nil
    let rules = ReadingRules(readsDocuments: true)
    let check = StaticCheck(of: .named([.init("Article")]), in: sources, rules: rules)
    var failures = 0
    for seed in 0..<2000 as Range<UInt64> {
      var scrambler = DocumentScrambler(seed: seed, rate: seed.isMultiple(of: 2) ? 4 : 20)
      let fields = scrambler.scrambled(sound)
      failures += try await compare(Article.self, fields, check, "seed \(seed)")
    }
    #expect(failures > 800 && failures < 1900)
  }

  @Test("Document checks agree with the decoder in all of its strategies")
  func strategies() async throws {
    let sound: DocumentFields = [
      "room_id": .integer(1), "entered_at": .integer(1_714_555_800), "left_at": .double(0.5),
      "ticket": .bytes([1]),
    ]
    let rules = ReadingRules(
      readsDocuments: true,
      dates: .secondsSince1970,
      keys: .convertFromSnakeCase
    )
    let check = StaticCheck(of: .named([.init("Visit")]), in: sources, rules: rules)
    var decoder = FirestoreDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .secondsSince1970
    var options = MappingCheckOptions()
    options.decoder.keyDecodingStrategy = .convertFromSnakeCase
    options.decoder.dateDecodingStrategy = .secondsSince1970
    var failures = 0
    for seed in 0..<500 as Range<UInt64> {
      var scrambler = DocumentScrambler(seed: seed, rate: 60)
      let fields = scrambler.scrambled(sound)
      let tree = Tree(document: fields, in: database)
      let found = check.report(on: tree, at: Address(document: path)).camelCasedLines
      let compiled = TaneMapping.check(
        Visit.self,
        in: tree,
        at: Address(document: path),
        options: options
      ).camelCasedLines
      #expect(found == compiled, "seed \(seed)")
      let failure = try await failure(Visit.self, fields, decoder)
      failures += failure == nil ? 0 : 1
      let node = failure.map { " \(SnakeCase.camelCase(from: $0.path.key ?? ""))" }
      #expect(
        compiled.contains { line in line.hasPrefix("error") && node.map(line.hasSuffix) ?? true }
          == (failure != nil),
        "seed \(seed)"
      )
    }
    #expect(failures > 100 && failures < 450)
  }

  /// Compares the decoder and both checks; returns 1 if the document cannot be decoded, otherwise
  /// 0.
  private func compare<Value: Decodable>(
    _ type: Value.Type,
    _ fields: DocumentFields,
    _ sourceCheck: StaticCheck,
    _ label: Comment
  ) async throws -> Int {
    let failure = try await failure(type, fields)
    let tree = Tree(document: fields, in: database)
    let address = Address(document: path)
    let compiled = check(type, in: tree, at: address)
    let found = sourceCheck.report(on: tree, at: address)
    #expect(found.sortedLines == compiled.sortedLines, label)
    let errors = Set(compiled.findings.filter { $0.severity == .error }.map(\.address))
    guard let failure else {
      #expect(errors == [], label)
      return 0
    }
    #expect(errors.contains(failure), label)
    return 1
  }

}

extension MappingReport {
  /// The findings as sorted lines `severity code path: message`.
  ///
  /// Only source checks know enumeration cases and the values of property wrappers, and a compiled
  /// UUID has its own message.
  fileprivate var sortedLines: [String] {
    findings.map { finding in
      let message = finding.message.replacing("Mood.calm.", with: "Mood.")
        .replacing(/(savedAt|seenAt|replyTo|revision|edited) \(.*?\) requires/) {
          "\($0.1) requires"
        }
        .replacing(/Article.key: (expected|UUID rejects).*/, with: "Article.key: no UUID")
      return "\(finding.severity) \(finding.code) \(finding.address?.path ?? .root): \(message)"
    }
    .sorted()
  }

  /// The findings as sorted lines `severity code field`; source checks use the property names, and
  /// compiled checks use the names in documents.
  fileprivate var camelCasedLines: [String] {
    findings.map { finding in
      "\(finding.severity) \(finding.code) \(SnakeCase.camelCase(from: finding.address?.path.key ?? ""))"
    }
    .sorted()
  }
}
