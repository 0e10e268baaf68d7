import TestSupport
import TaneCore
import Testing

@testable import TaneFormats

@Suite("YAML formatting")
struct YAMLFormatterTests {
  private func formatted(_ text: String) throws -> String {
    String(decoding: try #require(YAMLFormatter.format(Array(text.utf8))), as: UTF8.self)
  }

  private func tree(_ text: String) -> Tree? {
    YAMLReader().readDocuments(Array(text.utf8), named: "a.yaml").tree
  }

  @Test(
    "The formatter normalizes indentation, spaces and quotes and keeps comments"
  )
  func form() throws {
    let text = """
      # Shops\u{20}\u{20}
      -   id :   0
          name:    "麺屋"   # the first
          foods:
          # none yet
          - {id: f1,tags: [a,b,  "c"],gone: !remove , x: }
          -   - nested
              -  list

          open:\t
           from: '10:00'
           days: ["1", 'no', "a, b"]
      # the second\t
      - &two !pick
            - 'x'
            - "two
              lines"
      - text: |
           first
             second\u{20}
        copy:   *two
      # the end



      """
    let expected = """
      # Shops
      - id: 0
        name: 麺屋   # the first
        foods:
          # none yet
          - { id: f1, tags: [a, b, c], gone: !remove , x: }
          - - nested
            - list

        open:
          from: 10:00
          days: ["1", 'no', "a, b"]
      # the second
      - &two !pick
        - x
        - "two
          lines"
      - text: |
           first
             second\u{20}
        copy: *two
      # the end

      """
    #expect(try formatted(text.replacing("\t", with: "")) == expected)
    #expect(try formatted(expected) == expected)
  }

  @Test("Formatted text is in UTF-8 even if the file was in UTF-16")
  func encoding() throws {
    let file: [UInt8] = [0xFE, 0xFF] + "k:   1\n".utf8.flatMap { [0, $0] }
    #expect(YAMLFormatter.format(file) == Array("k: 1\n".utf8))
  }

  @Test("The formatter keeps constructs it does not understand and rejects invalid YAML")
  func limits() throws {
    #expect(YAMLFormatter.format(Array("a: [1\n".utf8)) == nil)
    #expect(YAMLFormatter.format([0xFF, 0xFE, 0x61, 0x00, 0x00]) == nil)
    #expect(try formatted("") == "")
    #expect(try formatted("# nothing\r\n") == "# nothing\n")
    #expect(try formatted("? long\n:   x\n") == "? long\n:   x\n")
    #expect(try formatted("!repeat\n    count: 1\n    do:   x") == "!repeat\n  count: 1\n  do: x\n")
    let tagged = "# one\n!repeat\n  # two\n  count: 1\n"
    #expect(try formatted(tagged) == tagged)
    #expect(try formatted("keep: |+\n  a\n\n\n") == "keep: |+\n  a\n\n\n")
    #expect(
      try formatted("- a: 1\n    # deep\n- b:\n    # first\n      c: 1\n")
        == "- a: 1\n# deep\n- b:\n    # first\n    c: 1\n"
    )
    #expect(try formatted("\"1\": \"2\"\n'a b': 'c'\n") == "\"1\": \"2\"\na b: c\n")
  }

  @Test("Formatting random text keeps values, tags and comments and is idempotent")
  func random() throws {
    var (changed, random) = (0, SeededGenerator(seed: 7))
    for _ in 0..<400 {
      var text = RandomText(random: random)
      text.appendMap(column: 0, depth: 0)
      random = text.random
      guard let original = tree(text.text) else { continue }
      let result = try formatted(text.text)
      #expect(tree(result) == original, "\(text.text)\n→\n\(result)")
      #expect(Self.comments(in: result) == text.comments, "\(text.text)\n→\n\(result)")
      #expect(try formatted(result) == result, "\(text.text)\n→\n\(result)")
      if result != text.text { changed += 1 }
    }
    #expect(changed > 300)
  }

  private static func comments(in text: String) -> [String] {
    text.matches(of: /#c\d+/).map { String($0.output) }
  }

  /// A generator of YAML in the many styles that people use.
  private struct RandomText {
    var random: SeededGenerator
    var text = ""
    var comments: [String] = []
    private var anchors: [String] = []

    init(random: SeededGenerator) { self.random = random }

    private mutating func chance(_ number: Int) -> Bool {
      Int.random(in: 0..<number, using: &random) == 0
    }

    private mutating func spaces(_ range: ClosedRange<Int>) -> String {
      String(repeating: " ", count: Int.random(in: range, using: &random))
    }

    private mutating func comment() -> String {
      comments.append("#c\(comments.count)")
      return comments.last ?? ""
    }

    private mutating func endLine() {
      if chance(6) { text += " " + spaces(0...2) + comment() }
      if chance(6) { text += spaces(1...2) }
      text += chance(20) ? "\r\n" : "\n"
      if chance(8) { text += "\n" }
    }

    private mutating func comment(at column: Int) {
      if chance(8) { text += String(repeating: " ", count: column) + comment() + "\n" }
    }

    mutating func appendMap(column: Int, depth: Int, isInLine: Bool = false) {
      for index in 0..<Int.random(in: 1...3, using: &random) {
        if index > 0 || !isInLine {
          comment(at: column)
          text += String(repeating: " ", count: column)
        }
        text +=
          ["k\(index)", "\"k\(index)\"", "'k \(index)'", "\"\(index)\""].randomElement(
            using: &random
          ) ?? ""
        text += (chance(10) ? " :" : ":")
        appendValue(column: column, depth: depth + 1, inMap: true)
      }
    }

    private mutating func appendList(column: Int, depth: Int) {
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        comment(at: column)
        text += String(repeating: " ", count: column) + "-"
        if depth < 4, chance(3) {
          let gap = spaces(1...3)
          text += gap
          appendMap(column: column + 1 + gap.count, depth: depth + 1, isInLine: true)
        } else {
          appendValue(column: column, depth: depth + 1, inMap: false)
        }
      }
    }

    private mutating func appendValue(column: Int, depth: Int, inMap: Bool) {
      let below = column + Int.random(in: 1...5, using: &random)
      switch Int.random(in: 0..<(depth < 4 ? 12 : 8), using: &random) {
      case 0: endLine()
      case 1:
        text += spaces(1...3) + flow(0)
        endLine()
      case 2:
        text +=
          " |\n" + String(repeating: " ", count: below) + "text # none\n"
          + String(repeating: " ", count: below) + "  more \n"
      case 3:
        text += " \"two\n" + String(repeating: " ", count: below) + "lines # none\"\n"
      case 4 where !anchors.isEmpty:
        text += " *" + (anchors.randomElement(using: &random) ?? "")
        endLine()
      case 5:
        anchors.append("a\(anchors.count)")
        text += " &a\(anchors.count - 1) " + scalar()
        endLine()
      case 6:
        text += " !now" + spaces(1...2) + "-2h"
        endLine()
      case 7, 4:
        text += spaces(1...3) + scalar()
        endLine()
      case 8:
        text += chance(2) ? " !repeat" : ""
        endLine()
        appendList(column: inMap && chance(2) ? column : below, depth: depth)
      default:
        text += chance(4) ? " !pick" : ""
        endLine()
        appendMap(column: below, depth: depth)
      }
    }

    private mutating func scalar() -> String {
      [
        "plain", "\"quoted\"", "'single'", "\"1\"", "2", "~", "\"no\"", "'a: b'", "\"# no\"", "麺屋",
        "'麺 屋'",
        "\"\"", "''", "0x1F", "\"tab\\t\"", "'it''s'", "a#b", "\"a, b\"",
      ].randomElement(using: &random) ?? ""
    }

    private mutating func flow(_ depth: Int) -> String {
      let separator = [",", ", ", " , ", ",  "].randomElement(using: &random) ?? ","
      let pad = spaces(0...2)
      let count = Int.random(in: 0...3, using: &random)
      func member(_ text: inout RandomText) -> String {
        depth < 2 && text.chance(4) ? text.flow(depth + 1) : text.scalar()
      }
      if chance(2) {
        return "[" + pad + (0..<count).map { _ in member(&self) }.joined(separator: separator) + pad
          + "]"
      }
      return "{" + pad
        + (0..<count).map { "f\($0): " + spaces(0...2) + member(&self) }.joined(
          separator: separator
        ) + pad + "}"
    }
  }
}
