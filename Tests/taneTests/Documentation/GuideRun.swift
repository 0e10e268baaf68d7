import Foundation
import Testing

/// One run of everything that a page asks for, compared with what the page shows.
///
/// `RECORD_TOUR=1` writes what came out into the page instead, and fails, so that a run which records never
/// passes for one that checks.
struct GuideRun {
  private let guide: Guide
  /// Who runs it.
  let reader: GuideReader
  /// The outputs as the page should show them, in the order of its commands.
  private(set) var outputs: [[String]] = []

  static var records: Bool { ProcessInfo.processInfo.environment["RECORD_TOUR"] == "1" }

  init(_ guide: Guide, in project: TemporaryProject? = nil, locale: String = "C") throws {
    self.guide = guide
    reader = try GuideReader(in: project, locale: locale)
  }

  /// Runs a command, and compares its exit code and its output with what the page says, or with `status`
  /// where the page does not state it.
  ///
  /// Where it is not exact, only the shape of the beginning counts, and a page that shows nothing of an
  /// output claims nothing about it.
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

  /// Ends what is served in the reader's first terminal.
  func end() async {
    #expect(await reader.end() == 0, "\(guide.path): tane emulate, when it was ended")
  }

  /// Writes the page anew where that was asked for.
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

  /// Compares the shape of the first line that the page shows with the line that has that place: the
  /// first, or where the page leaves out which environment it is, the first after that.
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

  /// Whether a line only says what is under way, which short pages leave out.
  private static func isProgress(_ line: String) -> Bool {
    ["writing ", "storing ", "uploading ", "removing "].contains { line.hasPrefix($0) }
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
  /// The lines without the empty ones at the end.
  fileprivate var trimmingBlankEnd: [String] {
    guard let last = lastIndex(where: { !$0.isEmpty }) else { return [] }
    return Array(self[...last])
  }
}
