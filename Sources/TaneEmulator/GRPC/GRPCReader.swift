#if Network
import NIOCore
import NIOHTTP2
import Synchronization
import TaneCore
import TaneWire

/// Reads what a client sends in one call after its headers: its messages.
final class GRPCReader: Sendable {
  typealias Frames = NIOAsyncChannelInboundStream<HTTP2Frame.FramePayload>.AsyncIterator

  private struct State {
    var isAtEnd: Bool
    var failure: GoogleFailure?
  }

  /// The messages; a client is read on while those that wait have no more bytes than one may have.
  let messages: MessageQueue
  private let limit: Int
  private let state: Mutex<State>

  /// Whether the client has said that it sends no more.
  var isAtEnd: Bool { state.withLock(\.isAtEnd) }

  /// What is wrong with the first message that cannot be read.
  var failure: GoogleFailure? { state.withLock(\.failure) }

  /// - Parameters:
  ///   - messageBytes: The most bytes of a message.
  ///   - isAtEnd: Whether nothing follows the headers.
  init(messageBytes: Int, isAtEnd: Bool) {
    limit = messageBytes
    messages = MessageQueue(capacity: messageBytes)
    state = Mutex(State(isAtEnd: isAtEnd))
  }

  /// Reads until the client sends no more; or until there are more messages than are wanted, which are taken when it ends.
  ///
  /// - Throws: What ended the call before: the client has reset it, or its connection has ended. Who waits for a message is to
  ///   be cancelled then, lest it takes this for the end of them.
  func read(_ frames: inout Frames, most: Int? = nil) async throws {
    do {
      try await readAll(&frames, most: most)
    } catch let failure as GoogleFailure {
      state.withLock { $0.failure = failure }
    }
    messages.finish()
  }

  private func readAll(_ frames: inout Frames, most: Int?) async throws {
    var framing = GRPCFraming(limit: limit)
    var count = 0
    while !isAtEnd, count <= most ?? count {
      guard let frame = try await frames.next() else { throw CancellationError() }
      switch frame {
      case .headers(let frame) where frame.endStream: state.withLock { $0.isAtEnd = true }
      case .data(let frame):
        guard case .byteBuffer(let buffer) = frame.data else { continue }
        for message in try Self.messages(of: buffer, &framing) {
          messages.answer(message)
          count += 1
          if most == nil { await messages.room() }
        }
        guard frame.endStream else { continue }
        guard !framing.isInsideFrame else {
          throw GoogleFailure.invalid("The last message is not complete.")
        }
        state.withLock { $0.isAtEnd = true }
      default: continue
      }
    }
  }

  private static func messages(
    of buffer: ByteBuffer,
    _ framing: inout GRPCFraming
  ) throws(GoogleFailure) -> [[UInt8]] {
    do {
      return try framing.take(buffer.readableBytesView)
    } catch {
      throw GoogleFailure(error, limit: framing.limit)
    }
  }
}

extension GoogleFailure {
  /// What a client is told of a frame that cannot be read.
  init(_ problem: GRPCFraming.Problem, limit: Int) {
    self =
      switch problem {
      case .compressed:
        GoogleFailure(
          .unimplemented,
          "Compressed messages are not read: expected grpc-encoding identity."
        )
      case .tooLong(let length):
        // As Firestore says; apps would send again what exhausts a resource.
        .invalid(
          "Request payload size exceeds the limit: \(limit.grouped) bytes; found \(length.grouped)."
        )
      }
  }
}
#endif
