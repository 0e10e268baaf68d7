/// A key without a declaring type: a key of a map, or the index of a list's element.
///
/// It is an enumeration because the text of an index is only needed for errors.
enum TreeCodingKey: CodingKey {
  case name(String)
  case index(Int)

  static let superclass = TreeCodingKey.name("super")

  init(stringValue: String) { self = .name(stringValue) }

  init(intValue: Int) { self = .index(intValue) }

  /// The key's text; for an index, in the format of Foundation's decoder.
  var stringValue: String {
    switch self {
    case .name(let name): name
    case .index(let index): "Index \(index)"
    }
  }

  var intValue: Int? {
    if case .index(let index) = self { index } else { nil }
  }
}
