import HTTPTypes
import TestSupport
import TaneCore
import Testing

@testable import TaneEmulator

/// A WebSocket client that calls the emulator directly, without a network.
private final class TestClient {
  let conversation: any WebSocketConversation
  private let messages: MessageQueue.Iterator
  private var count = 0

  init(
    _ emulator: DatabaseEmulator,
    host: String = "127.0.0.1:9000",
    target: String = "/.ws?v=5&ns=demo"
  ) async {
    let head = HTTPRequest(method: .get, scheme: "http", authority: host, path: target)
    conversation = await emulator.openWebSocket(for: head)
    messages = conversation.outgoing.makeAsyncIterator()
  }

  /// Returns the next message of the server.
  func next() async -> String? {
    await messages.next().map { String(decoding: $0, as: UTF8.self) }
  }

  func send(_ text: String) async {
    await conversation.receive(Array(text.utf8))
  }

  /// Sends a request and returns its number.
  @discardableResult
  func ask(_ action: String, _ body: String) async -> Int {
    count += 1
    await send(#"{"t":"d","d":{"r":\#(count),"a":"\#(action)","b":\#(body)}}"#)
    return count
  }
}

@Suite("WebSocket protocol")
struct DatabaseConversationTests {
  private let database = TestDatabase(Tree(["a": ["b": 1, "c": 2], "n": 4]))

  private func greeted() async -> TestClient {
    let client = await TestClient(database.emulator)
    _ = await client.next()
    return client
  }

  private func ok(_ number: Int, _ data: String = #""""#) -> String {
    JSON(text: #"{"t":"d","d":{"b":{"d":\#(data),"s":"ok"},"r":\#(number)}}"#).text
  }

  @Test("The WebSocket handshake contains the host name that the client used")
  func handshake() async throws {
    let client = await TestClient(database.emulator, host: "localhost:1234")
    let greeting = try #require(await client.next())
    #expect(
      greeting.hasPrefix(#"{"d":{"d":{"h":"localhost:1234","s":""#)
        && greeting.hasSuffix(
          #"","ts":1700000000000,"v":"5"},"t":"h"},"t":"c"}"#
        ),
      Comment(rawValue: greeting)
    )
  }

  @Test("A WebSocket with an invalid database name is rejected")
  func badName() async {
    let client = await TestClient(database.emulator, target: "/.ws?v=5&ns=a%20b")
    #expect(
      await client.next()
        == #"{"d":{"d":"Invalid database name: use only letters, digits, - and _","t":"s"},"t":"c"}"#
    )
    #expect(await client.next() == nil)
  }

  @Test("Pings, statistics and credentials are answered over WebSocket")
  func formalities() async {
    let client = await greeted()
    await client.send(#"{"t":"c","d":{"t":"p","d":{}}}"#)
    #expect(await client.next() == #"{"d":{"d":{},"t":"o"},"t":"c"}"#)
    await client.send("0")
    await client.ask("s", #"{"c":{"sdk.js.9-0-0":1}}"#)
    #expect(await client.next() == ok(1))
    await client.ask("gauth", #"{"cred":"owner"}"#)
    #expect(await client.next() == ok(2, #"{"auth":null,"expires":null}"#))
    await client.ask("unauth", "{}")
    #expect(await client.next() == ok(3, #""unauthenticated""#))
    await client.ask("zz", "{}")
    #expect(
      await client.next()
        == #"{"t":"d","d":{"b":{"d":"unknown action \"zz\"","s":"failure"},"r":4}}"#
        .reordered
    )
    await client.send("[1,2,3,4]")
    #expect(
      await client.next()
        == #"{"d":{"d":"the message does not conform to protocol version 5","t":"e"},"t":"c"}"#
    )
  }

  @Test("A database listener receives data before the response, and changes as they happen")
  func listening() async {
    let (client, other) = (await greeted(), await greeted())
    await client.ask("q", #"{"p":"/a","h":""}"#)
    #expect(await client.next() == #"{"t":"d","d":{"a":"d","b":{"p":"a","d":{"b":1,"c":2}}}}"#)
    #expect(await client.next() == ok(1, "{}"))
    await other.ask("p", #"{"p":"/a/b","d":{".value":5,".priority":"x"}}"#)
    #expect(await other.next() == ok(1))
    #expect(
      await client.next()
        == #"{"t":"d","d":{"a":"d","b":{"p":"a/b","d":{".priority":"x",".value":5}}}}"#
    )
    await other.ask("m", #"{"p":"/","d":{"a/c":null,"a/d/e":[1]}}"#)
    #expect(await other.next() == ok(2))
    #expect(
      await client.next() == #"{"t":"d","d":{"a":"m","b":{"p":"a","d":{"c":null,"d/e":{"0":1}}}}}"#
    )
    await client.ask("n", #"{"p":"/a"}"#)
    #expect(await client.next() == ok(2))
    await other.ask("p", #"{"p":"/a","d":null}"#)
    await client.ask("g", #"{"p":"/a","q":{}}"#)
    #expect(await client.next() == ok(3, "null"))
  }

  @Test("A database writer receives its own change before the response")
  func ownWrites() async {
    let client = await greeted()
    await client.ask("q", #"{"p":"n","h":"eVih19a6ZDz3NL32uVBtg9KSgQY="}"#)
    #expect(await client.next() == ok(1, "{}"))
    await client.ask("p", #"{"p":"n","d":{".sv":{"increment":2}}}"#)
    #expect(await client.next() == #"{"t":"d","d":{"a":"d","b":{"p":"n","d":6}}}"#)
    #expect(await client.next() == ok(2))
  }

  @Test("A write's response follows its own event and precedes events of later writes")
  func answersInOrder() async throws {
    let store = HeldStore(Tree(["n": 0]))
    let emulator = DatabaseEmulator(["demo": store], defaultDatabase: "demo") { _ in store }
    let (first, second) = (await TestClient(emulator), await TestClient(emulator))
    for client in [first, second] {
      _ = await client.next()
      await client.ask("q", #"{"p":"/n","h":""}"#)
      _ = await (client.next(), client.next())
    }
    let (one, two) = (first.conversation, second.conversation)
    async let firstWrite: Void = one.receive(Self.put(2, 1))
    // The first write is waiting for the store when the second one is sent.
    await store.untilUpdate()
    async let secondWrite: Void = two.receive(Self.put(2, 2))
    #expect(await second.next() == Self.push(1))
    #expect(await second.next() == Self.push(2))
    await store.release()
    _ = await (firstWrite, secondWrite)
    #expect(await first.next() == Self.push(1))
    #expect(await first.next() == ok(2))
    #expect(await first.next() == Self.push(2))
    #expect(await second.next() == ok(2))
  }

  private static func put(_ number: Int, _ value: Int) -> [UInt8] {
    Array(#"{"t":"d","d":{"r":\#(number),"a":"p","b":{"p":"/n","d":\#(value)}}}"#.utf8)
  }

  private static func push(_ value: Int) -> String {
    #"{"t":"d","d":{"a":"d","b":{"p":"n","d":\#(value)}}}"#
  }

  @Test("Query results have the query's number and only selected data")
  func queries() async {
    let client = await greeted()
    await client.ask("q", #"{"p":"/a","q":{"i":".value","l":1,"vf":"r"},"t":7,"h":""}"#)
    #expect(await client.next() == #"{"t":"d","d":{"a":"d","b":{"p":"a","d":{"c":2},"t":7}}}"#)
    #expect(await client.next() == ok(1, "{}"))
    await client.ask("p", #"{"p":"/a/b","d":9}"#)
    #expect(
      await client.next() == #"{"t":"d","d":{"a":"m","b":{"p":"a","d":{"b":9,"c":null},"t":7}}}"#
    )
    #expect(await client.next() == ok(2))
    await client.ask("g", #"{"p":"/a","q":{"i":".key","sp":"b","sin":false}}"#)
    #expect(await client.next() == ok(3, #"{"c":2}"#))
    await client.ask("g", #"{"p":"/a","q":{"i":".value","sp":2,"sn":"[MAX_NAME]","sin":false}}"#)
    #expect(await client.next() == ok(4, #"{"b":9}"#))
    await client.ask("n", #"{"p":"/a","q":{"i":".value","l":1,"vf":"r"},"t":7}"#)
    #expect(await client.next() == ok(5))
  }

  @Test("Database transactions compare the hash of the expected data")
  func transactions() async {
    let client = await greeted()
    await client.ask("p", #"{"p":"/n","d":5,"h":"wrong"}"#)
    #expect(
      await client.next()
        == #"{"t":"d","d":{"b":{"d":"the current value is not the expected value","s":"datastale"},"r":1}}"#
        .reordered
    )
    await client.ask("p", #"{"p":"/n","d":5,"h":"eVih19a6ZDz3NL32uVBtg9KSgQY="}"#)
    #expect(await client.next() == ok(2))
    await client.ask("p", #"{"p":"/new","d":1,"h":""}"#)
    #expect(await client.next() == ok(3))
    #expect(await database.get("/.json") == #"{"a":{"b":1,"c":2},"n":5,"new":1}"#)
  }

  @Test("Disconnect operations run exactly once when the client leaves")
  func disconnectWrites() async {
    let client = await greeted()
    await client.ask("o", #"{"p":"/gone","d":{"at":{".sv":"timestamp"}}}"#)
    await client.ask("om", #"{"p":"/a","d":{"b":null,"x":1}}"#)
    await client.ask("o", #"{"p":"/never/ever","d":1}"#)
    await client.ask("oc", #"{"p":"/never","d":null}"#)
    await client.ask("o", #"{"p":"/a.b","d":1}"#)
    for number in 1...4 { #expect(await client.next() == ok(number)) }
    #expect(await client.next()?.contains("Invalid path: Invalid token in path") == true)
    #expect(await database.get("/gone.json") == "null")
    await client.conversation.close()
    let after = #"{"a":{"c":2,"x":1},"gone":{"at":1700000000000},"n":4}"#
    #expect(await database.get("/.json") == after)
    _ = await database.call(.delete, "/gone.json")
    await client.conversation.close()
    #expect(await database.get("/gone.json") == "null")
  }

  @Test("Long messages are sent and received in frames")
  func slices() async throws {
    let client = await greeted()
    let long = String(repeating: "麺🍜", count: 20_000)
    let message = Array(#"{"t":"d","d":{"r":1,"a":"p","b":{"p":"/long","d":"\#(long)"}}}"#.utf8)
    let frames = MessageFrames.frames(of: message)
    #expect(frames.count > 2 && frames[0] == Array("\(frames.count - 1)".utf8))
    #expect(frames.dropFirst().allSatisfy { String(validating: $0, as: UTF8.self) != nil })
    for frame in frames { await client.conversation.receive(frame) }
    #expect(await client.next() == ok(1))
    await client.ask("g", #"{"p":"/long","q":{}}"#)
    let answer = try #require(await client.next())
    #expect(answer.contains("\"\(long)\""))
    #expect(await database.get("/long.json") == "\"\(long)\"")
  }

  @Test("Random messages of a client do not affect the server or other clients", arguments: 0..<10)
  func anything(seed: UInt64) async {
    let known = [
      #"{"t":"d","d":{"r":1,"a":"q","b":{"p":"/a","q":{"i":".value","l":1,"sp":2},"t":7,"h":""}}}"#,
      #"{"t":"d","d":{"r":2,"a":"p","b":{"p":"/a/b","d":{".sv":{"increment":2}},"h":"x"}}}"#,
      #"{"t":"d","d":{"r":3,"a":"m","b":{"p":"/","d":{"a/c":null,"x":[1,{".priority":2}]}}}}"#,
      #"{"t":"d","d":{"r":4,"a":"om","b":{"p":"/z","d":{"a/b":1}}}}"#, "3", "0", "-1", "99", "",
    ].map { Array($0.utf8) }
    var generator = SeededGenerator(seed: seed)
    let client = await greeted()
    for _ in 0..<300 {
      var message = known[Int.random(in: 0..<known.count, using: &generator)]
      for _ in 0..<Int.random(in: 0..<4, using: &generator) where !message.isEmpty {
        let place = Int.random(in: 0..<message.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: message.remove(at: place)
        case 1: message[place] = UInt8.random(in: 0...255, using: &generator)
        default: message.insert(contentsOf: #"{"":[}"#.utf8, at: place)
        }
      }
      await client.conversation.receive(message)
    }
    await client.conversation.close()
    // Other clients are unaffected.
    let other = await greeted()
    await other.send(#"{"t":"c","d":{"t":"p","d":{}}}"#)
    #expect(await other.next() == #"{"d":{"d":{},"t":"o"},"t":"c"}"#)
    await other.ask("p", #"{"p":"/","d":{"sane":1}}"#)
    #expect(await other.next() == ok(1))
    #expect(await database.get("/.json") == #"{"sane":1}"#)
  }

  @Test("A message over the size limit ends the connection")
  func tooLarge() async {
    let client = await greeted()
    await client.send("3")
    let frame = [UInt8](repeating: UInt8(ascii: " "), count: 11 * 1024 * 1024)
    await client.conversation.receive(frame)
    await client.conversation.receive(frame)
    #expect(
      await client.next() == #"{"d":{"d":"specified payload is too large","t":"e"},"t":"c"}"#
    )
    #expect(await client.next() == nil)
  }

  @Test("Listeners end when the user signs out, and disconnect writes obey the rules")
  func rules() async throws {
    let database = TestDatabase(Tree(["a": 1]), evaluatesRules: true)
    let rules = #"{"rules": {"a": {".read": "auth.uid == 'ann'", ".write": "auth.uid == 'ann'"}}}"#
    let owner = ["Authorization": "Bearer owner"]
    _ = await database.call(.put, "/.settings/rules.json", rules, headers: owner)
    let client = await TestClient(database.emulator)
    _ = await client.next()
    func denied(_ number: Int) -> String {
      JSON(
        text:
          #"{"t":"d","d":{"b":{"d":"Permission denied","s":"permission_denied"},"r":\#(number)}}"#
      )
      .text
    }
    #expect(await client.next(after: "q", #"{"p":"/a","h":""}"#) == denied(1))
    #expect(await client.next(after: "o", #"{"p":"/a","d":2}"#) == denied(2))
    // The hash of a node that the client may not read stays unknown.
    #expect(await client.next(after: "p", #"{"p":"/a","d":2,"h":"other"}"#) == denied(3))
    let payload = Base64.urlText(of: #"{"sub":"ann","exp":4102444800}"#.utf8)
    let signedIn = await client.next(after: "auth", #"{"cred":"e30.\#(payload)."}"#)
    #expect(
      signedIn == ok(4, #"{"auth":{"exp":4102444800,"sub":"ann"},"expires":4102444800}"#)
    )
    let put = await client.next(after: "q", #"{"p":"/a","h":""}"#)
    #expect(put == #"{"t":"d","d":{"a":"d","b":{"p":"a","d":1}}}"#)
    #expect(await client.next() == ok(5, "{}"))
    #expect(await client.next(after: "o", #"{"p":"/a","d":2}"#) == ok(6))
    let cancel = await client.next(after: "unauth", "{}")
    #expect(cancel == JSON(text: #"{"t":"d","d":{"a":"c","b":{"p":"a"}}}"#).text)
    #expect(await client.next() == ok(7, #""unauthenticated""#))
    await client.conversation.close()
    #expect(await database.call(.get, "/a.json", headers: owner).body == "1")
  }
}

extension String {
  /// The same JSON with its keys in the emulator's order.
  fileprivate var reordered: String { JSON(text: self).text }
}

extension TestClient {
  /// Sends a request and returns the next message of the server.
  fileprivate func next(after action: String, _ body: String) async -> String? {
    await ask(action, body)
    return await next()
  }
}
