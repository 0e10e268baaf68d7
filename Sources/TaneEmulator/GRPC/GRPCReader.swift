#if Network
import NIOCore
import NIOHPACK
import NIOHTTP2
import Synchronization
import TaneCore
import TaneWire

/// Reads what a client sends in one call: its headers, then its messages.
final class GRPCReader: Sendable {
  /// The messages; a client is read on while those that wait have no more bytes than one may have.
  let messages: MessageQueue
  private let limit: Int
  private let heads: AsyncStream<HPACKHeaders>
  private let addHead: AsyncStream<HPACKHeaders>.Continuation
  private let hasEnded = Mutex(false)

  /// Whether the client has said that it sends no more.
  var isAtEnd: Bool { hasEnded.withLock { $0 } }

  init(messageBytes: Int) {
    limit = messageBytes
    messages = MessageQueue(capacity: messageBytes)
    (heads, addHead) = AsyncStream.makeStream()
  }

  /// The headers of the call; nil where it was given up before.
  func headers() async -> HPACKHeaders? { await heads.first { _ in true } }

  /// Reads until the client sends no more; returns what kept it from that.
  func read(
    _ inbound: NIOAsyncChannelInboundStream<HTTP2Frame.FramePayload>
  ) async -> (any Error)? {
    defer { addHead.finish() }
    do {
      try await readAll(inbound)
      hasEnded.withLock { $0 = true }
      messages.finish()
      return nil
    } catch {
      // Who waits for a message is cancelled, lest it takes this for the end of them.
      return error
    }
  }

  private func readAll(
    _ inbound: NIOAsyncChannelInboundStream<HTTP2Frame.FramePayload>
  ) async throws {
    var framing = GRPCFraming(limit: limit)
    for try await frame in inbound {
      switch frame {
      case .headers(let frame):
        addHead.yield(frame.headers)
        if frame.endStream { return }
      case .data(let frame):
        guard case .byteBuffer(let buffer) = frame.data else { continue }
        for message in try Self.messages(of: buffer, &framing) {
          messages.answer(message)
          await messages.room()
        }
        guard frame.endStream else { continue }
        guard !framing.isInsideFrame else {
          throw GoogleFailure.invalid("The last message is not complete.")
        }
        return
      default: continue
      }
    }
    // The client has reset the call, or its connection has ended.
    throw CancellationError()
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
