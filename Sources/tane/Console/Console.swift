import Synchronization
import SystemPackage
import TaneProject
import TaneRendering

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The output of a command: results on standard output, progress and notes on standard error.
struct Console: Sendable {
  /// A Boolean value indicating whether the user can be prompted, which requires that standard
  /// input and standard error are terminals.
  let isInteractive: Bool
  /// The language of human-readable output.
  let language: Language
  private let isErrorTerminal: Bool
  /// The style of standard output.
  let style: Style
  /// The style of standard error.
  let errorStyle: Style
  /// The width of standard output in columns, or nil if it is not a terminal.
  let width: Int?
  private let isOutputTerminal: Bool
  /// A closure that receives the output, or nil to write to the process's own streams.
  private let receiver: (@Sendable (_ text: String, _ isError: Bool) -> Void)?
  private let failure = OutputFailure()
  /// The display of progress, or nil if progress is not displayed.
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
    let showsProgressBar = isErrorTerminal && variables["TERM"] != "dumb"
    let start = ContinuousClock.now
    display =
      showsProgress
      ? ProgressDisplay(
        language: language,
        width: { showsProgressBar ? Self.terminalWidth(of: STDERR_FILENO) ?? 80 : nil },
        now: { .now - start },
        write: { _ = Self.send($0, to: STDERR_FILENO) }
      ) : nil
  }

  /// A Boolean value indicating whether output goes to the process's own streams.
  var usesProcessStreams: Bool { receiver == nil }

  /// Prints a line of the result.
  ///
  /// On a terminal, the line is folded between words; to print text unchanged, use `printRaw`.
  ///
  /// - Parameters:
  ///   - line: The line; any line breaks in it are escaped.
  ///   - indent: The indentation of folded lines in columns, or nil for the line's own indentation
  ///     plus two.
  ///   - joint: A character that is printed as a non-breaking space, or nil.
  ///   - isData: True if the line is data or already translated, and must not be translated.
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

  /// Prints the lines of a rendering as part of the result.
  func print(block: String) {
    write(TextFolding.folded(block, width: width) + "\n", to: STDOUT_FILENO)
  }

  /// Prints text as part of the result, unchanged and without a line break.
  func printRaw(_ text: String) { write(text, to: STDOUT_FILENO) }

  /// Prints the text of a file; on a terminal, control characters are escaped.
  func printFile(_ text: String) { write(text, to: STDOUT_FILENO, isExact: !isOutputTerminal) }

  /// Prints a note that is not part of the result; for `isData`, see `print`.
  func note(_ line: String, isData: Bool = false) {
    note(block: self.line(line, isData: isData))
  }

  /// Prints the lines of a rendering that is not part of the result.
  func note(block: String) {
    let width = isErrorTerminal ? Self.terminalWidth(of: STDERR_FILENO) : nil
    write(TextFolding.folded(block, width: width) + "\n", to: STDERR_FILENO)
  }

  /// Returns a line with escaped line breaks, translated unless it is data.
  private func line(_ text: String, isData: Bool) -> String {
    let line = TerminalText.oneLine(text)
    return isData ? line : language.text(line)
  }

  /// Displays progress on standard error.
  ///
  /// - Parameters:
  ///   - progress: The progress.
  ///   - isAnnounced: True to print a step immediately if there is no terminal.
  func progress(_ progress: RunProgress, isAnnounced: Bool = true) {
    if isAnnounced, !isErrorTerminal, display != nil || receiver != nil {
      switch progress {
      case .step(let line), .count(let line, 1, _): note(line)
      case .count: break
      }
    }
    display?.show(progress)
  }

  /// Stops displaying progress.
  func endProgress() { display?.end() }

  /// Prompts on standard error; returns the answer without surrounding spaces, or nil at the end of
  /// input.
  ///
  /// Input typed before the prompt is discarded. `isData` is true if the prompt is already
  /// translated.
  func ask(_ question: String, isData: Bool = false) -> String? {
    if isInteractive { tcflush(STDIN_FILENO, TCIFLUSH) }
    write(line(question, isData: isData) + " ", to: STDERR_FILENO)
    return readLine().map { String($0.drop(while: \.isWhitespace).trimmingSuffix(\.isWhitespace)) }
  }

  /// The error that prevented writing part of the result, or nil.
  var outputFailure: Errno? { failure.error.withLock { $0 } }

  private func write(_ text: String, to descriptor: Int32, isExact: Bool = false) {
    let style = descriptor == STDERR_FILENO ? errorStyle : style
    let text = isExact ? text : TerminalText.escaped(text, keepingColorsOf: style)
    if let receiver { return receiver(text, descriptor == STDERR_FILENO) }
    // After a failed write, further output would be incomplete.
    guard descriptor != STDOUT_FILENO || outputFailure == nil else { return }
    var error: Errno?
    if let display {
      display.aside { error = Self.send(text, to: descriptor) }
    } else {
      error = Self.send(text, to: descriptor)
    }
    // A failure to write to standard error cannot be reported.
    guard let error, descriptor == STDOUT_FILENO else { return }
    failure.error.withLock { $0 = error }
  }

  /// Writes a string completely; returns the error if this fails.
  private static func send(_ text: String, to descriptor: Int32) -> Errno? {
    let file = FileDescriptor(rawValue: descriptor)
    var text = text
    return text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        do {
          rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(try file.write(rest)))
        } catch Errno.resourceTemporarilyUnavailable {
          // The stream is nonblocking because of a process that shares it; wait until it is
          // writable.
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
  /// The translated string, padded to the width of the labels of differences.
  var label: String { DisplayWidth.padded(localized, to: 8) }
}

/// The error from writing the result, shared by all copies of a console.
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
