#if Network
import NIOHPACK
import SwiftProtobuf
import TaneCore
import TaneFirestoreMessages

/// The status of a call, as its trailers contain it.
struct GRPCStatus {
  /// The most bytes of a message: many clients take no more than 8 KiB of fields, and NIO sends no more than a frame of 16.
  private static let mostBytes = 1000

  /// Nil where all went well.
  let failure: GoogleFailure?

  /// Adds the fields of the status.
  func add(to trailers: inout HPACKHeaders) {
    trailers.add(name: "grpc-status", value: "\(failure?.status.number ?? 0)")
    guard let failure = failure?.shortened(to: Self.mostBytes) else { return }
    trailers.add(name: "grpc-message", value: Self.percentEncoded(failure.message))
    guard let details: [UInt8] = try? failure.statusMessage.serializedBytes() else { return }
    trailers.add(
      name: "grpc-status-details-bin",
      value: Base64.text(of: details).filter { $0 != "=" }
    )
  }

  /// A message as the protocol has it: bytes that are not printable in ASCII, and percent signs, are encoded.
  static func percentEncoded(_ message: String) -> String {
    message.utf8.reduce(into: "") { text, byte in
      if (0x20...0x7E).contains(byte), byte != UInt8(ascii: "%") {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += (byte < 0x10 ? "%0" : "%") + digits
      }
    }
  }
}

extension GoogleFailure {
  /// The failure with the beginning of its message, where that is longer.
  fileprivate func shortened(to count: Int) -> GoogleFailure {
    guard message.utf8.count > count else { return self }
    return GoogleFailure(status, String(decoding: message.utf8.prefix(count), as: UTF8.self) + "…")
  }
}
#endif
