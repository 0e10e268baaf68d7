import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// A run of `tane` on a pseudo-terminal of its own, as where a person sits.
final class TerminalTane {
  /// What a person types that is no text.
  enum Key: String {
    case controlC = "\u{3}"
    /// The end of the input, on an empty line.
    case controlD = "\u{4}"
  }

  private let terminal: FileHandle
  /// How the process ended, once.
  private let statuses: AsyncStream<Int32>
  /// All that the terminal showed, what was typed included.
  private(set) var screen = ""
  /// The start of a character whose other bytes were not shown yet.
  private var rest: [UInt8] = []

  convenience init(_ arguments: String..., in project: TemporaryProject) throws {
    try self.init(arguments, in: project)
  }

  /// Starts a run on a terminal of some columns; 0 for one that does not tell.
  init(
    _ arguments: [String],
    in project: TemporaryProject,
    variables: [String: String] = [:],
    color: String = "off",
    columns: UInt16 = 0
  ) throws {
    let (descriptor, name) = try Self.open()
    var size = winsize(ws_row: 40, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    try #require(ioctl(descriptor, UInt(TIOCSWINSZ), &size) == 0)
    terminal = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
    #else
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that the leader of a session opens is the one that signals it.
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Self.newSession)
    let words = [TaneProcess.binary.path] + arguments + ["-C", project.root.path, "--color", color]
    let variables = TaneProcess.variables(variables.merging(["TERM": "xterm"]) { $1 })
      .map { "\($0)=\($1)" }
    let argumentList = words.map { strdup($0) } + [nil]
    let variableList = variables.map { strdup($0) } + [nil]
    defer { (argumentList + variableList).forEach { free($0) } }
    var process = pid_t()
    try #require(
      posix_spawn(&process, words[0], &actions, &attributes, argumentList, variableList) == 0
    )
    statuses = Self.statuses(of: process)
  }

  #if canImport(Darwin)
  private static let newSession = Int16(POSIX_SPAWN_SETSID)

  private static func open() throws -> (descriptor: Int32, name: String) {
    let descriptor = posix_openpt(O_RDWR | O_NOCTTY)
    try #require(descriptor >= 0 && grantpt(descriptor) == 0 && unlockpt(descriptor) == 0)
    return (descriptor, String(cString: try #require(ptsname(descriptor))))
  }
  #else
  /// `POSIX_SPAWN_SETSID`, which Swift does not see.
  private static let newSession: Int16 = 0x80

  /// What `posix_openpt`, `unlockpt` and `ptsname` do on Linux: Swift does not see them there.
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

  /// Waits until the terminal shows a text, beyond what was waited for before.
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

  /// Waits for the end, and returns the exit code.
  func end() async -> Int32 {
    while await next() != nil {}
    var status: Int32 = 0
    for await ended in statuses { status = ended }
    return (status & 0x7f) == 0 ? (status >> 8) & 0xff : -(status & 0x7f)
  }

  /// Collects a process as soon as it has ended, on a thread of its own.
  ///
  /// Where a test has asked for the end of a process, Swift Testing asks for that of any child without a pause as long as one has
  /// ended and nobody has collected it: a quarter of the processor time of all tests.
  private static func statuses(of process: pid_t) -> AsyncStream<Int32> {
    AsyncStream { continuation in
      Thread.detachNewThread {
        var status: Int32 = 0
        waitpid(process, &status, 0)
        continuation.yield(status)
        continuation.finish()
      }
    }
  }

  /// What the terminal shows next; nil at its end, and where nothing comes for a long time.
  ///
  /// It is waited for on a thread of its own: those of tasks are few, and other tests need them.
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

  /// Where the last character that is there as a whole ends: a line's end is one of two bytes.
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
    // A terminal that nobody has open any more is an error to read on Linux.
    let count = read(descriptor, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }
}
