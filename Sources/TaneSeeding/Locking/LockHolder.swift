import SystemPackage
import TaneCore
import TaneFormats

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The process that holds a lock, as recorded in the lock file.
struct LockHolder: Sendable {
  let command: String
  let process: Int32
  let start: Date

  /// Encodes the holder for the lock file.
  func bytes() throws -> [UInt8] {
    let literal: TreeLiteral = [
      "command": .string(command), "process": .integer(Int64(process)),
      "start": .string(start.formatted(.iso8601)),
    ]
    return Array(try JSONWriter().write(Tree(literal)).utf8)
  }

  /// Reads a lock file, or returns nil if it has no holder yet, such as while the lock is being
  /// acquired.
  static func read(_ path: FilePath) -> LockHolder? {
    guard let data = try? Data(contentsOf: URL(filePath: path.string)),
      let tree = TreeParser.parse(Array(data), named: path.string, as: .json).tree,
      let command = tree["command"]?.string,
      let process = tree["process"]?.integer.flatMap({ Int32(exactly: $0) }),
      let start = tree["start"]?.string.flatMap({ try? Date($0, strategy: .iso8601) })
    else { return nil }
    return LockHolder(command: command, process: process, start: start)
  }

  /// Returns the start time in a time zone, preceded by the date unless `now` is on the same day.
  func since(_ now: Date, in zone: TimeZone = .current) -> String {
    start.clockTime(on: now, in: zone)
  }
}
