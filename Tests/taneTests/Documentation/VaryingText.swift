import Foundation

/// What differs from run to run and from machine to machine: the one place that knows it.
struct VaryingText {
  /// Where the reader's project is on this machine.
  let root: URL

  /// The folder that pages show in its place.
  static let shownRoot = "/Users/you/App"

  /// A line with durations, ports and the project's folder made alike, for comparing.
  func alike(_ line: String) -> String {
    shown(line)
      .replacing(/[0-9][0-9,.]* (ms|s|seconds)\b/, with: "N s")
      .replacing(/sha256:[0-9a-f]{64}/, with: "sha256:DIGEST")
      .replacing(/20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:]+Z/, with: "TIME")
      .replacing(/[A-Za-z0-9_.-]+@[A-Za-z0-9_.-]+/, with: "USER@HOST")
      .replacing(/(?<host>127\.0\.0\.1|localhost):[0-9]+/) { "\($0.host):PORT" }
  }

  /// A line as a page can show it: with no folder of this machine, and with the emulator's usual ports
  /// where `ports` holds them by those that were taken in their place.
  func shown(_ line: String, ports: [String: String] = [:]) -> String {
    line.replacing(root.path, with: Self.shownRoot)
      .replacing(/127\.0\.0\.1:(?<port>[0-9]+)/) { match in
        "127.0.0.1:\(ports[String(match.port)] ?? String(match.port))"
      }
  }
}
