import Foundation

/// Python libraries for the same work.
struct PythonPeers {
  let interpreter: String

  /// The packages with the versions that the tables were measured with.
  static let packages = [
    "orjson==3.13.0", "jsonpatch==1.47", "deepdiff==9.1.0", "deepdiff-rs==0.17.1",
  ]

  /// Creates a virtual environment with the packages unless it exists; contestants whose package is
  /// missing are omitted from the tables, with a note.
  static func setUp(in folder: URL) -> PythonPeers {
    let peers = PythonPeers(interpreter: folder.appending(path: "bin/python").path)
    guard !FileManager.default.fileExists(atPath: peers.interpreter) else { return peers }
    note("Setting up \(folder.path)...")
    do {
      _ = try ChildProcess(program: "python3", arguments: ["-m", "venv", folder.path]).run()
      for package in packages {
        let arguments = ["-m", "pip", "install", "--quiet", package]
        let outcome = try ChildProcess(program: peers.interpreter, arguments: arguments)
          .run(timeout: nil)
        if outcome.status != 0 { note("\(package) cannot be installed: \(outcome.errors)") }
      }
      return peers
    } catch {
      note("no Python environment, so Python takes no part: \(error)")
      return peers
    }
  }

  private static func note(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }

  /// Returns a script that may use `sys`, `os` and `time`; it is skipped if an import fails.
  func contestant(
    _ name: String,
    importing imports: String,
    _ body: String,
    _ files: [URL],
    expected: Int32 = 0,
    countsItself: Bool = false
  ) -> Contestant {
    let script = """
      import os, sys, time
      try:
        \(imports)
      except ImportError as error:
        print(error, file=sys.stderr)
        sys.exit(\(Contestant.unavailable))
      \(body)
      """
    // If Python is missing, the contestant is unavailable instead of failing.
    let shell =
      "test -x \"$0\" || { echo 'Python is not set up' >&2; exit 69; }; exec \"$0\" \"$@\""
    let process = ChildProcess(
      program: "sh",
      arguments: ["-c", shell, interpreter, "-c", script] + files.map(\.path)
    )
    return Contestant(
      name: name,
      process: process,
      expected: expected,
      countsItself: countsItself
    )
  }
}
