import TaneProcesses

/// The browser given by `BROWSER`, or the system's default browser.
struct Browser {
  private let command: String
  private let variables: [String: String]

  init(_ variables: [String: String]) {
    #if canImport(Darwin)
    let usual = "open"
    #else
    let usual = "xdg-open"
    #endif
    let named = variables["BROWSER"]?.split(separator: ":").first.map(String.init)
    command = named ?? usual
    self.variables = variables
  }

  /// Opens a page, given as a file path or a URL.
  ///
  /// The method does not wait for the browser to exit, because some browsers run until all windows
  /// are closed.
  ///
  /// - Throws: A `CommandFailure` if the browser cannot be started or fails immediately.
  func open(_ page: String) throws {
    let status: ChildProcess.TerminationStatus?
    do {
      status = try ChildProcess(
        command: ["/usr/bin/env"] + Self.words(of: command, page: page),
        environment: variables,
        output: .null,
        errors: .null
      ).wait(seconds: 2)
    } catch {
      throw failure(page)
    }
    guard status == nil || status == .exited(0) else { throw failure(page) }
  }

  /// Splits a command in `BROWSER` into words, and inserts the page at `%s` or else appends it.
  static func words(of command: String, page: String) -> [String] {
    let words = command.split(separator: " ").map(String.init)
    guard command.contains("%s") else { return words + [page] }
    return words.map { $0.replacing("%s", with: page) }
  }

  private func failure(_ page: String) -> CommandFailure {
    CommandFailure(
      .failed,
      "\(command) did not open the page; open \(page) yourself, or set the environment variable "
        + "BROWSER to a browser"
    )
  }
}
