import SwiftProtobuf
import TaneFirestoreMessages

extension GoogleFailure {
  /// The failure as messages have it.
  var statusMessage: ProtoStatus {
    .with { message in
      message.code = Int32(status.number)
      message.message = self.message
    }
  }
}
