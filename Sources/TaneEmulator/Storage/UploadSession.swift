import HTTPTypes
import TaneCore

/// A resumable upload: its object, state and received bytes.
struct UploadSession: Sendable {
  enum State: Sendable {
    /// Not all bytes have been received.
    case active
    /// All bytes have been received and are being stored.
    case finalizing
    case final(StoredObject)
    /// The object could not be stored.
    case failed(StorageFailure)
    /// The client canceled the upload.
    case cancelled
  }

  var pending: PendingObject
  /// The size that the client declared at the start, if any.
  let declaredLength: Int?
  var data: [UInt8] = []
  var state = State.active

  /// Adds bytes at an offset of the object; bytes that were already received are skipped.
  mutating func append(_ bytes: [UInt8], at offset: Int, limit: Int) throws(StorageFailure) {
    guard offset <= data.count else {
      throw StorageFailure(
        .badRequest,
        "dataLoss",
        "The bytes begin at \(offset), but only \(data.count) bytes have been received: "
          + "send the missing bytes first."
      )
    }
    guard offset + bytes.count <= limit else {
      throw StorageFailure(
        .contentTooLarge,
        "uploadTooLarge",
        "The upload exceeds \(limit.grouped) bytes, the emulator's maximum object size."
      )
    }
    data.append(contentsOf: bytes.dropFirst(data.count - offset))
  }
}
