import SystemPackage

/// The network access and environment that token sources share.
struct CredentialNetwork: Sendable {
  /// The transport for token requests.
  let transport: any Transport
  /// The clock for timeouts and waits.
  let clock: ServiceClock
  /// The log of token requests.
  let log: RequestLog
  /// The environment variables.
  var variables: [String: String] = [:]
  /// A closure that reads a file, or returns nil if the file does not exist.
  var readFile: @Sendable (FilePath) throws -> [UInt8]? = { _ in nil }
}
