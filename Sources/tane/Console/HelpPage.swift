import ArgumentParser
import Foundation
import SystemPackage
import TaneCore
import TaneRendering

/// A help page or error of the argument parser, in the user's language.
struct HelpPage {
  let language: Language
  /// The width of the page in columns.
  let width: Int

  /// The column in which the parser begins the descriptions of options.
  private static let column = 26

  /// Returns the language requested by unparsed arguments, or otherwise the process's language.
  static func language(of arguments: [String]) -> Language {
    let option = "--language"
    let values = arguments.enumerated().compactMap { index, argument -> String? in
      if argument == option { return arguments.dropFirst(index + 1).first }
      return argument.hasPrefix("\(option)=") ? String(argument.dropFirst(option.count + 1)) : nil
    }
    return values.last.flatMap(Language.init)
      ?? Language(variables: ProcessInfo.processInfo.environment)
  }

  /// Prints the parser's error or help, and exits.
  static func exit(withError error: any Error, in language: Language) -> Never {
    let isClean = Tane.exitCode(for: error) == .success
    // The parser must not fold lines, since folded lines cannot be translated.
    let text = Tane.fullMessage(for: error, columns: 100_000)
    let isPage = ["OVERVIEW: ", "USAGE: ", "Error: "].contains { text.hasPrefix($0) }
    let width = Console.terminalWidth(of: isClean ? 1 : 2) ?? 80
    let page =
      language == .english || !isPage
      ? Tane.fullMessage(for: error) : HelpPage(language: language, width: width).text(of: text)
    let shown = escaped(page, CommandLine.arguments)
    if !shown.isEmpty {
      if isClean {
        print(shown)
      } else {
        _ = try? FileDescriptor.standardError.writeAll("\(shown)\n".utf8)
      }
    }
    Tane.exit(withError: Tane.exitCode(for: error))
  }

  /// Escapes arguments quoted in a page, so that they cannot control the terminal or begin a line.
  static func escaped(_ page: String, _ arguments: [String]) -> String {
    let values = arguments.flatMap { [$0, String($0.drop { $0 != "=" }.dropFirst())] }
    let text = values.filter { $0 != $0.escapingControls }.reduce(page) { page, value in
      page.replacing(value, with: value.escapingControls)
    }
    return TerminalText.escaped(text, keepingColorsOf: .plain)
  }

  /// Translates and folds the parser's text, in which each paragraph is a single line.
  func text(of page: String) -> String {
    page.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line(String($0)) }
      .joined(separator: "\n")
  }

  private func line(_ line: String) -> String {
    guard line.hasPrefix("  ") else {
      return TextFolding.folded(language.text(line), width: width, indent: 0)
    }
    let indentation = String(repeating: " ", count: Self.column)
    if line.hasPrefix(indentation) {
      return help(String(line.dropFirst(Self.column)), behind: indentation)
    }
    let label = line.prefix(Self.column)
    guard label.count == Self.column, label.last == " ",
      label.hasPrefix("  -") || Self.isColumn(label, before: line.dropFirst(Self.column))
    else { return language.text(line) }
    return help(String(line.dropFirst(Self.column)), behind: String(label))
  }

  /// Returns true if only the end of a label has two consecutive spaces, after which text begins.
  private static func isColumn(_ label: Substring, before text: Substring) -> Bool {
    let word = label.dropFirst(2).reversed().drop { $0 == " " }
    return label.hasSuffix("  ") && text.first != " " && !String(word.reversed()).contains("  ")
  }

  /// Returns an option's label and description, with translated notes from the parser.
  private func help(_ text: String, behind label: String) -> String {
    var text = text
    var end = ""
    if text.hasSuffix(")"), let start = text.lastIndex(of: "("),
      ["(values: ", "(default: "].contains(where: text[start...].hasPrefix)
    {
      end = language.text(String(text[start...]))
      text = String(text[..<start])
      if text.hasSuffix(" ") { text.removeLast() }
    }
    return TextFolding.folded(label + language.text(text) + end, width: width, indent: Self.column)
  }
}
