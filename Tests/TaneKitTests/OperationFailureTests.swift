import TaneCore
import TaneKit
import Testing

@testable import TaneSeeding

@Suite("Errors that stop an operation")
struct OperationFailureTests {
  @Test("A run that stops after its last write lists no unfinished services")
  func stoppedRun() {
    func message(remaining: [String]) -> String {
      let failure = SeedFailure(
        cause: StoreError(.diskFull, service: "state.sqlite", "the disk is full"),
        service: nil,
        written: ["images"],
        remaining: remaining,
        wroteAnything: true
      )
      return OperationFailure(failure, environment: "local").message
    }
    let start = "state.sqlite: the disk is full; written: images; "
    let end =
      "run tane resume -e local to complete it, or tane discard -e local to roll it back"
    #expect(message(remaining: []) == start + end)
    #expect(message(remaining: ["shops", "users"]) == start + "not finished: shops, users; " + end)
  }
}
