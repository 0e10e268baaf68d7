/// A key that no type declares: a map's own, or the place of a list's element.
///
/// An enumeration, because the text of an element's key is only needed when something goes wrong.
enum TreeCodingKey: CodingKey {
  case name(String)
  case index(Int)

  /// The key under which a class finds the values of its superclass.
  static let superclass = TreeCodingKey.name("super")

  init(stringValue: String) { self = .name(stringValue) }

  init(intValue: Int) { self = .index(intValue) }

  /// The key's text; of an element as Foundation's decoder spells it.
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
