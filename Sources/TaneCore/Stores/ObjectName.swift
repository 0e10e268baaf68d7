/// The rules for object names in a storage bucket.
///
/// See <https://cloud.google.com/storage/docs/objects#naming>.
package enum ObjectName {
  /// The maximum length of a name, in bytes of UTF-8.
  package static let maximumBytes = 1024

  private static let reservedPrefix = ".well-known/acme-challenge/"

  /// Returns the rule that a name violates, as the predicate of a sentence about the name, or nil
  /// if the name is valid.
  package static func violation(in name: String) -> String? {
    if name.isEmpty { return "is empty; an object needs a name" }
    if name.utf8.count > maximumBytes {
      return "is \(name.utf8.count.grouped) bytes long; up to \(maximumBytes.grouped) are allowed"
    }
    if name.utf8.contains(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
      return "contains a line break, which is not allowed"
    }
    if name == "." || name == ".." { return "denotes a folder: choose another name" }
    if name.utf8.starts(with: reservedPrefix.utf8) {
      return "begins with the reserved prefix \(reservedPrefix): choose another name"
    }
    return nil
  }
}
