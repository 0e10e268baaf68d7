import Foundation
import TaneRendering
import Testing

@Suite("Japanese catalogue")
struct TranslationCatalogTests {
  private static let own = JapaneseTexts.own.flatMap(TranslationCatalog.pairs)
  private static let all = own + TranslationCatalog.pairs(JapaneseTexts.argumentParser)

  /// Modules whose texts are for programs or for developers.
  private static let otherModules: Set = [
    "CLibYAML", "DemoModels", "TaneCommand", "TaneFirebase", "TaneFirestoreMessages",
    "TaneProfiles", "TaneReferences", "TaneTesting", "tane-profiles", "tane-swift-reader",
  ]

  /// Files of other modules with such texts: styles, schemas, generated code, and words for fake
  /// data.
  private static let otherFiles = [
    "CompletionScript", "EditorSchema", "FakeWords", "ReportPage", "Schema.swift", "Table",
    "Values/Swift/", "DiagnosticCode+", "TaneEmulator/Accounts/", "TaneEmulator/Database/",
    "TaneEmulator/Fi", "TaneEmulator/G", "TaneEmulator/H", "TaneEmulator/R", "TaneEmulator/Server/",
    "TaneEmulator/Storage/", "StudioAssets",
    "TaneServices/Wire/Firestore/",
    "TaneServices/Wire/JSON/", "TaneServices/Wire/Storage/", "Journal/",
  ]

  /// The texts of the sources, by module and file.
  private static let sources: [(module: String, file: String, texts: [String])] = {
    let root = TemporaryProject.repository.appending(path: "Sources")
    let paths = FileManager.default.subpaths(atPath: root.path) ?? []
    return paths.filter { $0.hasSuffix(".swift") && !$0.contains("/Language/Japanese/") }.sorted()
      .compactMap { path in
        guard let text = try? String(contentsOf: root.appending(path: path), encoding: .utf8) else {
          return nil
        }
        return (String(path.prefix { $0 != "/" }), path, SourceTexts(of: text).texts)
      }
  }()

  @Test("The Japanese catalogue contains only texts of the sources")
  func keys() {
    let texts = Set(Self.sources.flatMap(\.texts))
    let unknown = Self.own.map { $0.key.hasPrefix("* ") ? String($0.key.dropFirst(2)) : $0.key }
      .filter { !texts.contains($0) }
    #expect(unknown == [])
  }

  @Test("The Japanese catalogue contains each text once with its placeholders")
  func placeholders() {
    var seen: Set<String> = []
    #expect(Self.all.map(\.key).filter { !seen.insert($0).inserted } == [])
    let wrong = Self.all.filter { pair in
      let numbers = pair.key.hasPrefix("* ") ? [1] : MessageTemplate(pair.key).numbers
      return MessageTemplate(pair.translation).numbers.sorted() != numbers
    }
    #expect(wrong.map(\.key) == [])
  }

  /// The kinds of user data in placeholders.
  ///
  /// A sentence occurs only in quotation marks, and an empty value only for user text.
  enum Filling: String, CaseIterable {
    case word, japanese, path, sentence, number, nothing

    func text(at index: Int, of key: MessageTemplate) -> String {
      let number = key.numbers[index]
      let word = "x\(number)y"
      // The boundary between adjacent placeholders is ambiguous.
      guard !key.isNextToPlaceholder(index) else { return word }
      return switch self {
      case .word: word
      case .japanese: "麺屋はるかぜ\(number)"
      case .path: "My App/fixtures \(number)/a.yaml"
      case .sentence: key.isQuoted(index) ? "It ends. So \(number)" : "\"It ends. So \(number)\""
      case .number: "1,02\(number)"
      case .nothing: key.isQuoted(index) ? "" : word
      }
    }
  }

  /// Each filling except the first checks every third text, beginning at a different one;
  /// `TANE_FILLINGS=all` checks all.
  private static let fillingStep =
    ProcessInfo.processInfo.environment["TANE_FILLINGS"] == "all" ? 1 : 3

  @Test(
    "The Japanese catalogue finds each text with any values in its placeholders",
    arguments: Filling.allCases
  )
  func roundTrip(filling: Filling) {
    // Names from another test's project would not be translated.
    let lost = Language.$names.withValue(ProjectNames()) { Self.lost(filling) }
    #expect(lost == [])
  }

  private static func lost(_ filling: Filling) -> [String] {
    let step = filling == .word ? 1 : fillingStep
    let start = (Filling.allCases.firstIndex(of: filling) ?? 0) % step
    return stride(from: start, to: all.count, by: step).map { all[$0] }.filter { pair in
      let key = MessageTemplate(pair.key)
      guard !pair.key.hasPrefix("* "), !TranslationCatalog.Entry(pair).isAmbiguous,
        filling == .word || !key.numbers.isEmpty
      else { return false }
      // If a sentence may follow, a full stop in the value would end the text before it.
      let filling = pair.key.contains("}.{") ? .word : filling
      let arguments = Dictionary(
        uniqueKeysWithValues: key.numbers.indices.map {
          (key.numbers[$0], filling.text(at: $0, of: key))
        }
      )
      let japanese = Language.japanese.text(filled(pair.key, arguments))
      let expected = MessageTemplate(pair.translation).filled(with: arguments)
      return japanese != expected && !japanese.contains(expected)
    }.map(\.key)
  }

  private static func filled(_ text: String, _ arguments: [Int: String]) -> String {
    arguments.reduce(text) { $0.replacing("{\($1.key)}", with: $1.value) }
  }

  /// Checks that all other texts are listed in `untranslated.txt`, which may only shrink.
  ///
  /// These are SQL, styles, generated code, text that is written into a project's files (comments,
  /// schemas, examples), names of types and services, patterns of messages from services and
  /// libraries, and messages about programming errors. `RECORD_GOLDENS=1` rewrites the file.
  @Test("The Japanese catalogue contains every text for people")
  func coverage() throws {
    let known = Set(Self.all.map { $0.key.hasPrefix("* ") ? String($0.key.dropFirst(2)) : $0.key })
    let texts = Self.sources.filter { source in
      !Self.otherModules.contains(source.module)
        && !Self.otherFiles.contains { source.file.contains($0) }
    }.flatMap(\.texts)
    let missing = Set(texts.filter { Self.isSentence($0) && !known.contains($0) }).sorted()
    let url = TemporaryProject.repository.appending(
      path: "Tests/taneTests/Language/untranslated.txt"
    )
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
      try Data((missing.joined(separator: "\n") + "\n").utf8).write(to: url)
      Issue.record("recorded untranslated.txt; run again without RECORD_GOLDENS")
    }
    let allowed = try Set(
      String(contentsOf: url, encoding: .utf8).split(separator: "\n").map(String.init)
    )
    let new = missing.filter { !allowed.contains($0) }
    #expect(new == [], "translate these in Sources/TaneRendering/Language/Japanese")
    #expect(allowed.subtracting(missing).sorted() == [], "take these out of untranslated.txt")
  }

  /// Returns true if a text has at least two words and is neither a command nor the use of a tag.
  private static func isSentence(_ text: String) -> Bool {
    text.split(separator: " ").count { $0.contains(/[A-Za-z]{2}/) } > 1
      && !text.hasPrefix("tane ") && !text.hasPrefix("!")
  }
}
