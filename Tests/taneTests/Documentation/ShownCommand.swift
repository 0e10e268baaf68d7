/// A command of a page with the result that the page shows.
struct ShownCommand {
  /// The command line for a shell.
  let line: String
  /// The exit code that the page states, or 0.
  let status: Int32
  /// The answer to type at the command's question, or nil if there is no question.
  let typed: String?
  /// The lines of the output, in which `…` stands for omitted lines.
  let output: [String]
  /// The lines of the output in the page.
  let outputLines: Range<Int>
  /// The position of the command for messages.
  let place: String

  /// Returns the commands of a block: lines that begin with a dollar sign, each followed by its
  /// output.
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

  /// Returns the exit code in a comment such as `# exits 1` at the end of a command line, or 0.
  private static func status(statedBy line: String) -> Int32 {
    guard let match = line.firstMatch(of: /# exits (\d+)/) else { return 0 }
    return Int32(match.1) ?? 0
  }

  /// A Boolean value indicating whether the command runs until it is ended, while other commands
  /// run.
  var serves: Bool { line.hasPrefix("tane emulate") && !line.contains("--exec") }
}
