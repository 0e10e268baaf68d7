import TaneRendering

extension Console {
  /// The minimum number of bytes to write at a time.
  private static let chunkSize = 64 * 1024

  /// Prints a rendering as part of the result, in large chunks.
  func printBuffered(_ render: (_ sink: @escaping TextSink) throws -> Void) rethrows {
    let buffer = PrintBuffer(self, chunkSize: Self.chunkSize)
    defer { buffer.flush() }
    try render { buffer.append($0) }
  }
}

/// A buffer for text to be printed to standard output.
private final class PrintBuffer {
  private let console: Console
  private let chunkSize: Int
  private var text = ""

  init(_ console: Console, chunkSize: Int) {
    self.console = console
    self.chunkSize = chunkSize
  }

  func append(_ more: String) {
    text += more
    if text.utf8.count >= chunkSize { flush() }
  }

  func flush() {
    guard !text.isEmpty else { return }
    console.printRaw(text)
    text.removeAll(keepingCapacity: true)
  }
}
