/// A redirection to an emulator, set by an environment variable, for the services of one kind.
package struct EmulatorRedirection: Sendable, Hashable {
  /// The names of the services, as used in addresses.
  package let services: [String]
  /// The emulator's host with its port.
  package let address: String
  package let variable: String
}

extension EmulatorRedirection: CustomStringConvertible {
  /// The redirected services, the emulator and the variable, as a clause without a full stop.
  package var description: String {
    "\(services.joined(separator: ", ")) \(services.count == 1 ? "connects" : "connect") to the emulator "
      + "at \(address) (\(variable))"
  }
}
