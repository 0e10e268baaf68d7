public import Foundation
import TaneCore

/// Who writes to an environment, and until when nobody else should.
public struct LeaseTerms: Sendable, Hashable, CustomStringConvertible {
  /// What tells the run from others.
  public let run: String
  /// Who runs it, and where: `hanako@mac`.
  public let owner: String
  /// The command: `tane seed`.
  public let command: String
  /// When the run began to write.
  public let began: Date
  /// When the lease ends unless it is renewed.
  public internal(set) var ends: Date

  /// Who has the lease, since when and until when, by this machine's clock.
  public var description: String {
    let now = Date()
    return
      "\(owner) (\(command), since \(began.clockTime(on: now)), lease until \(ends.clockTime(on: now)))"
  }
}

extension LeaseTerms {
  /// Reads what is kept in an environment; nil where that does not say it.
  init?(_ tree: Tree) {
    func text(_ key: String) -> String? { tree[key]?.string }
    func date(_ key: String) -> Date? { text(key).flatMap { try? Date($0, strategy: .iso8601) } }
    guard let run = text("run"), let owner = text("owner"), let command = text("command"),
      let began = date("began"), let ends = date("ends")
    else { return nil }
    self.init(run: run, owner: owner, command: command, began: began, ends: ends)
  }

  /// The terms as an environment keeps them.
  var tree: Tree {
    Tree([
      "run": .string(run), "owner": .string(owner), "command": .string(command),
      "began": .string(began.formatted(.iso8601)), "ends": .string(ends.formatted(.iso8601)),
    ])
  }
}
