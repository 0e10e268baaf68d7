#if Network
import NIOHPACK
import SwiftProtobuf
import TaneCore
import TaneFirestoreMessages

/// The status of a call in its trailers.
struct GRPCStatus {
  /// The maximum length of a message, in bytes: many clients accept at most 8 KiB of header fields,
  /// and NIO sends at most one frame of 16 KiB.
  private static let maximumByteCount = 1000

  /// The error, or nil if the call succeeded.
  let failure: GoogleFailure?

  /// Adds the status fields to trailers.
  func add(to trailers: inout HPACKHeaders) {
    trailers.add(name: "grpc-status", value: "\(failure?.status.number ?? 0)")
    guard let failure = failure?.shortened(to: Self.maximumByteCount) else { return }
    trailers.add(name: "grpc-message", value: Self.percentEncoded(failure.message))
    guard let details: [UInt8] = try? failure.statusMessage.serializedBytes() else { return }
    trailers.add(
      name: "grpc-status-details-bin",
      value: Base64.text(of: details).filter { $0 != "=" }
    )
  }

  /// Percent-encodes a message as the protocol requires: percent signs and all bytes that are not
  /// printable ASCII.
  static func percentEncoded(_ message: String) -> String {
    message.utf8.reduce(into: "") { text, byte in
      if (0x20...0x7E).contains(byte), byte != UInt8(ascii: "%") {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + byte.hexadecimal.uppercased()
      }
    }
  }
}

extension GoogleFailure {
  /// Returns the failure with its message shortened to a maximum length.
  fileprivate func shortened(to count: Int) -> GoogleFailure {
    guard message.utf8.count > count else { return self }
    return GoogleFailure(status, String(decoding: message.utf8.prefix(count), as: UTF8.self) + "…")
  }
}
#endif
