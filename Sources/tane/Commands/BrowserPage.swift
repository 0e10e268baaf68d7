import Foundation
import TaneRendering

/// A page for the browser, in a file that only its owner can read because it contains an
/// environment's data.
struct BrowserPage {
  private let file: URL

  /// Writes differences to a new file in the temporary folder, which the system cleans up later.
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

  /// Opens the page in the browser, and prints its path.
  ///
  /// - Throws: A `CommandFailure` if no browser can open the page.
  func open(in context: CommandContext) throws {
    try Browser(context.variables).open(file.path)
    context.console.print("Opened \(file.path)")
  }
}
