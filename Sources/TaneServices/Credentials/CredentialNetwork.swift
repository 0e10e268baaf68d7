/// What the sources of tokens share.
struct CredentialNetwork: Sendable {
  /// What carries the requests for tokens.
  let transport: any Transport
  /// The time.
  let clock: ServiceClock
  /// Who hears of these requests.
  let log: RequestLog
}
