import TaneCore
import TaneProject
import TaneRendering

/// The layout of the studio's pages: environments and views at the top, then the content.
struct StudioPage {
  /// A view of an environment.
  enum View: Equatable {
    case browse
    case compare
    case act
  }

  let title: String
  let names: [String]
  let environment: String?
  let view: View
  /// The environment's guard, if its profile is valid.
  var guardLevel: GuardLevel?

  /// Renders the page with its content.
  func html(_ content: Markup) -> String {
    let isReport = view == .compare
    let head: [Markup] = [
      .element("meta", ["charset": "utf-8"]),
      .element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
      .element("title", [:], .data(title)),
      .element("link", ["rel": "icon", "href": "data:,"]),
      .element("link", ["rel": "stylesheet", "href": "/assets/report.css"]),
      .element("link", ["rel": "stylesheet", "href": "/assets/studio.css"]),
      .element("script", ["src": "/assets/studio.js", "defer": ""]),
      isReport ? .element("script", ["src": "/assets/report.js", "defer": ""]) : .empty,
    ]
    let body = Markup.element(
      "body",
      [
        "data-loading": "loading…".localized, "data-copied": "copied".localized,
        "data-lost": "tane studio does not respond; start it again".localized,
      ],
      bar + content
    )
    let language = Language.current.rawValue
    return "<!DOCTYPE html>\n"
      + Markup.element("html", ["lang": language], .element("head", [:], head), body).html + "\n"
  }

  private var bar: Markup {
    guard let environment else { return .element("div", ["class": "bar"], brand) }
    let link = StudioURLs(environment: environment)
    let others = names.map { name in
      let own = StudioURLs(environment: name)
      return tab(.data(name), view == .compare ? own.compare : own.pageURL(), name == environment)
    }
    let badge = guardLevel.map { level in
      Markup.element("span", ["class": "badge \(level.rawValue)"], .say(Self.text(of: level)))
    }
    let views =
      tab(.say("Browse"), link.pageURL(), view == .browse)
      + tab(.say("Compare"), link.compare, view == .compare)
    return .element(
      "div",
      ["class": "bar"],
      brand,
      .element("div", ["class": "tabs", "role": "navigation"], others),
      .element("div", ["class": "tabs", "role": "navigation"], views),
      badge ?? .empty
    )
  }

  private var brand: Markup {
    .element("a", ["class": "brand", "href": "/"], .data("tane studio"))
  }

  private func tab(_ label: Markup, _ target: String, _ isCurrent: Bool) -> Markup {
    .element("a", ["href": target, "aria-current": isCurrent ? "page" : nil], label)
  }

  private static func text(of level: GuardLevel) -> String {
    switch level {
    case .open: "guard: open"
    case .confirm: "guard: asks for confirmation before writing"
    case .protected: "guard: protected, read-only"
    }
  }
}
