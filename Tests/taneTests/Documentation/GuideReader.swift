import Foundation
import TaneRendering
import Testing

/// A reader who follows a page with a project, usually a copy of this repository's demo, and two
/// terminals.
///
/// `tane emulate` runs in the first terminal. The variables that it exports are set in the second
/// one, in which all other commands run.
final class GuideReader {
  /// The result of a command.
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
  private static let defaultPorts = [
    "FIREBASE_DATABASE_EMULATOR_HOST": "9000", "FIREBASE_STORAGE_EMULATOR_HOST": "9199",
    "FIRESTORE_EMULATOR_HOST": "8080", "FIREBASE_AUTH_EMULATOR_HOST": "9099",
    "FIREBASE_REMOTE_CONFIG_EMULATOR_HOST": "9599", "FIREBASE_EMULATOR_HUB": "4400",
  ]

  init(in project: TemporaryProject? = nil, locale: String = "C") throws {
    self.project = try project ?? TemporaryProject.demo()
    self.locale = locale
    tools = try TemporaryProject([:])
    try writeSwift()
  }

  /// The parts of the output that differ between readers.
  var varying: VaryingText { VaryingText(root: project.root) }

  /// The usual ports by the ports that the emulator uses instead.
  private var ports: [String: String] {
    var ports: [String: String] = [:]
    for (name, usual) in Self.defaultPorts {
      if let port = exported[name]?.split(separator: ":").last { ports[String(port)] = usual }
    }
    return ports
  }

  /// Returns a line of output in the form in which a page shows it.
  func shown(_ line: String) -> String { varying.shown(line, ports: ports) }

  /// Runs a command in a shell, with standard output and standard error combined as in a terminal.
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

  /// Runs `tane` on a terminal and answers its question.
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
    // A slow step shows a progress bar, which is removed again.
    let bar = /\r[^\r\n]*\x{1B}\[K/.matchingSemantics(.unicodeScalar)
    return Outcome(status: status, lines: Self.lines(tane.screen.replacing(bar, with: "")))
  }

  /// Starts `tane emulate` in the first terminal, and sets its exported variables in the second.
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

  /// Ends the emulator in the first terminal and returns its exit code, or 0 if none is running.
  func end() async -> Int32 {
    defer { served = nil }
    return await served?.end() ?? 0
  }

  private var variables: [String: String] {
    let path = TaneProcess.variables([:])["PATH"] ?? ""
    let programs = TaneProcess.binary.deletingLastPathComponent().path
    return exported.merging(["PATH": "\(tools.root.path):\(programs):\(path)"]) { $1 }
  }

  /// Writes a program `swift` whose `swift test --filter NAME` runs the tests of this process,
  /// which are already built.
  private func writeSwift() throws {
    let arguments = ProcessInfo.processInfo.arguments
    let program = URL(filePath: arguments[0]).path
    // If the tests are a bundle, the program loads it.
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

  /// Returns the command with free ports, because the usual ports may be in use on the machine that
  /// runs the tests.
  private static func takingFreePorts(_ line: String) -> String {
    let options =
      "--database-port 0 --storage-port 0 --firestore-port 0 --auth-port 0 --remote-config-port 0 "
      + "--hub-port 0"
    return line.replacing("tane emulate", with: "tane emulate \(options)")
  }

  private static func lines(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
