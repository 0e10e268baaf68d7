/// A coding key that no type declares: a key of a map, or the index of a list element.
///
/// An index is stored as a number, because its text is needed only for errors.
enum TreeCodingKey: CodingKey {
  case name(String)
  case index(Int)

  static let superclass = TreeCodingKey.name("super")

  init(stringValue: String) { self = .name(stringValue) }

  init(intValue: Int) { self = .index(intValue) }

  /// The text of the key; an index has the format of Foundation's decoder.
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
