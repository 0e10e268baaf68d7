import Foundation
import TaneProcesses
import TaneRendering

/// A page for a browser, in a file that only its owner can read, since it contains data of an
/// environment.
struct BrowserPage {
  private let file: URL

  /// Writes differences to a new file in the temporary folder, which the system cleans up.
  ///
  /// - Throws: A `CommandFailure` if the file cannot be written.
  init(
    named name: String,
    _ rendering: DifferenceHTMLRendering,
    of document: DifferenceDocument
  ) throws {
    file = FileManager.default.temporaryDirectory.appending(path: "\(name)-\(UUID()).html")
    var text = ""
    rendering.write(document) { text += $0 }
    let isCreated = FileManager.default.createFile(
      atPath: file.path,
      contents: Data(text.utf8),
      attributes: [.posixPermissions: 0o600]
    )
    guard isCreated else { throw CommandFailure(.failed, "cannot write \(file.path)") }
  }

  /// Opens the page in the browser of `BROWSER` or otherwise the system's, and prints its path.
  ///
  /// A browser started by the command may run until its windows are closed, so its end is not
  /// awaited.
  ///
  /// - Throws: A `CommandFailure` if no browser can open it.
  func open(in context: CommandContext) throws {
    #if canImport(Darwin)
    let usual = "open"
    #else
    let usual = "xdg-open"
    #endif
    let named = context.variables["BROWSER"]?.split(separator: ":").first.map(String.init)
    let browser = named ?? usual
    let status: ChildProcess.TerminationStatus?
    do {
      status = try ChildProcess(
        command: ["/usr/bin/env"] + Self.words(of: browser, page: file.path),
        environment: context.variables,
        output: .null,
        errors: .null
      ).wait(seconds: 2)
    } catch {
      throw Self.failure(browser, file)
    }
    guard status == nil || status == .exited(0) else { throw Self.failure(browser, file) }
    context.console.print("Opened \(file.path)")
  }

  /// Splits a command of `BROWSER` into words, with the page in place of `%s` or otherwise at the
  /// end.
  static func words(of command: String, page: String) -> [String] {
    let words = command.split(separator: " ").map(String.init)
    guard command.contains("%s") else { return words + [page] }
    return words.map { $0.replacing("%s", with: page) }
  }

  private static func failure(_ browser: String, _ file: URL) -> CommandFailure {
    CommandFailure(
      .failed,
      "\(browser) did not open the page; open \(file.path) yourself, or name a browser in the "
        + "environment variable BROWSER"
    )
  }
}
