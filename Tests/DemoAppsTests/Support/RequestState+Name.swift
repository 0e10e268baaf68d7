import DemoApps

extension RequestState {
  /// The state without its value, for comparison.
  var name: String {
    switch self {
    case .none: "none"
    case .requesting: "requesting"
    case .success: "success"
    case .error: "error"
    }
  }
}

extension AsyncStream {
  /// Returns the next elements, fewer if the stream ends.
  func first(_ count: Int) async -> [Element] {
    var elements: [Element] = []
    var iterator = makeAsyncIterator()
    while elements.count < count, let element = await iterator.next() { elements.append(element) }
    return elements
  }
}
