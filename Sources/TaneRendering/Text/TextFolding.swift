/// Functions that fold lines between words, since terminals break within words.
package enum TextFolding {
  /// Folds a string to a width, at spaces and around Chinese and Japanese characters.
  ///
  /// A word that is longer than a line is not broken, so that users can copy paths.
  ///
  /// - Parameters:
  ///   - text: The text, which may contain colors and several lines.
  ///   - width: The width in columns.
  ///   - indent: The indentation of continuation lines in columns, or nil for the line's own
  ///     indentation plus two.
  ///   - joint: A character that marks a non-breaking space and is replaced by a space, or nil if
  ///     the text contains none or is data.
  /// - Returns: The text with additional line breaks.
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
        var folding = LineFolder(
          width: width,
          indent: indent ?? line.prefix { $0 == " " }.count + 2,
          joint: joint
        )
        return folding.fold(line)
      }
      .joined(separator: "\n")
  }

  /// Characters that must not begin a line: closing marks, small kana and prolonged sound marks.
  private static let forbiddenLineStarts: Set<Character> = [
    "、", "。", "，", "．", "」", "』", "）", "】", "〉", "》", "？", "！", "：", "；", "・", "ー", "々", "ッ", "ャ",
    "ュ", "ョ", "っ", "ゃ", "ゅ", "ょ", "ァ", "ィ", "ゥ", "ェ", "ォ", "ぁ", "ぃ", "ぅ", "ぇ", "ぉ", ":",
  ]
  /// Characters that must not end a line.
  private static let forbiddenLineEnds: Set<Character> = ["「", "『", "（", "【", "〈", "《"]

  private struct LineFolder {
    let width: Int
    let indent: Int
    let joint: Character?
    private var result = ""
    private var column = 0
    /// The number of spaces before the next word, which are omitted if it begins a new line.
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
          // A color code has no width and ends with a letter.
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
        && !forbiddenLineStarts.contains(right) && !forbiddenLineEnds.contains(left)
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
