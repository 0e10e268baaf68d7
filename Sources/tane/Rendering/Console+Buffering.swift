import TaneRendering

extension Console {
  /// The number of bytes that are written at once.
  private static let chunkSize = 64 * 1024

  /// Prints what a rendering hands over, in large pieces.
  func printBuffered(_ render: (_ sink: @escaping TextSink) throws -> Void) rethrows {
    let buffer = PrintBuffer(self, chunkSize: Self.chunkSize)
    defer { buffer.flush() }
    try render { buffer.append($0) }
  }
}

/// Text on its way to standard output.
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
