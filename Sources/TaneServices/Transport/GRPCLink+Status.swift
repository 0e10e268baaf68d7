extension GRPCLink {
  /// How a service has ended a call.
  struct Status: Sendable, Equatable {
    /// The number of the status; 0 where all went well.
    let code: Int
    let message: String
  }
}
