/// Firebase services that an environment variable redirects to an emulator.
public struct EmulatorRedirection: Sendable, Hashable {
  /// The names of the services in addresses.
  public let services: [String]
  /// The emulator's host with its port.
  public let address: String
  /// The environment variable.
  public let variable: String
}

extension EmulatorRedirection: CustomStringConvertible {
  /// The redirected services, the emulator and the variable, as a clause without a full stop.
  public var description: String {
    "\(services.joined(separator: ", ")) \(services.count == 1 ? "goes" : "go") to the emulator at"
      + " \(address) (\(variable))"
  }
}
