#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An error indicating that another command is using an environment.
package struct EnvironmentInUse: Error, CustomStringConvertible {
  /// The environment's name.
  package let environment: String
  /// The holder of the lock, or nil if it has not recorded itself yet.
  let holder: LockHolder?

  /// A Boolean value indicating whether the other command ends on its own.
  package var endsOnItsOwn: Bool { !isServed }

  /// A Boolean value indicating whether the other command is an emulator.
  package var isServed: Bool { holder?.command == EnvironmentLock.Command.emulate.rawValue }

  /// The other command with its process and start time, or "another process" if unknown.
  package var user: String {
    guard let holder else { return "another process" }
    return "\(holder.command) (process \(holder.process), since \(holder.since(Date())))"
  }

  /// The environment and its user.
  package var description: String { "\(environment) is in use by \(user)" }
}
