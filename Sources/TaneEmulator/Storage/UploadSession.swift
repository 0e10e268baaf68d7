import HTTPTypes
import TaneCore

/// A resumable upload as far as it has come.
struct UploadSession: Sendable {
  /// The state of an upload.
  enum State: Sendable {
    /// Bytes are still to come.
    case active
    /// All bytes are here and are being stored.
    case finalizing
    /// The object is stored.
    case final(StoredObject)
    /// The object could not be stored.
    case failed(StorageFailure)
    /// The client gave the upload up.
    case cancelled
  }

  var pending: PendingObject
  /// The length that the client named at the start, if it did.
  let declaredLength: Int?
  var data: [UInt8] = []
  var state = State.active

  init(pending: PendingObject, declaredLength: Int?) {
    self.pending = pending
    self.declaredLength = declaredLength
  }

  /// Adds bytes that stand at an offset of the object; those that are here already are passed over.
  mutating func append(_ bytes: [UInt8], at offset: Int, limit: Int) throws(StorageFailure) {
    guard offset <= data.count else {
      throw StorageFailure(
        .badRequest,
        "dataLoss",
        "The bytes begin at \(offset), but only \(data.count) bytes are stored: send those between."
      )
    }
    guard offset + bytes.count <= limit else {
      throw StorageFailure(
        .contentTooLarge,
        "uploadTooLarge",
        "The upload has more than \(limit.grouped) bytes, the most that an object can have here."
      )
    }
    data.append(contentsOf: bytes.dropFirst(data.count - offset))
  }
}
