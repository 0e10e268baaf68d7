import Foundation
import SystemPackage
import TaneProcesses
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// A `tane` that runs on its own pseudo-terminal, as if a user had started it.
final class TerminalTane {
  /// A key that is not text.
  enum Key: String {
    case controlC = "\u{3}"
    /// Ctrl-D, which ends the input on an empty line.
    case controlD = "\u{4}"
  }

  private let terminal: FileHandle
  private let program: TestProgram
  /// All text that the terminal has shown, including typed text.
  private(set) var screen = ""
  /// The first bytes of a character whose remaining bytes have not arrived yet.
  private var rest: [UInt8] = []

  convenience init(_ arguments: String..., in project: TemporaryProject) async throws {
    try await self.init(arguments, in: project)
  }

  /// Starts a run on a terminal with a number of columns, or 0 if the terminal does not report its
  /// width.
  ///
  /// Text typed ahead is in the terminal before the run starts.
  init(
    _ arguments: [String],
    in project: TemporaryProject,
    variables: [String: String] = [:],
    color: String = "off",
    columns: UInt16 = 0,
    typedAhead: String = ""
  ) async throws {
    let turn = await ProgramTurn()
    let (descriptor, name) = try Self.open()
    // A terminal retains input only while it is open.
    let keeper = FileHandle(
      fileDescriptor: Self.openOther(name),
      closeOnDealloc: true
    )
    defer { try? keeper.close() }
    var size = winsize(ws_row: 40, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    try #require(ioctl(descriptor, UInt(TIOCSWINSZ), &size) == 0)
    terminal = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try terminal.write(contentsOf: Data(typedAhead.utf8))
    // The first terminal that a session leader opens becomes its controlling terminal, which sends
    // signals.
    program = try TestProgram(
      [TaneProcess.binary.path] + arguments + ["-C", project.root.path, "--color", color],
      in: project.root,
      variables: TaneProcess.variables(variables.merging(["TERM": "xterm"]) { $1 }),
      turn: turn,
      input: .file(FilePath(name)),
      output: .file(FilePath(name)),
      errors: .file(FilePath(name)),
      startsSession: true
    )
  }

  /// Opens the program's end of the terminal, but not as the controlling terminal of this process.
  private static func openOther(_ name: String) -> Int32 {
    #if canImport(Darwin)
    Darwin.open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
    #else
    Glibc.open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
    #endif
  }

  #if canImport(Darwin)
  private static func open() throws -> (descriptor: Int32, name: String) {
    let descriptor = posix_openpt(O_RDWR | O_NOCTTY)
    try #require(descriptor >= 0 && grantpt(descriptor) == 0 && unlockpt(descriptor) == 0)
    return (descriptor, String(cString: try #require(ptsname(descriptor))))
  }
  #else
  /// Opens a terminal with the system calls of `posix_openpt`, `unlockpt` and `ptsname`, which
  /// Swift cannot import on Linux.
  private static func open() throws -> (descriptor: Int32, name: String) {
    let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
    let descriptor = Glibc.open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (lock, number): (Int32, Int32) = (0, 0)
    try #require(descriptor >= 0)
    try #require(ioctl(descriptor, setLock, &lock) == 0)
    try #require(ioctl(descriptor, getNumber, &number) == 0)
    return (descriptor, "/dev/pts/\(number)")
  }
  #endif

  /// Waits until the terminal shows a text, searching after the previous match.
  func wait(for text: String) async throws {
    var shown = ""
    while !shown.contains(text) {
      let more = await next()
      let shownMore = try #require(more, "\(text.debugDescription) was not shown: \(screen)")
      shown += shownMore
    }
  }

  func type(_ text: String) throws { try terminal.write(contentsOf: Data("\(text)\n".utf8)) }

  func press(_ key: Key) throws { try terminal.write(contentsOf: Data(key.rawValue.utf8)) }

  /// Waits until the program ends; returns its exit code, or the negated number of the signal that
  /// ended it.
  func end() async -> Int32 {
    while await next() != nil {}
    switch await program.end() {
    case .exited(let code): return code
    case .killed(let signal): return -signal
    }
  }

  /// Returns the next text from the terminal, or nil at its end or after a long time without
  /// output.
  ///
  /// The wait uses a separate thread, because other tests need the few threads for tasks.
  private func next() async -> String? {
    let descriptor = terminal.fileDescriptor
    let bytes = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: Self.bytes(from: descriptor)) }
    }
    guard !bytes.isEmpty else { return nil }
    rest += bytes
    let end = Self.endOfCharacters(in: rest)
    let text = String(decoding: rest[..<end], as: UTF8.self)
      .replacingOccurrences(of: "\r\n", with: "\n")
    rest.removeFirst(end)
    screen += text
    return text
  }

  /// Returns the end of the last complete character; a final carriage return may be half of a line
  /// end.
  private static func endOfCharacters(in bytes: [UInt8]) -> Int {
    if bytes.last == UInt8(ascii: "\r") { return bytes.count - 1 }
    guard let start = bytes.lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return bytes.count }
    let length = [0xC0, 0xE0, 0xF0].count { bytes[start] >= $0 } + 1
    return bytes.count - start < length ? start : bytes.count
  }

  private static func bytes(from descriptor: Int32) -> [UInt8] {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&wait, 1, 600_000) == 1 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 4096)
    // On Linux, reading fails once no process has the terminal open.
    let count = read(descriptor, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }
}
