import Synchronization
import TaneCore
import TaneFormats
import Testing

@testable import TaneEmulator

/// The messages that a listener has received.
final class Inbox: Sendable {
  private let messages = Mutex<[[UInt8]]>([])

  func take(_ message: [UInt8]) {
    messages.withLock { $0.append(message) }
  }

  func drain() -> [[UInt8]] {
    messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }

  /// Removes all messages and returns them as text.
  func texts() -> [String] { drain().map { String(decoding: $0, as: UTF8.self) } }
}

/// A client's copy of a node, which it updates from received messages.
struct Replica {
  private(set) var data = FlatDatabase()

  /// Applies WebSocket messages about a path.
  mutating func apply(webSocket messages: [[UInt8]], at path: TreePath) throws {
    for message in messages {
      let text = try #require(JSONReader().read(message, named: "message").tree)
      let action = try #require(text["d"]?["a"]?.string)
      let body = try #require(text["d"]?["b"])
      let place = Self.path(body["p"]?.string)
      let relative = try #require(path.relative(place))
      try apply(action == "m", body["d"] ?? .null, at: relative)
    }
  }

  /// Applies server-sent events.
  mutating func apply(events messages: [[UInt8]]) throws {
    for message in messages {
      let lines = String(decoding: message, as: UTF8.self).split(separator: "\n")
      let data = Array(try #require(lines.last).dropFirst("data: ".count).utf8)
      let body = try #require(JSONReader().read(data, named: "event").tree)
      try apply(
        lines[0] == "event: patch",
        body["data"] ?? .null,
        at: Self.path(body["path"]?.string)
      )
    }
  }

  private mutating func apply(_ isMerge: Bool, _ value: Tree, at path: TreePath) throws {
    guard isMerge else { return data.set(value, at: path) }
    for child in value.children {
      data.set(child, at: path.appending(Self.path(child.key)))
    }
  }

  private static func path(_ text: String?) -> TreePath {
    TreePath((text ?? "").split(separator: "/").map(String.init))
  }
}
