import SystemPackage

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The standard streams and attributes with which `posix_spawn` starts a program.
struct SpawnActions {
  #if canImport(Darwin)
  private var actions: posix_spawn_file_actions_t?
  #else
  private var actions = posix_spawn_file_actions_t()
  #endif

  /// Prepares the standard streams and the working directory; the program inherits no other files
  /// of this process.
  init(streams: [ChildProcess.Stream], directory: FilePath?) throws(Errno) {
    posix_spawn_file_actions_init(&actions)
    if let directory { try change(to: directory) }
    for (number, stream) in zip(Int32(0)..., streams) {
      switch stream {
      case .inherited: inherit(number)
      case .descriptor(let file):
        posix_spawn_file_actions_adddup2(&actions, file.rawValue, number)
      case .file(let path):
        _ = path.withPlatformString {
          posix_spawn_file_actions_addopen(&actions, number, $0, O_RDWR, 0)
        }
      }
    }
    closeInheritedFiles()
  }

  mutating func destroy() { posix_spawn_file_actions_destroy(&actions) }

  /// Starts a program, and returns its process identifier; throws the system's error if this fails.
  func spawn(
    _ command: [String],
    _ environment: [String: String],
    startsSession: Bool
  ) throws(Errno) -> Int32 {
    #if canImport(Darwin)
    var attributes: posix_spawnattr_t?
    #else
    var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Without these attributes, the program would inherit the signals that this process and thread
    // block or ignore.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGINT, SIGPIPE, SIGQUIT, SIGTERM] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Self.flags | (startsSession ? Self.newSession : 0))

    var arguments = command.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { variables.forEach { free($0) } }
    var identifier: pid_t = 0
    var actions = actions
    let code = posix_spawnp(
      &identifier,
      command.first ?? "",
      &actions,
      &attributes,
      &arguments,
      &variables
    )
    guard code == 0 else { throw Errno(rawValue: code) }
    return identifier
  }
}

#if canImport(Darwin)
extension SpawnActions {
  private static let flags = Int16(
    POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_CLOEXEC_DEFAULT
  )
  private static let newSession = Int16(POSIX_SPAWN_SETSID)

  private mutating func inherit(_ number: Int32) {
    posix_spawn_file_actions_addinherit_np(&actions, number)
  }

  /// Does nothing, because `POSIX_SPAWN_CLOEXEC_DEFAULT` closes all other files.
  private func closeInheritedFiles() {}

  private mutating func change(to directory: FilePath) throws(Errno) {
    #if os(macOS)
    _ = directory.withPlatformString { posix_spawn_file_actions_addchdir_np(&actions, $0) }
    #else
    throw .notSupported
    #endif
  }
}
#else
extension SpawnActions {
  private static let flags = Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)
  /// The flag `POSIX_SPAWN_SETSID`, which Swift does not import.
  private static let newSession: Int16 = 0x80

  private typealias Actions = UnsafeMutablePointer<posix_spawn_file_actions_t>
  private typealias CloseFrom = @convention(c) (Actions, Int32) -> Int32
  private typealias ChangeDirectory = @convention(c) (Actions, UnsafePointer<CChar>) -> Int32

  private func inherit(_ number: Int32) {}

  private mutating func change(to directory: FilePath) throws(Errno) {
    guard let symbol = dlsym(nil, "posix_spawn_file_actions_addchdir_np") else {
      throw .notSupported
    }
    let change = unsafeBitCast(symbol, to: ChangeDirectory.self)
    _ = directory.withPlatformString { change(&actions, $0) }
  }

  /// Closes all files except the standard streams in the program.
  private mutating func closeInheritedFiles() {
    // Swift does not import this function, and neither musl nor glibc before 2.34 provides it.
    if let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") {
      _ = unsafeBitCast(symbol, to: CloseFrom.self)(&actions, 3)
      return
    }
    let files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    for number in files.compactMap({ Int32($0) }) where number > 2 {
      posix_spawn_file_actions_addclose(&actions, number)
    }
  }
}
#endif
