import HTTPTypes
import TaneCore
import Testing

@testable import TaneEmulator

@Suite("Server-sent events")
struct EventStreamTests {
  private let database = TestDatabase(
    Tree(["chat": ["a": ["text": "hi", "at": 1], "b": ["text": "ho", "at": 2]]]),
    keepAlive: .seconds(3600)
  )

  /// Returns an iterator over the events of a response.
  private func events(_ target: String) async throws -> MessageQueue.Iterator {
    let answer = await database.call(.get, target, headers: ["Accept": "text/event-stream"])
    #expect(answer.status == 200)
    #expect(answer.fields[.contentType] == "text/event-stream; charset=utf-8")
    return try #require(answer.stream).makeAsyncIterator()
  }

  private func next(_ events: inout MessageQueue.Iterator) async -> String? {
    await events.next().map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("An event stream begins with the current data and continues with its changes")
  func plain() async throws {
    var events = try await events("/chat.json")
    #expect(
      await next(&events) == """
        event: put
        data: {"path":"/","data":{"a":{"at":1,"text":"hi"},"b":{"at":2,"text":"ho"}}}


        """
    )
    _ = await database.call(.put, "/chat/a/text.json", "\"hey\"")
    #expect(await next(&events) == "event: put\ndata: {\"path\":\"/a/text\",\"data\":\"hey\"}\n\n")
    _ = await database.call(.patch, "/chat/a.json", #"{"at":3,"text":null}"#)
    #expect(
      await next(&events)
        == "event: patch\ndata: {\"path\":\"/a\",\"data\":{\"at\":3,\"text\":null}}\n\n"
    )
    _ = await database.call(.patch, "/.json", #"{"chat/a/at":4,"chat/b":null,"other":1}"#)
    #expect(
      await next(&events)
        == "event: patch\ndata: {\"path\":\"/\",\"data\":{\"a/at\":4,\"b\":null}}\n\n"
    )
    _ = await database.call(.delete, "/.json")
    #expect(await next(&events) == "event: put\ndata: {\"path\":\"/\",\"data\":null}\n\n")
  }

  @Test("An event stream follows the selection of its query")
  func query() async throws {
    var events = try await events("/chat.json?orderBy=%22at%22&limitToLast=1")
    #expect(
      await next(&events)
        == "event: put\ndata: {\"path\":\"/\",\"data\":{\"b\":{\"at\":2,\"text\":\"ho\"}}}\n\n"
    )
    _ = await database.call(.put, "/chat/a/text.json", "\"nobody hears\"")
    _ = await database.call(.put, "/chat/c.json", #"{"at":3}"#)
    #expect(
      await next(&events)
        == "event: patch\ndata: {\"path\":\"/\",\"data\":{\"b\":null,\"c\":{\"at\":3}}}\n\n"
    )
    _ = await database.call(.put, "/chat/c/text.json", "\"hm\"")
    #expect(
      await next(&events)
        == "event: put\ndata: {\"path\":\"/c\",\"data\":{\"at\":3,\"text\":\"hm\"}}\n\n"
    )
  }

  @Test("An event stream reports priorities only in export format")
  func priorities() async throws {
    var plain = try await events("/chat/a/at.json")
    var export = try await events("/chat/a/at.json?format=export")
    _ = await (next(&plain), next(&export))
    _ = await database.call(.put, "/chat/a/at/.priority.json", "7")
    _ = await database.call(.put, "/chat/a/at.json", "2")
    #expect(await next(&export) == "event: put\ndata: {\"path\":\"/.priority\",\"data\":7}\n\n")
    #expect(await next(&export) == "event: put\ndata: {\"path\":\"/\",\"data\":2}\n\n")
    #expect(await next(&plain) == "event: put\ndata: {\"path\":\"/\",\"data\":2}\n\n")
  }

  @Test("An event stream sends keep-alive events when idle")
  func keepAlive() async throws {
    let quiet = TestDatabase(keepAlive: .milliseconds(1))
    let answer = await quiet.call(.get, "/.json", headers: ["Accept": "text/event-stream"])
    var events = try #require(answer.stream).makeAsyncIterator()
    #expect(await next(&events) == "event: put\ndata: {\"path\":\"/\",\"data\":null}\n\n")
    #expect(await next(&events) == "event: keep-alive\ndata: null\n\n")
  }

  @Test("An event stream is rejected for the same reasons as a read")
  func refused() async {
    let answer = await database.call(
      .get,
      "/chat.json?limitToFirst=1",
      headers: ["Accept": "text/event-stream"]
    )
    #expect(answer.status == 400)
  }
}
