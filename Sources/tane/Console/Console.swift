import Synchronization
import TaneCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where a command speaks: results on standard output, progress and notes on standard error.
struct Console: Sendable {
  /// Whether a person can be asked: both input and standard error are a terminal.
  let isInteractive: Bool
  private let isErrorTerminal: Bool
  /// The colours of standard output.
  let style: Style
  /// The colours of standard error.
  let errorStyle: Style
  /// The width of the terminal that standard output is, in columns; nil where it is none.
  let width: Int?
  /// What takes the text in place of the process's own streams, if anything does.
  private let receiver: (@Sendable (_ text: String, _ isError: Bool) -> Void)?

  /// Creates a console that is no terminal, whose text goes elsewhere.
  init(receiver: @escaping @Sendable (_ text: String, _ isError: Bool) -> Void) {
    self.receiver = receiver
    (isInteractive, isErrorTerminal, width) = (false, false, nil)
    style = Style(.off, isTerminal: false, variables: [:])
    errorStyle = style
  }

  init(color: ColorChoice, variables: [String: String]) {
    let isOutputTerminal = isatty(STDOUT_FILENO) == 1
    receiver = nil
    isErrorTerminal = isatty(STDERR_FILENO) == 1
    isInteractive = isatty(STDIN_FILENO) == 1 && isErrorTerminal
    style = Style(color, isTerminal: isOutputTerminal, variables: variables)
    errorStyle = Style(color, isTerminal: isErrorTerminal, variables: variables)
    width = isOutputTerminal ? Self.terminalWidth() : nil
  }

  /// Prints a line of the result.
  func print(_ line: String = "") { write(line + "\n", to: STDOUT_FILENO) }

  /// Prints a line of the result as it is, without a line end.
  func printRaw(_ text: String) { write(text, to: STDOUT_FILENO) }

  /// Prints a note that is not part of the result.
  func note(_ line: String) { write(line + "\n", to: STDERR_FILENO) }

  /// What a command says while it works.
  enum Progress {
    /// A step of its own.
    case step(String)
    /// One of many alike: counted in place on a terminal, told once elsewhere.
    case count(String, index: Int, of: Int)
  }

  /// Says on standard error what is under way.
  func progress(_ progress: Progress) {
    switch progress {
    case .step(let line):
      note(line)
    case .count(let line, let index, let count):
      guard isErrorTerminal else { return index == 1 ? note(line) : () }
      write("\r\(line): \(index)" + (index == count ? "\n" : ""), to: STDERR_FILENO)
    }
  }

  /// Asks on standard error and returns the answer, without spaces around it; nil at the end of input.
  func ask(_ question: String) -> String? {
    write(question + " ", to: STDERR_FILENO)
    return readLine().map { String($0.drop(while: \.isWhitespace).trimmingSuffix(\.isWhitespace)) }
  }

  private func write(_ text: String, to descriptor: Int32) {
    if let receiver { return receiver(text, descriptor == STDERR_FILENO) }
    var text = text
    text.withUTF8 { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let chunk = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[rest.indices])
        #if canImport(Glibc)
          let count = Glibc.write(descriptor, chunk.baseAddress, chunk.count)
        #elseif canImport(Musl)
          let count = Musl.write(descriptor, chunk.baseAddress, chunk.count)
        #else
          let count = Darwin.write(descriptor, chunk.baseAddress, chunk.count)
        #endif
        // A reader that has gone ends the process by SIGPIPE; any other failure leaves nobody to tell.
        if count < 0, errno != EINTR { return }
        rest = rest.dropFirst(max(0, count))
      }
    }
  }

  private static func terminalWidth() -> Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}

extension Substring {
  fileprivate func trimmingSuffix(_ isTrimmed: (Character) -> Bool) -> Substring {
    var text = self
    while let last = text.last, isTrimmed(last) { text.removeLast() }
    return text
  }
}
