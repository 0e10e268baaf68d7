import DemoApps
import Testing

@Suite struct RequestStateTests {
  @Test func onlyASuccessHasAValue() {
    #expect(RequestState.success(3).value == 3)
    #expect(RequestState<Int>.requesting.value == nil)
    #expect(RequestState<Int>.error(CancellationError()).value == nil)
  }
}
