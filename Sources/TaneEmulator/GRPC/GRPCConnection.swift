#if Network
import NIOCore
import NIOHTTP2
import Synchronization

/// One connection that speaks HTTP/2, with any number of calls at once.
struct GRPCConnection: Sendable {
  typealias Multiplexer = NIOHTTP2Handler.AsyncStreamMultiplexer<GRPCStream.Channel>

  private let channel: any Channel
  private let streams: Multiplexer
  private let service: any GRPCService
  private let context: ServerContext

  /// Adds what speaks HTTP/2 to a connection; to be called on its event loop.
  init(_ channel: any Channel, _ service: any GRPCService, _ context: ServerContext) throws {
    self.channel = channel
    self.service = service
    self.context = context
    // A client that closes its side has left.
    _ = channel.setOption(.allowRemoteHalfClosure, value: false)
    streams = try channel.pipeline.syncOperations.configureAsyncHTTP2Pipeline(
      mode: .server,
      configuration: Self.configuration(context.limits)
    ) { stream in
      stream.eventLoop.makeCompletedFuture {
        try GRPCStream.Channel(wrappingChannelSynchronously: stream)
      }
    }
  }

  private static func configuration(_ limits: ServerLimits) -> NIOHTTP2Handler.Configuration {
    var configuration = NIOHTTP2Handler.Configuration()
    configuration.connection.initialSettings = [
      HTTP2Setting(parameter: .maxConcurrentStreams, value: limits.grpcStreams),
      HTTP2Setting(parameter: .maxHeaderListSize, value: 64 * 1024),
      HTTP2Setting(parameter: .initialWindowSize, value: 1 << 20),
    ]
    configuration.connection.targetWindowSize = 4 << 20
    configuration.stream.targetWindowSize = 1 << 20
    // Apps that listen to many things let go of many at once; the limits are against strangers.
    configuration.connection.maximumRecentlyResetStreams = limits.grpcStreams
    configuration.connection.controlFrameRateLimit.maximumCount = 10 * limits.grpcStreams
    configuration.stream.streamResetFrameRateLimit.maximumCount = 10 * limits.grpcStreams
    configuration.stream.streamErrorRateLimit.maximumCount = 10 * limits.grpcStreams
    return configuration
  }

  /// Answers calls until the client or the server ends.
  func serve() async throws {
    let activity = GRPCActivity(channel, context.connections)
    try await withThrowingDiscardingTaskGroup { group in
      for try await stream in streams.inbound {
        group.addTask {
          await GRPCStream(
            channel: stream,
            service: service,
            context: context,
            activity: activity
          ).serve()
        }
      }
    }
  }
}

/// What a connection with several calls is doing: it is busy while one of them will end.
final class GRPCActivity: CallActivity {
  private let channel: any Channel
  private let connections: ConnectionRegistry
  private let busy = Mutex(0)

  init(_ channel: any Channel, _ connections: ConnectionRegistry) {
    self.channel = channel
    self.connections = connections
  }

  /// Notes that a call that will end begins.
  func begin() {
    busy.withLock { busy in
      busy += 1
      _ = connections.note(.busy, for: channel)
    }
  }

  /// Notes that such a call has ended; where the server ends as well, so does the connection.
  func end() {
    let mayGoOn = busy.withLock { busy in
      busy -= 1
      return busy > 0 || connections.note(.endless, for: channel)
    }
    if !mayGoOn { channel.close(promise: nil) }
  }
}
#endif
