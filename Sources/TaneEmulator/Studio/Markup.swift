import TaneRendering

/// HTML that is built from escaped text and elements.
struct Markup {
  private(set) var html = ""

  static let empty = Markup()

  private init() {}

  /// Creates markup from HTML that another renderer has escaped.
  init(trusted html: String) { self.html = html }

  /// Creates text from data without translating it; invisible characters are made visible.
  static func data(_ text: String) -> Markup {
    Markup(trusted: HTMLText.escaped(VisibleText.revealing(text)))
  }

  /// Creates a message in the user's language.
  static func say(_ text: String) -> Markup { data(text.localized) }

  /// Creates an element; attributes whose value is nil are omitted.
  static func element(
    _ tag: String,
    _ attributes: KeyValuePairs<String, String?> = [:],
    _ children: Markup...
  ) -> Markup {
    element(tag, attributes, children)
  }

  /// Creates an element; attributes whose value is nil are omitted.
  static func element(
    _ tag: String,
    _ attributes: KeyValuePairs<String, String?> = [:],
    _ children: [Markup]
  ) -> Markup {
    let attributes = attributes.map { name, value in
      value.map { " \(name)=\"\(quoted($0))\"" } ?? ""
    }
    let content = children.map(\.html).joined()
    let end = voidTags.contains(tag) ? "" : "\(content)</\(tag)>"
    return Markup(trusted: "<\(tag)\(attributes.joined())>\(end)")
  }

  static func + (left: Markup, right: Markup) -> Markup {
    Markup(trusted: left.html + right.html)
  }

  /// The elements without an end tag.
  private static let voidTags: Set = ["input", "img", "link", "meta"]

  private static func quoted(_ text: String) -> String {
    HTMLText.escaped(text).replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
  }
}

extension Sequence<Markup> {
  /// The concatenated markup.
  var joined: Markup { reduce(.empty, +) }
}
