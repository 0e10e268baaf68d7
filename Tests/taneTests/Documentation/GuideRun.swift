import Foundation
import Testing

/// A run of all steps of a page, which compares the results with the page.
///
/// With `RECORD_TOUR=1` it writes the results into the page instead and fails, so that a recording
/// never counts as a successful check.
struct GuideRun {
  private let guide: Guide
  /// The reader who runs the commands.
  let reader: GuideReader
  /// The outputs as the page should show them, in the order of its commands.
  private(set) var outputs: [[String]] = []

  static var records: Bool { ProcessInfo.processInfo.environment["RECORD_TOUR"] == "1" }

  init(_ guide: Guide, in project: TemporaryProject? = nil, locale: String = "C") throws {
    self.guide = guide
    reader = try GuideReader(in: project, locale: locale)
  }

  /// Runs a command, and compares its exit code and output with those on the page, or the exit code
  /// with `status` if the page does not state one.
  ///
  /// If the comparison is not exact, only the shape of the first shown line counts; a command
  /// without shown output can have any output.
  mutating func run(
    _ command: ShownCommand,
    status: Int32? = nil,
    isExact: Bool = true
  ) async throws {
    var outcome = try await reader.run(command)
    outcome.lines = ProgressLines.left(out: outcome.lines).trimmingBlankEnd
    let expected = status ?? command.status
    #expect(
      outcome.status == expected,
      """
      \(command.place): $ \(command.line)
      \(outcome.lines.joined(separator: "\n"))
      """
    )
    let shown = ShownOutput(lines: command.output.trimmingBlankEnd)
    let rest = command.output.dropFirst(shown.lines.count)
    let lines = isExact ? exact(shown, outcome, command) : loose(shown, outcome, command)
    outputs.append(lines + rest)
  }

  /// Ends the emulator in the reader's first terminal.
  func end() async {
    #expect(await reader.end() == 0, "\(guide.path): tane emulate, when it was ended")
  }

  /// Rewrites the page if recording is requested.
  func record() throws {
    guard Self.records else { return }
    let text = guide.text(showing: outputs)
    try Data(text.utf8).write(to: TemporaryProject.repository.appending(path: guide.path))
    Issue.record("recorded \(guide.path); run again without RECORD_TOUR")
  }

  private func exact(
    _ shown: ShownOutput,
    _ outcome: GuideReader.Outcome,
    _ command: ShownCommand
  ) -> [String] {
    let varying = reader.varying
    let real = outcome.lines.map(reader.shown)
    if !Self.records {
      #expect(shown.matches(real, alike: varying.alike), message(shown, real, command))
    }
    return shown.updated(to: real, alike: varying.alike)
  }

  /// Compares the shape of the first shown line with the first line of output or, if the page omits
  /// the description of the environment, with the third one.
  private func loose(
    _ shown: ShownOutput,
    _ outcome: GuideReader.Outcome,
    _ command: ShownCommand
  ) -> [String] {
    guard let first = shown.lines.first else { return [] }
    let real = outcome.lines.map(reader.shown).filter { !Self.isProgress($0) }
    let shape = ShownOutput.shape(of: first)
    let start = [0, 2].first { $0 < real.count && ShownOutput.shape(of: real[$0]) == shape }
    if !Self.records {
      #expect(start != nil, message(ShownOutput(lines: [first]), real, command))
    }
    return shown.updated(to: Array(real.dropFirst(start ?? 0)), alike: reader.varying.alike)
  }

  /// Returns true if a line only reports progress, which short pages omit.
  private static func isProgress(_ line: String) -> Bool {
    ["writing ", "storing ", "uploading ", "removing ", "publishing "]
      .contains { line.hasPrefix($0) }
  }

  private func message(
    _ shown: ShownOutput,
    _ real: [String],
    _ command: ShownCommand
  ) -> Comment {
    """
    \(command.place): $ \(command.line)
    shown:
    \(shown.lines.joined(separator: "\n"))
    came out:
    \(real.joined(separator: "\n"))
    """
  }
}

extension [String] {
  /// The lines without trailing empty lines.
  fileprivate var trimmingBlankEnd: [String] {
    guard let last = lastIndex(where: { !$0.isEmpty }) else { return [] }
    return Array(self[...last])
  }
}
