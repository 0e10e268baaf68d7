import Foundation
import SystemPackage
import TaneCore
import Testing

@testable import TaneSeeding

@Suite("The lock of an environment")
struct EnvironmentLockTests {
  @Test("A lock excludes others, names its holder and can be acquired again after its release")
  func excludes() async throws {
    let files = try LockedFiles()
    let lock = try await EnvironmentLock.take(
      [files.store],
      of: "local",
      for: .emulate,
      timeout: .seconds(600)
    )
    let error = await #expect(throws: EnvironmentInUse.self) {
      try await EnvironmentLock.take([files.store], of: "local", for: .seed, timeout: .zero)
    }
    let since = LockHolder.read(files.lock)?.since(Date()) ?? ""
    #expect(since.count == 5)
    #expect(
      error?.description
        == "local is in use by tane emulate (process \(getpid()), since \(since))"
    )
    #expect(error?.isServed == true)
    #expect(
      try EnvironmentLock.use(of: files.store, in: "local")?.description == error?.description
    )
    lock.release()
    #expect(try EnvironmentLock.use(of: files.store, in: "local") == nil)
    try await EnvironmentLock.take([files.store], of: "local", for: .seed, timeout: .seconds(600))
      .release()
  }

  @Test("A lock acquires all of its files or none")
  func several() async throws {
    let files = try LockedFiles()
    let other = files.folder.appending("journal.json")
    let lock = try await EnvironmentLock.take(
      [other],
      of: "local",
      for: .seed,
      timeout: .seconds(600)
    )
    await #expect(throws: EnvironmentInUse.self) {
      try await EnvironmentLock.take(
        [files.store, other],
        of: "local",
        for: .seed,
        timeout: .zero
      )
    }
    #expect(try EnvironmentLock.use(of: files.store, in: "local") == nil)
    lock.release()
  }

  @Test("All links to a store share one lock, even if the store does not exist yet")
  func links() async throws {
    let files = try LockedFiles()
    let link = files.folder.appending("other")
    try FileManager.default.createSymbolicLink(
      atPath: link.string,
      withDestinationPath: files.folder.string
    )
    for isThere in [false, true] {
      if isThere { try Data().write(to: URL(filePath: files.store.string)) }
      let lock = try await EnvironmentLock.take(
        [files.store],
        of: "local",
        for: .emulate,
        timeout: .seconds(600)
      )
      await #expect(throws: EnvironmentInUse.self) {
        try await EnvironmentLock.take(
          [link.appending("local.sqlite")],
          of: "other",
          for: .emulate,
          timeout: .zero
        )
      }
      lock.release()
    }
  }

  @Test("A lock waits for a command that ends by itself, and names it")
  func waits() async throws {
    let files = try LockedFiles()
    let first = try await EnvironmentLock.take(
      [files.store],
      of: "local",
      for: .seed,
      timeout: .seconds(600)
    )
    let second = try await EnvironmentLock.take(
      [files.store],
      of: "local",
      for: .emulate,
      timeout: .seconds(600)
    ) { use in
      #expect(use.endsOnItsOwn)
      first.release()
    }
    #expect(LockHolder.read(files.lock)?.command == "tane emulate")
    second.release()
  }

  @Test("A lock is free after its holder exits, whatever the file contains")
  func leftBehind() async throws {
    let files = try LockedFiles()
    for text in [
      #"{"command": "tane emulate", "process": 1, "start": "2026-11-22T14:03:00Z"}"#, "{",
    ] {
      try Data(text.utf8).write(to: URL(filePath: files.lock.string))
      #expect(try EnvironmentLock.use(of: files.store, in: "local") == nil)
      try await EnvironmentLock.take([files.store], of: "local", for: .seed, timeout: .zero)
        .release()
    }
  }

  @Test("A lock file that cannot be read or created is an error")
  func unreadable() async throws {
    let files = try LockedFiles()
    try FileManager.default.createDirectory(
      atPath: files.lock.string,
      withIntermediateDirectories: true
    )
    let expected =
      "\(files.lock): the lock cannot be acquired (it is a folder); check the file, its folder and "
      + "their permissions"
    let error = await #expect(throws: StoreError.self) {
      try await EnvironmentLock.take(
        [files.store],
        of: "local",
        for: .seed,
        timeout: .seconds(600)
      )
    }
    #expect(error?.description == expected)
    try FileManager.default.removeItem(atPath: files.lock.string)
    try FileManager.default.createSymbolicLink(
      atPath: files.lock.string,
      withDestinationPath: files.lock.string
    )
    let circle = #expect(throws: StoreError.self) {
      try EnvironmentLock.use(of: files.store, in: "local")
    }
    #expect(circle?.description.contains("the lock cannot be acquired (") == true)
  }

  @Test("The lock shows the time of today's commands and the date of earlier ones")
  func since() throws {
    let zone = try #require(TimeZone(secondsFromGMT: 9 * 3600))
    let start = Date(timeIntervalSince1970: 1_795_323_780)
    let holder = LockHolder(command: "tane seed", process: 1, start: start)
    #expect(holder.since(start.addingTimeInterval(60), in: zone) == "14:03")
    #expect(holder.since(start.addingTimeInterval(86_400), in: zone) == "2026-11-22 14:03")
  }
}

/// A folder with the path of a store, which is removed with the object.
private final class LockedFiles {
  let folder: FilePath

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "tane-locks-\(UUID())")
      .resolvingSymlinksInPath()
    folder = FilePath(url.path)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  var store: FilePath { folder.appending("local.sqlite") }
  var lock: FilePath { folder.appending("local.lock") }

  deinit { try? FileManager.default.removeItem(atPath: folder.string) }
}
