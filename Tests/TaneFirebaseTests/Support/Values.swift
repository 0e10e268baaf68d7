/// The elements of a stream, for access from several tasks.
actor Values<Element: Sendable> {
  private let stream: AsyncThrowingStream<Element, any Error>

  init(_ stream: AsyncThrowingStream<Element, any Error>) {
    self.stream = stream
  }

  func next() async throws -> Element? {
    var iterator = stream.makeAsyncIterator()
    return try await iterator.next()
  }
}
