extension GRPCLink {
  /// The status with which a service ended a call.
  struct Status: Sendable, Equatable {
    /// The status code; 0 for success.
    let code: Int
    let message: String
  }
}
