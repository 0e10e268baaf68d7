/// A command of a page, with what the page says that comes of it.
struct ShownCommand {
  /// The command line, as a shell takes it.
  let line: String
  /// The exit code that the page states; 0 where it states none.
  let status: Int32
  /// What somebody at the terminal types where it asks; nil where nobody is asked.
  let typed: String?
  /// The lines of the output, with their `…`.
  let output: [String]
  /// The place of the output in the page.
  let outputLines: Range<Int>
  /// The place of the command, for messages.
  let place: String

  /// The commands of a block: lines that begin with a dollar sign, each with its output below it.
  static func commands(
    of block: FencedBlock,
    in page: [String],
    at path: String
  ) -> [ShownCommand] {
    let text = block.text(in: page)
    let starts = text.indices.filter { text[$0].hasPrefix("$ ") }
    return starts.enumerated().map { number, start in
      let end = number + 1 < starts.count ? starts[number + 1] : text.endIndex
      let line = String(text[start].dropFirst(2))
      let first = block.lines.lowerBound
      return ShownCommand(
        line: line,
        status: status(statedBy: line),
        typed: line.firstMatch(of: /# types (\S+)/).map { String($0.1) },
        output: Array(text[(start + 1)..<end]),
        outputLines: (first + start + 1)..<(first + end),
        place: "\(path):\(first + start + 1)"
      )
    }
  }

  /// The number of `# exits 1` at the end of a command line.
  private static func status(statedBy line: String) -> Int32 {
    guard let match = line.firstMatch(of: /# exits (\d+)/) else { return 0 }
    return Int32(match.1) ?? 0
  }

  /// Whether it serves until it is ended, and other commands are run meanwhile.
  var serves: Bool { line.hasPrefix("tane emulate") && !line.contains("--exec") }
}
