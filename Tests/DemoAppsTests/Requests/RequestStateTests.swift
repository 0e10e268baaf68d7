import DemoApps
import Testing

@Suite("Request states")
struct RequestStateTests {
  @Test("Only a success has a value, and only an error has a reason")
  func contents() {
    let states: [RequestState<Int>] = [
      .none, .requesting, .success(3), .error(ToDoError.emptyTitle),
    ]
    #expect(states.map(\.value) == [nil, nil, 3, nil])
    #expect(states.map { $0.error as? ToDoError } == [nil, nil, nil, .emptyTitle])
    #expect(states.map(\.isRequesting) == [false, true, false, false])
  }
}
