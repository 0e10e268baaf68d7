/// A key in a dictionary, equal only to the same Unicode scalars.
///
/// Swift takes "é" as one scalar and as two for equal text; to a Realtime Database they are two keys.
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
    // Without an end two keys and their joined text would hash alike.
    hasher.combine(UInt8.max)
  }
}
