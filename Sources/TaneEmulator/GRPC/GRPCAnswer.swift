#if Network
/// The answer to a call, as its messages come.
struct GRPCAnswer: Sendable {
  let call: GRPCCall
  let service: any GRPCService
  /// Why the call is not answered.
  let refusal: GoogleFailure?
  let reader: GRPCReader
  let writer: GRPCWriter
  /// Tells how the call was answered.
  let log: @Sendable (GoogleFailure?) -> Void

  /// Answers the call.
  ///
  /// Where a message cannot be read, those before it are answered first: a client that does not hear of a write that was
  /// made sends it again.
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
