import SystemPackage

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A program that was started, to be waited for.
///
/// It belongs to the terminal's foreground as this process does, so that Ctrl-C reaches both.
struct ChildProcess {
  /// How a program ended.
  enum Ending: Hashable {
    case exited(Int32)
    case killed(signal: Int32)
  }

  private let identifier: pid_t

  /// Starts a program; what it says on its error output goes to this process's.
  ///
  /// - Parameters:
  ///   - command: The program's path and its arguments.
  ///   - environment: Its variables.
  ///   - input: What it reads; this process's own input where nothing is said.
  ///   - output: Where it writes.
  /// - Throws: The reason why it cannot be started.
  init(
    command: [String],
    environment: [String: String],
    input: FileDescriptor? = nil,
    output: FileDescriptor
  ) throws(Errno) {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
    #else
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input { posix_spawn_file_actions_adddup2(&actions, input.rawValue, 0) }
    posix_spawn_file_actions_adddup2(&actions, output.rawValue, 1)

    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // What this process ignores, the program would ignore as well.
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGPIPE, SIGTERM] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

    var arguments = command.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { variables.forEach { free($0) } }
    var identifier: pid_t = 0
    let code = posix_spawn(
      &identifier,
      command.first ?? "",
      &actions,
      &attributes,
      &arguments,
      &variables
    )
    guard code == 0 else { throw Errno(rawValue: code) }
    self.identifier = identifier
  }

  /// Waits for the program to end, once.
  ///
  /// - Throws: The reason where the system does not tell how it ended.
  func wait() throws(Errno) -> Ending {
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0 {
      guard errno == EINTR else { throw Errno(rawValue: errno) }
    }
    // As wait(2) lays it out everywhere: the signal below, the code of exit(3) above.
    let signal = status & 0x7F
    return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
  }
}
