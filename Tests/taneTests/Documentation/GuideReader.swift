import Foundation
import TaneRendering
import Testing

/// Somebody who follows a page: with a project, usually a copy of this repository's own, and two terminals.
///
/// In the first one `tane emulate` serves for as long as the reader reads. What it exports is set in the
/// second one, in which all other commands run.
final class GuideReader {
  /// What became of a command.
  struct Outcome {
    let status: Int32
    var lines: [String]
  }

  let project: TemporaryProject
  private let tools: TemporaryProject
  /// The locale of both terminals.
  private let locale: String
  private var exported: [String: String] = [:]
  private var served: ServedEnvironment?

  /// The emulator's usual ports, by the variables that name its services.
  private static let usualPorts = [
    "FIREBASE_DATABASE_EMULATOR_HOST": "9000", "FIREBASE_STORAGE_EMULATOR_HOST": "9199",
    "FIRESTORE_EMULATOR_HOST": "8080", "FIREBASE_AUTH_EMULATOR_HOST": "9099",
    "FIREBASE_EMULATOR_HUB": "4400",
  ]

  init(in project: TemporaryProject? = nil, locale: String = "C") throws {
    self.project = try project ?? TemporaryProject.demo()
    self.locale = locale
    tools = try TemporaryProject([:])
    try writeSwift()
  }

  /// What differs in this reader's outputs from those of others.
  var varying: VaryingText { VaryingText(root: project.root) }

  /// The usual port for each that the emulator has taken in its place.
  private var ports: [String: String] {
    var ports: [String: String] = [:]
    for (name, usual) in Self.usualPorts {
      if let port = exported[name]?.split(separator: ":").last { ports[String(port)] = usual }
    }
    return ports
  }

  /// A line of output as a page can show it.
  func shown(_ line: String) -> String { varying.shown(line, ports: ports) }

  /// Runs a command as a shell does, with its output and its errors as they come, as in a terminal.
  func run(_ command: ShownCommand) async throws -> Outcome {
    guard !command.serves else { return try await serve(command.line) }
    if let typed = command.typed { return try await answer(command.line, typed) }
    let result = try await TaneProcess.run(
      ["-c", "exec 2>&1\n\(Self.takingFreePorts(command.line))"],
      in: project.root,
      variables: variables.merging(["LANG": locale]) { $1 },
      executable: URL(filePath: "/bin/sh")
    )
    return Outcome(status: result.status, lines: Self.lines(result.output))
  }

  /// Runs a `tane` on a terminal, and types what it asks for.
  private func answer(_ line: String, _ typed: String) async throws -> Outcome {
    let words = line.prefix { $0 != "#" }.split(separator: " ").dropFirst().map(String.init)
    let tane = try await TerminalTane(
      words,
      in: project,
      variables: exported.merging(["LANG": locale]) { $1 }
    )
    let question = "Type the environment's name to confirm:"
    try await tane.wait(for: Language(variables: ["LANG": locale]).text(question))
    try tane.type(typed)
    let status = await tane.end()
    // Of a step that takes long the terminal shows a bar, and takes it away again.
    let bar = /\r[^\r\n]*\x{1B}\[K/.matchingSemantics(.unicodeScalar)
    return Outcome(status: status, lines: Self.lines(tane.screen.replacing(bar, with: "")))
  }

  /// Starts a `tane emulate` in the first terminal, and sets in the second what it exports.
  func serve(_ line: String) async throws -> Outcome {
    let served = try await ServedEnvironment(
      Self.takingFreePorts(line),
      in: project.root,
      variables: variables.merging(["LANG": locale]) { $1 }
    )
    self.served = served
    exported = served.exported
    return Outcome(status: 0, lines: served.lines)
  }

  /// Ends what the first terminal serves, and returns its exit code; 0 where it serves nothing.
  func end() async -> Int32 {
    defer { served = nil }
    return await served?.end() ?? 0
  }

  private var variables: [String: String] {
    let path = TaneProcess.variables([:])["PATH"] ?? ""
    let programs = TaneProcess.binary.deletingLastPathComponent().path
    return exported.merging(["PATH": "\(tools.root.path):\(programs):\(path)"]) { $1 }
  }

  /// A `swift` whose `swift test --filter NAME` runs the tests that are built already: these.
  private func writeSwift() throws {
    let arguments = ProcessInfo.processInfo.arguments
    let program = URL(filePath: arguments[0]).path
    // Where tests are a bundle, the program is one that loads it.
    let option = "--test-bundle-path"
    let bundle = arguments.drop { $0 != option }.dropFirst().first.map { "\(option) \"\($0)\"" }
    try tools.write(
      """
      #!/bin/sh
      [ "$1 $2" = "test --filter" ] || exit 64
      exec "\(program)" \(bundle ?? "") --testing-library swift-testing --filter "$3"

      """,
      to: "swift"
    )
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755],
      ofItemAtPath: tools.root.appending(path: "swift").path
    )
  }

  /// The command with other ports than the usual ones, which may be taken on the machine that runs the
  /// tests.
  private static func takingFreePorts(_ line: String) -> String {
    let options = "--database-port 0 --storage-port 0 --firestore-port 0 --auth-port 0 --hub-port 0"
    return line.replacing("tane emulate", with: "tane emulate \(options)")
  }

  private static func lines(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
