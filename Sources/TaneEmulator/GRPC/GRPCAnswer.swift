#if Network
/// The answer to a call, as its messages come.
struct GRPCAnswer: Sendable {
  let call: GRPCCall
  let service: any GRPCService
  /// The error to return without performing the call.
  let refusal: GoogleFailure?
  let reader: GRPCReader
  let writer: GRPCWriter
  /// Tells how the call was answered.
  let log: @Sendable (GoogleFailure?) -> Void

  /// Answers the call.
  ///
  /// If a message cannot be read, the messages before it are still answered: a client that receives
  /// no response to a completed write sends it again.
  func make() async {
    var failure = refusal
    if refusal == nil {
      do {
        if !service.isEndless(call.method) { try await call.place?.enter() }
        try await service.answer(call)
      } catch {
        failure = GoogleFailure(error)
      }
      failure = reader.failure ?? failure
    }
    // A client that has left hears of nothing, and is not told of as one that was answered.
    if reader.stop() { log(failure) }
    writer.end(GRPCStatus(failure: failure))
  }
}
#endif
