#if Network
import NIOCore
import NIOPosix
import NIOSSL

extension TransportFailure {
  /// Converts a network library's error to a `TransportFailure` or a `CancellationError`.
  static func translatingConnectionError(_ error: any Error) -> any Error {
    if error is CancellationError || Task.isCancelled { return CancellationError() }
    return switch error {
    case let failure as TransportFailure: failure
    case let error as NIOConnectionError where error.connectionErrors.isEmpty:
      TransportFailure(.unknownHost, mayHaveArrived: false)
    case let error as NIOConnectionError:
      TransportFailure(
        .noConnection(error.connectionErrors.first.map { "\($0.error)" } ?? ""),
        mayHaveArrived: false
      )
    case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError:
      TransportFailure(.encryption("\(error)"), mayHaveArrived: false)
    case ChannelError.connectTimeout:
      TransportFailure(.noConnection("it took too long"), mayHaveArrived: false)
    case is ChannelError, is IOError: TransportFailure(.closed, mayHaveArrived: false)
    default: TransportFailure(.other("\(error)"), mayHaveArrived: false)
    }
  }
}
#endif
