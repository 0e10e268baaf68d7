/// The names that objects of a storage bucket can have.
///
/// See <https://cloud.google.com/storage/docs/objects#naming>.
enum ObjectName {
  private static let maximumBytes = 1024

  /// What is wrong with an object's name, in words, or nil where nothing is.
  static func problem(in name: String) -> String? {
    if name.utf8.count > maximumBytes {
      return "this object's name is \(name.utf8.count) bytes long; a bucket holds names of up to"
        + " \(maximumBytes) bytes"
    }
    if name.unicodeScalars.contains(where: { $0 == "\r" || $0 == "\n" }) {
      return "this object's name holds a line end, which a bucket forbids"
    }
    if name == "." || name == ".." { return "a bucket forbids the name \"\(name)\" for an object" }
    if name.hasPrefix(".well-known/acme-challenge/") {
      return "a bucket forbids names that begin with \".well-known/acme-challenge/\""
    }
    return nil
  }
}
