/// Breaks the lines of a terminal between words, which a terminal by itself does in the middle of them.
package enum TextFolding {
  /// A text as lines of a number of columns: broken at spaces, and around characters of Chinese and Japanese.
  ///
  /// A word that is longer than a line stays as it is, so that a path can still be copied.
  ///
  /// - Parameters:
  ///   - text: The text, with or without colours, of one line or several.
  ///   - width: The columns.
  ///   - indent: The columns that stay empty where a line goes on; nil for two more than it begins with.
  ///   - joint: What stands between words that stay on one line, and is written as a space; nil where nothing does,
  ///     and the text is people's data.
  /// - Returns: The text with more line ends.
  package static func folded(
    _ text: String,
    width: Int?,
    indent: Int? = nil,
    joint: Character? = nil
  ) -> String {
    guard let width, width > 0 else {
      return joint.map { text.replacing(String($0), with: " ") } ?? text
    }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        var folding = Folding(
          width: width,
          indent: indent ?? line.prefix { $0 == " " }.count + 2,
          joint: joint
        )
        return folding.fold(line)
      }
      .joined(separator: "\n")
  }

  /// Characters that begin no line: closing marks, small kana and what lengthens a sound.
  private static let endings: Set<Character> = [
    "、", "。", "，", "．", "」", "』", "）", "】", "〉", "》", "？", "！", "：", "；", "・", "ー", "々", "ッ", "ャ",
    "ュ", "ョ", "っ", "ゃ", "ゅ", "ょ", "ァ", "ィ", "ゥ", "ェ", "ォ", "ぁ", "ぃ", "ぅ", "ぇ", "ぉ",
  ]
  /// Characters that end no line.
  private static let beginnings: Set<Character> = ["「", "『", "（", "【", "〈", "《"]

  private struct Folding {
    let width: Int
    let indent: Int
    let joint: Character?
    private var result = ""
    private var column = 0
    /// Spaces that are written before the next word, if that stays on the line.
    private var spaces = 0
    private var word = ""
    private var wordWidth = 0

    init(width: Int, indent: Int, joint: Character?) {
      (self.width, self.indent, self.joint) = (width, min(indent, width / 2), joint)
    }

    mutating func fold(_ line: Substring) -> String {
      var isEscape = false
      var last: Character?
      for character in line {
        if isEscape || character == "\u{1B}" {
          // A colour takes no column, and ends with a letter.
          isEscape = !character.isLetter
          word.append(character)
        } else if character == joint {
          word.append(" ")
          wordWidth += 1
          last = nil
        } else if character == " " {
          endWord()
          spaces += 1
          last = nil
        } else {
          if let last, Self.canBreak(between: last, and: character) { endWord() }
          word.append(character)
          wordWidth += DisplayWidth.of(character)
          last = character
        }
      }
      endWord()
      return result
    }

    private static func canBreak(between left: Character, and right: Character) -> Bool {
      (DisplayWidth.of(left) == 2 || DisplayWidth.of(right) == 2)
        && !endings.contains(right) && !beginnings.contains(left)
    }

    private mutating func endWord() {
      guard !word.isEmpty else { return }
      if wordWidth > 0, column > indent, column + spaces + wordWidth > width {
        result += "\n" + String(repeating: " ", count: indent)
        column = indent
      } else {
        result += String(repeating: " ", count: spaces)
        column += spaces
      }
      result += word
      column += wordWidth
      (word, wordWidth, spaces) = ("", 0, 0)
    }
  }
}
