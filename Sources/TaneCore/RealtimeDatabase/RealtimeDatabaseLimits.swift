/// The limits of the Realtime Database.
///
/// Sources: <https://firebase.google.com/docs/database/usage/limits> and
/// <https://firebase.google.com/docs/database/ios/structure-data>.
package enum RealtimeDatabaseLimits {
  /// The maximum length of a key, in bytes of UTF-8.
  package static let keyBytes = 768
  /// The maximum number of levels of keys below the root.
  package static let depth = 32
  /// The maximum length of a string, in bytes of UTF-8: 10 MiB.
  package static let stringBytes = 10 * 1024 * 1024

  /// Returns the first forbidden character in a key (`. $ # [ ] /` or a control character), or nil
  /// if there is none.
  package static func illegalCharacter(in key: String) -> Unicode.Scalar? {
    key.unicodeScalars.first { scalar in
      ".$#[]/".unicodeScalars.contains(scalar) || scalar.value < 0x20 || scalar.value == 0x7F
    }
  }

  /// Returns true if a key, given as UTF-8, is valid.
  package static func allowsKey(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
    !key.isEmpty && key.count <= keyBytes && key.allSatisfy { allowedBytes[Int($0)] }
  }

  private static let allowedBytes: [Bool] = (0...UInt8.max).map { byte in
    byte >= 0x20 && byte != 0x7F && !".$#[]/".utf8.contains(byte)
  }
}
