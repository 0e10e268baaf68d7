import Foundation

/// The parts of output that vary between runs and machines.
struct VaryingText {
  /// The project's folder on this machine.
  let root: URL

  /// The folder that pages show instead.
  static let shownRoot = "/Users/you/App"

  /// Returns a line with normalized durations, ports and folders, for comparison.
  func alike(_ line: String) -> String {
    shown(line)
      .replacing(/[0-9][0-9,.]* (ms|s|seconds)\b/, with: "N s")
      .replacing(/sha256:[0-9a-f]{64}/, with: "sha256:DIGEST")
      .replacing(/20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:]+Z/, with: "TIME")
      .replacing(/[A-Za-z0-9_.-]+@[A-Za-z0-9_.-]+/, with: "USER@HOST")
      .replacing(/(?<host>127\.0\.0\.1|localhost):[0-9]+/) { "\($0.host):PORT" }
  }

  /// Returns a line in the form in which a page shows it: with the shown folder, and with the
  /// emulator's usual ports in place of those in `ports`.
  func shown(_ line: String, ports: [String: String] = [:]) -> String {
    line.replacing(root.path, with: Self.shownRoot)
      .replacing(/127\.0\.0\.1:(?<port>[0-9]+)/) { match in
        "127.0.0.1:\(ports[String(match.port)] ?? String(match.port))"
      }
  }
}
