#if Network
/// A responder that performs a call and sends its response.
struct GRPCResponder: Sendable {
  let call: GRPCCall
  let service: any GRPCService
  /// The error to return without performing the call, if any.
  let rejection: GoogleFailure?
  let reader: GRPCReader
  let writer: GRPCWriter
  /// A closure that logs the outcome of the call.
  let log: @Sendable (GoogleFailure?) -> Void

  /// Performs the call, and sends the response.
  ///
  /// If a message cannot be read, the messages before it are still processed: a client that
  /// receives no response to a completed write resends the write.
  func respond() async {
    var failure = rejection
    if rejection == nil {
      do {
        if !service.isEndless(call.method) { try await call.reservation?.waitForAdmission() }
        try await service.answer(call)
      } catch {
        failure = GoogleFailure(error)
      }
      failure = reader.failure ?? failure
    }
    // A call whose client has disconnected receives no response and is not logged as completed.
    if reader.stop() { log(failure) }
    writer.end(GRPCStatus(failure: failure))
  }
}
#endif
