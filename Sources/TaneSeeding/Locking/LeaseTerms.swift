package import Foundation
import TaneCore

/// The owner, start and expiry of a lease.
package struct LeaseTerms: Sendable, Hashable, CustomStringConvertible {
  /// The identifier of the run.
  package let run: String
  /// The user and the machine of the run, such as `hanako@mac`.
  package let owner: String
  /// The command, such as `tane seed`.
  package let command: String
  /// The time at which the run began to write.
  package let began: Date
  /// The time at which the lease expires unless it is renewed.
  package internal(set) var ends: Date

  /// The owner, start and expiry of the lease, by this machine's clock.
  package var description: String {
    let now = Date()
    return
      "\(owner) (\(command), since \(began.clockTime(on: now)), lease until \(ends.clockTime(on: now)))"
  }
}

extension LeaseTerms {
  /// Decodes the stored terms, or returns nil if they are incomplete.
  init?(_ tree: Tree) {
    func text(_ key: String) -> String? { tree[key]?.string }
    func date(_ key: String) -> Date? { text(key).flatMap { try? Date($0, strategy: .iso8601) } }
    guard let run = text("run"), let owner = text("owner"), let command = text("command"),
      let began = date("began"), let ends = date("ends")
    else { return nil }
    self.init(run: run, owner: owner, command: command, began: began, ends: ends)
  }

  /// The terms in the format that services store.
  var tree: Tree {
    Tree([
      "run": .string(run), "owner": .string(owner), "command": .string(command),
      "began": .string(began.formatted(.iso8601)), "ends": .string(ends.formatted(.iso8601)),
    ])
  }
}
