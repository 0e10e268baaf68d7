#if Network
import SwiftProtobuf
import TaneFirestoreMessages

extension GoogleFailure {
  /// The failure as a `google.rpc.Status` message.
  var statusMessage: ProtoStatus {
    .with { message in
      message.code = Int32(status.number)
      message.message = self.message
    }
  }
}
#endif
