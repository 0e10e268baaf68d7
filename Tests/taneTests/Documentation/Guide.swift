import Foundation
import Testing

/// A page of documentation with steps for its reader, in order: commands to run and edits to make.
struct Guide {
  /// A step of a page.
  enum Step {
    /// A command with the result that the page shows.
    case command(ShownCommand)
    /// A change of files.
    case edit(GuideEdit)
  }

  /// The page's path in the repository.
  let path: String
  /// The steps of the page.
  let steps: [Step]
  private let lines: [String]

  /// Reads a page of the repository, whose commands are in code blocks of the given language.
  init(at path: String, language: String) throws {
    let text = try String(
      contentsOf: TemporaryProject.repository.appending(path: path),
      encoding: .utf8
    )
    try self.init(text, path: path, language: language)
  }

  /// Parses the text of a page.
  init(_ text: String, path: String, language: String) throws {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var steps: [Step] = []
    for block in FencedBlock.blocks(of: lines) {
      switch block.language {
      case language:
        steps += ShownCommand.commands(of: block, in: lines, at: path).map { .command($0) }
      case "diff":
        steps.append(.edit(try GuideEdit(block.text(in: lines), place: block.place(in: path))))
      default: break
      }
    }
    self.steps = steps
  }

  /// The commands without the edits.
  var commands: [ShownCommand] {
    steps.compactMap { step in
      if case .command(let command) = step { command } else { nil }
    }
  }

  /// Returns the contents of the code blocks in a language.
  func blocks(in language: String) -> [String] {
    FencedBlock.blocks(of: lines).filter { $0.language == language }
      .map { $0.text(in: lines).joined(separator: "\n") + "\n" }
  }

  /// The page's text without its blocks of code.
  var prose: String {
    let isCode = FencedBlock.blocks(of: lines).map { $0.lines.lowerBound - 1...$0.lines.upperBound }
    return lines.indices.filter { index in !isCode.contains { $0.contains(index) } }
      .map { lines[$0] }.joined(separator: "\n")
  }

  /// Returns the page with new outputs of its commands, in the order of `commands`.
  func text(showing outputs: [[String]]) -> String {
    var lines = lines
    for (command, output) in zip(commands, outputs).reversed() {
      lines.replaceSubrange(command.outputLines, with: output)
    }
    return lines.joined(separator: "\n")
  }
}

/// A code block of a page.
struct FencedBlock {
  /// The text after the opening backticks.
  let language: String
  /// The lines of the page between the fences.
  let lines: Range<Int>
  /// The column of the fences, which is greater than zero for a block in a list.
  private let indent: Int

  /// Returns the blocks of a page, in order.
  static func blocks(of lines: [String]) -> [FencedBlock] {
    var blocks: [FencedBlock] = []
    var open: (language: String, start: Int, indent: Int)?
    for (index, line) in lines.enumerated() {
      let text = line.drop(while: { $0 == " " })
      guard text.hasPrefix("```") else { continue }
      if let block = open {
        blocks.append(
          FencedBlock(
            language: block.language,
            lines: block.start..<index,
            indent: block.indent
          )
        )
        open = nil
      } else {
        open = (String(text.dropFirst(3)), index + 1, line.count - text.count)
      }
    }
    return blocks
  }

  /// Returns the block's lines without their indentation.
  func text(in page: [String]) -> [String] {
    page[lines].map { String($0.dropFirst(indent)) }
  }

  /// Returns the position of the block for messages.
  func place(in path: String) -> String { "\(path):\(lines.lowerBound + 1)" }
}
