import TaneCore

/// The emulators named by environment variables; Firebase's own tools set and read the same
/// variables.
///
/// See <https://firebase.google.com/docs/emulator-suite/install_and_configure>.
struct EmulatorHosts: Sendable {
  /// An emulator's address, and the variable that contains the address.
  struct Host: Sendable, Hashable {
    /// The host with its port.
    let address: String
    let variable: String
  }

  let variables: [String: String]

  /// Returns true if variables may redirect a service to an emulator.
  func canRedirect(_ service: ServiceProfile) -> Bool {
    areAllServicesEmulated || service.location.isFirebase
  }

  /// Returns the emulator for a service from the first variable that is set, or nil if none is set.
  ///
  /// - Throws: An `EnvironmentError` if a variable contains no valid host, or if none is set
  ///   although emulators serve all services: a program run by `tane emulate` must not reach any
  ///   other service.
  func host(of service: ServiceProfile) throws(EnvironmentError) -> Host? {
    for variable in service.declaration.emulatorVariables {
      if let host = try host(variable.name, takesScheme: variable.isURL) { return host }
    }
    if areAllServicesEmulated { throw .notServed(service) }
    return nil
  }

  /// A Boolean value indicating whether emulators serve every service of every environment.
  private var areAllServicesEmulated: Bool {
    variables[EnvironmentProfile.emulatedVariable]?.isEmpty == false
  }

  private func host(
    _ variable: String,
    takesScheme: Bool
  ) throws(EnvironmentError) -> Host? {
    guard let text = variables[variable], !text.isEmpty else { return nil }
    let scheme = "http://"
    var address =
      takesScheme && text.hasPrefix(scheme) ? String(text.dropFirst(scheme.count)) : text
    if takesScheme, address.hasSuffix("/") { address.removeLast() }
    guard Self.isEmulator(address) else {
      throw .malformedHost(variable, text, takesScheme: takesScheme)
    }
    return Host(address: address, variable: variable)
  }

  /// Returns true if a string is a host and a port, and the host does not belong to Google.
  static func isEmulator(_ address: String) -> Bool {
    isAddress(address) && !URLParts("http://\(address)").isGoogle
  }

  /// Returns true if a string consists of a host and a port.
  private static func isAddress(_ text: String) -> Bool {
    guard let parts = URLParts("http://\(text)"), parts.authority == text,
      !text.contains("@"), !text.contains("\\"), !parts.host.isEmpty
    else { return false }
    return parts.hasValidPort && text.count > parts.host.count
  }
}

extension URLParts? {
  /// A Boolean value indicating whether the URL's host belongs to Google.
  fileprivate var isGoogle: Bool { self?.isGoogle ?? false }
}

extension EnvironmentError {
  fileprivate static func notServed(_ service: ServiceProfile) -> EnvironmentError {
    let emulated = EnvironmentProfile.emulatedVariable
    let variable = service.declaration.emulatorVariables[0].name
    return EnvironmentError(
      code: .invalidVariable,
      message:
        "\(service.setting) has no emulator: \(emulated) is set, so every service must use an "
        + "emulator, but \(variable) is not set; run tane emulate for an environment with "
        + "\(service.kind.id), or unset \(emulated)",
      diagnostics: []
    )
  }

  static func notAnEmulator(_ host: String, _ port: Int) -> EnvironmentError {
    let shown = Redaction.url(host).escapingControls
    return EnvironmentError(
      code: .invalidVariable,
      message:
        "useEmulator(withHost: \"\(shown)\", port: \(port)) is not a valid emulator address: pass "
        + "a host and a port, such as \"127.0.0.1\" and 9000",
      diagnostics: []
    )
  }

  fileprivate static func malformedHost(
    _ variable: String,
    _ text: String,
    takesScheme: Bool
  ) -> EnvironmentError {
    let expected = takesScheme ? "http://HOST:PORT" : "HOST:PORT without a scheme"
    let example = takesScheme ? "http://127.0.0.1:9199" : "127.0.0.1:9000"
    let shown = Redaction.url(text).escapingControls
    return EnvironmentError(
      code: .invalidVariable,
      message:
        "the environment variable \(variable) is \"\(shown)\", which is not the address of an "
        + "emulator: expected \(expected), such as \(example); correct it, or unset it to use "
        + "Firebase itself",
      diagnostics: []
    )
  }
}
