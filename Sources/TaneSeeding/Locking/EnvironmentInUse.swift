#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Another command keeps an environment.
public struct EnvironmentInUse: Error, CustomStringConvertible {
  /// The environment's name.
  public let environment: String
  /// Nil where the holder has not written yet who it is.
  let holder: LockHolder?

  /// Whether the other command ends without being told to.
  public var endsByItself: Bool { !isServed }

  /// Whether the other command is an emulator.
  public var isServed: Bool { holder?.command == EnvironmentLock.Command.emulate.rawValue }

  /// The other command with its process and the time since when it has the environment; "another process"
  /// where that is not known.
  public var user: String {
    guard let holder else { return "another process" }
    return "\(holder.command) (process \(holder.process), since \(holder.since(Date())))"
  }

  /// Who uses what.
  public var description: String { "\(environment) is in use by \(user)" }
}
