import Synchronization
import SystemPackage
import TaneCore
import TaneProject
import TaneRendering

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
  /// The language of what people read.
  let language: Language
  private let isErrorTerminal: Bool
  /// The colours of standard output.
  let style: Style
  /// The colours of standard error.
  let errorStyle: Style
  /// The width of the terminal that standard output is, in columns; nil where it is none.
  let width: Int?
  private let isOutputTerminal: Bool
  /// What takes the text in place of the process's own streams, if anything does.
  private let receiver: (@Sendable (_ text: String, _ isError: Bool) -> Void)?
  private let failure = OutputFailure()
  /// What shows how far a step is; nil where nobody is to see it.
  private let display: ProgressDisplay?

  init(
    language: Language = .english,
    receiver: @escaping @Sendable (_ text: String, _ isError: Bool) -> Void
  ) {
    self.language = language
    self.receiver = receiver
    display = nil
    (isInteractive, isErrorTerminal, isOutputTerminal, width) = (false, false, false, nil)
    (style, errorStyle) = (.plain, .plain)
  }

  init(
    color: ColorChoice,
    variables: [String: String],
    language: Language = .english,
    showsProgress: Bool = true
  ) {
    self.language = language
    isOutputTerminal = isatty(STDOUT_FILENO) == 1
    receiver = nil
    isErrorTerminal = isatty(STDERR_FILENO) == 1
    isInteractive = isatty(STDIN_FILENO) == 1 && isErrorTerminal
    style = color.style(isTerminal: isOutputTerminal, variables: variables)
    errorStyle = color.style(isTerminal: isErrorTerminal, variables: variables)
    width = isOutputTerminal ? Self.terminalWidth(of: STDOUT_FILENO) : nil
    let takesBar = isErrorTerminal && variables["TERM"] != "dumb"
    let start = ContinuousClock.now
    display =
      showsProgress
      ? ProgressDisplay(
        language: language,
        width: { takesBar ? Self.terminalWidth(of: STDERR_FILENO) ?? 80 : nil },
        now: { .now - start },
        write: { _ = Self.send($0, to: STDERR_FILENO) }
      ) : nil
  }

  /// Whether the text goes to the process's own streams.
  var isOfProcess: Bool { receiver == nil }

  /// Prints a line of the result.
  ///
  /// On a terminal it is broken between words; what others read as it is takes `printRaw`.
  ///
  /// - Parameters:
  ///   - line: The line; a line end in it is spelled out.
  ///   - indent: The columns that stay empty where a line goes on; nil for two more than it begins with.
  ///   - joint: What stands between words that stay on one line, if anything does.
  ///   - isData: Whether it is people's data, or in the reader's language already.
  func print(
    _ line: String = "",
    indent: Int? = nil,
    joint: Character? = nil,
    isData: Bool = false
  ) {
    let line = self.line(line, isData: isData)
    let lines = TextFolding.folded(line, width: width, indent: indent, joint: joint)
    write(lines + "\n", to: STDOUT_FILENO)
  }

  /// Prints lines that a rendering has made.
  func print(block: String) {
    write(TextFolding.folded(block, width: width) + "\n", to: STDOUT_FILENO)
  }

  /// Prints lines of the result as they are, without a line end.
  func printRaw(_ text: String) { write(text, to: STDOUT_FILENO) }

  /// Prints the text of a file, byte by byte where no terminal shows it.
  func printFile(_ text: String) { write(text, to: STDOUT_FILENO, isExact: !isOutputTerminal) }

  /// Prints a note that is not part of the result; `isData` as for `print`.
  func note(_ line: String, isData: Bool = false) {
    note(block: self.line(line, isData: isData))
  }

  /// Prints lines that a rendering has made and that are not part of the result.
  func note(block: String) {
    let width = isErrorTerminal ? Self.terminalWidth(of: STDERR_FILENO) : nil
    write(TextFolding.folded(block, width: width) + "\n", to: STDERR_FILENO)
  }

  /// One line in the reader's language: names and others' messages in it begin no line of their own.
  private func line(_ text: String, isData: Bool) -> String {
    let line = TerminalText.oneLine(text)
    return isData ? line : language.text(line)
  }

  /// Says on standard error what is under way.
  ///
  /// - Parameters:
  ///   - progress: How far it is.
  ///   - isAnnounced: Whether it is said at once where there is no terminal, however short it is.
  func progress(_ progress: RunProgress, isAnnounced: Bool = true) {
    if isAnnounced, !isErrorTerminal, display != nil || receiver != nil {
      switch progress {
      case .step(let line), .count(let line, 1, _): note(line)
      case .count: break
      }
    }
    display?.show(progress)
  }

  /// Says that what was under way is over.
  func endProgress() { display?.end() }

  /// Asks on standard error and returns the answer, without spaces around it; nil at the end of input.
  ///
  /// What was typed before the question is shown does not answer it. `isData` marks a question that is translated already.
  func ask(_ question: String, isData: Bool = false) -> String? {
    if isInteractive { tcflush(STDIN_FILENO, TCIFLUSH) }
    write(line(question, isData: isData) + " ", to: STDERR_FILENO)
    return readLine().map { String($0.drop(while: \.isWhitespace).trimmingSuffix(\.isWhitespace)) }
  }

  /// Why a part of the result could not be written; nil where all was.
  var outputFailure: String? { failure.error.withLock { $0.map(StandardStreams.reason) } }

  private func write(_ text: String, to descriptor: Int32, isExact: Bool = false) {
    let style = descriptor == STDERR_FILENO ? errorStyle : style
    let text = isExact ? text : TerminalText.escaped(text, keepingColorsOf: style)
    if let receiver { return receiver(text, descriptor == STDERR_FILENO) }
    // After a part that is lost the rest makes no sense.
    guard descriptor != STDOUT_FILENO || outputFailure == nil else { return }
    var error: Errno?
    if let display {
      display.aside { error = Self.send(text, to: descriptor) }
    } else {
      error = Self.send(text, to: descriptor)
    }
    // A failure of standard error leaves nobody to tell.
    guard let error, descriptor == STDOUT_FILENO else { return }
    failure.error.withLock { $0 = error }
  }

  /// Writes all of a text, and returns what kept a part from being written.
  private static func send(_ text: String, to descriptor: Int32) -> Errno? {
    let file = FileDescriptor(rawValue: descriptor)
    var text = text
    return text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        do {
          rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(try file.write(rest)))
        } catch Errno.resourceTemporarilyUnavailable {
          // The stream is shared with a process that does not wait; this one does.
          var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&wait, 1, -1)
        } catch {
          return error as? Errno ?? .ioError
        }
      }
      return nil
    }
  }

  static func terminalWidth(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}

extension String {
  /// What happens to a file, in the reader's language and as wide as in the text of differences.
  var label: String { DisplayWidth.padded(localized, to: 8) }
}

/// What became of the result, which all copies of a console share.
private final class OutputFailure: Sendable {
  let error = Mutex<Errno?>(nil)
}

extension Substring {
  fileprivate func trimmingSuffix(_ isTrimmed: (Character) -> Bool) -> Substring {
    var text = self
    while let last = text.last, isTrimmed(last) { text.removeLast() }
    return text
  }
}
