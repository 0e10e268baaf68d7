extension GRPCLink {
  /// The status with which a service ended a call.
  struct Status: Sendable, Equatable {
    /// The number of the status; 0 where all went well.
    let code: Int
    let message: String
  }
}
