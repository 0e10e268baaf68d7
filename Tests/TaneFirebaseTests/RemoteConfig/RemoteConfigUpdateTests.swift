import Foundation
import TaneCore
import TaneFirebase
import TaneTesting
import Testing

@Suite("Listeners receive the keys that a published template changes")
struct RemoteConfigUpdateTests {
  private let ticks = Ticks()
  private let store = PublishedConfig()

  @Test("A listener receives added, changed and removed keys, after they were fetched")
  func updates() async throws {
    let config = store.manager(pace: ticks.pace).remoteConfig
    try await store.publish(["a": "1", "b": "2"])
    var updates = config.configUpdates.makeAsyncIterator()
    #expect(try await updates.next()?.updatedKeys == ["a", "b"])
    #expect(config["a"].source == .static && config.lastFetchStatus == .success)
    try await config.activate()
    #expect(config["a"].stringValue == "1")
    try await store.publish(["a": "1", "b": "3", "c": "4"])
    ticks.tick()
    #expect(try await updates.next()?.updatedKeys == ["b", "c"])
    try await store.publish(["c": "4"])
    ticks.tick()
    // The comparison is with the activated values.
    #expect(try await updates.next()?.updatedKeys == ["a", "b", "c"])
  }

  @Test("A template that the app has fetched, or that changes no value, is not an update")
  func unchanged() async throws {
    let config = store.manager(pace: ticks.pace).remoteConfig
    try await store.publish(["a": "1"])
    try await config.fetchAndActivate()
    var updates = config.configUpdates.makeAsyncIterator()
    try await store.publish(
      RemoteConfigTemplate(parameters: ["a": .init(.text("1"), description: "a number")])
    )
    ticks.tick()
    while ticks.seconds.count < 2 { await Task.yield() }
    try await store.publish(["a": "2"])
    ticks.tick()
    #expect(try await updates.next()?.updatedKeys == ["a"])
  }

  @Test("A removed listener is no longer called, while other listeners still are")
  func removal() async throws {
    let config = store.manager(pace: ticks.pace).remoteConfig
    try await store.publish(["a": "1"])
    let (calls, continuation) = AsyncStream.makeStream(of: String.self)
    let first = config.addOnConfigUpdateListener { update, _ in
      continuation.yield("first \(update?.updatedKeys.sorted() ?? [])")
    }
    let second = config.addOnConfigUpdateListener { update, _ in
      continuation.yield("second \(update?.updatedKeys.sorted() ?? []) \(MainQueueMark.isHere)")
    }
    var iterator = calls.makeAsyncIterator()
    #expect(await iterator.next() == #"first ["a"]"#)
    #expect(await iterator.next()?.hasPrefix(#"second ["a"]"#) == true)
    first.remove()
    first.remove()
    try await store.publish(["b": "1"])
    ticks.tick()
    #expect(await iterator.next()?.hasPrefix(#"second ["b"]"#) == true)
    second.remove()
  }

  @Test("An error ends listening until another listener is added")
  func errors() async throws {
    let config = store.manager(pace: ticks.pace).remoteConfig
    store.fail(StoreError(.unreachable, service: "remoteConfig", "it does not answer"))
    var updates = config.configUpdates.makeAsyncIterator()
    let error = await #expect(throws: RemoteConfigUpdateError.self) { try await updates.next() }
    #expect(error?.code == .notFetched)
    #expect((error as NSError?)?.domain == RemoteConfigUpdateErrorDomain)
    store.fail(nil)
    try await store.publish(["a": "1"])
    var others = config.configUpdates.makeAsyncIterator()
    #expect(try await others.next()?.updatedKeys == ["a"])
  }
}
