/// A dictionary key that is compared by Unicode scalars.
///
/// Swift considers precomposed and decomposed text equal, such as "é" as one scalar and as two; in
/// a Realtime Database they are different keys.
struct ExactKey: Hashable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (left: ExactKey, right: ExactKey) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    // Without a terminator, two keys and their joined text would have the same hash.
    hasher.combine(UInt8.max)
  }
}
