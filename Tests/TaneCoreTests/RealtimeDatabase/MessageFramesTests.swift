import TestSupport
import TaneCore
import Testing

@Suite("Message frames")
struct MessageFramesTests {
  @Test("A short message is one frame")
  func short() {
    let message = [UInt8](repeating: UInt8(ascii: "a"), count: MessageFrames.length)
    #expect(MessageFrames.frames(of: message) == [message])
  }

  @Test("A long message is split between characters and reassembled", arguments: 0..<20)
  func roundTrip(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let characters = ["a", "é", "麺", "🍜"]
    let text = (0..<40_000).map { _ in characters.randomElement(using: &generator) ?? "" }.joined()
    let message = Array(text.utf8)
    let frames = MessageFrames.frames(of: message)
    var assembler = MessageFrames.Assembler()
    var messages: [[UInt8]] = []
    for frame in frames {
      #expect(String(validating: frame, as: UTF8.self) != nil)
      #expect(String(decoding: frame, as: UTF8.self).utf16.count <= MessageFrames.length)
      if let message = try assembler.take(frame) { messages.append(message) }
    }
    #expect(messages == [message])
  }

  @Test("The assembler accepts a message announced as one frame, and keep-alives between messages")
  func oneSlice() throws {
    var assembler = MessageFrames.Assembler()
    var messages: [String] = []
    for frame in ["0", "1", "{}", "0", "[1]", "2", "{", "}"] {
      if let message = try assembler.take(Array(frame.utf8)) {
        messages.append(String(decoding: message, as: UTF8.self))
      }
    }
    #expect(messages == ["{}", "[1]", "{}"])
  }
}
