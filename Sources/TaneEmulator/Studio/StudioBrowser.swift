import TaneCore
import TaneKit
import TaneProject
import TaneRendering

/// The read-only pages for browsing an environment.
struct StudioBrowser {
  let environment: ProjectEnvironment
  let link: StudioURLs
  let masks: StudioMasks

  init(_ environment: ProjectEnvironment) {
    self.environment = environment
    link = StudioURLs(environment: environment.profile.name)
    masks = StudioMasks(of: environment)
  }

  private var profile: EnvironmentProfile { environment.profile }
  private var rows: StudioRows { StudioRows(link: link, masks: masks) }

  /// Renders all services; the content of each panel is loaded separately.
  func overview() -> Markup {
    let panels = profile.services.map { service in
      let address = Address(service: service.name, path: .root)
      let place =
        service.location.isEmbedded ? Markup.say("embedded") : .data(Redaction.url(service.url))
      let warning =
        masks.hasNoMask(for: service.name)
        ? Markup.element(
          "p",
          ["class": "quiet"],
          .say("No mask applies to this service: personal data is not masked.")
        ) : .empty
      return Markup.element(
        "section",
        ["class": "panel"],
        .element(
          "h2",
          [:],
          .element("a", ["href": link.pageURL(of: address)], .data(service.name)),
          .element(
            "small",
            [:],
            .data(StudioReaders.reader(of: service.kind)?.title ?? service.kind.id),
            .data(" · "),
            place
          )
        ),
        warning,
        .element(
          "details",
          ["open": "", "data-part": link.partURL(of: address)],
          .element("summary", [:], .say("content")),
          .element("div", ["class": "children"])
        )
      )
    }
    return addressField(nil) + .element("main", ["class": "panels"], panels)
  }

  /// Renders the page for an address, with the children after a cursor.
  func page(of address: Address, after cursor: String?) async -> Markup {
    let children = await part(of: address, after: cursor)
    return addressField(address)
      + .element(
        "main",
        [:],
        .element("div", ["class": "path"], breadcrumbs(of: address)),
        .element("div", ["class": "children"], children.markup)
      )
  }

  /// Renders the children of an address, or the reason why they cannot be read.
  func part(of address: Address, after cursor: String?) async -> (markup: Markup, isFound: Bool) {
    do {
      let readers = try environment.readers()
      guard let reader = StudioReaders.reader(of: readers.kind(of: address.service)) else {
        try profile.checkService(of: address)
        return (Self.problem("the studio cannot read this service"), false)
      }
      guard let listing = try await reader.listing(of: address, after: cursor, in: readers) else {
        return (
          .element("p", ["class": "quiet"], .say("Nothing exists here, or it was removed.")),
          false
        )
      }
      return (rows.render(listing, of: address), true)
    } catch {
      return (Self.problem(OperationFailure(error).message), false)
    }
  }

  /// Returns an object's bytes and content type; throws if the object is missing or masked.
  func object(at address: Address) async throws -> (bytes: [UInt8], contentType: String) {
    let bucket = try environment.readers().reader(.buckets, named: address.service)
    guard !masks.hides(nil, at: address),
      let object = try await bucket.object(at: address.objectName)
    else {
      throw StoreError(
        .notFound,
        service: address.service,
        "the object does not exist, or is masked"
      )
    }
    let bytes = try await bucket.data(at: object.name, maximumSize: 64 << 20)
    return (bytes, object.metadata.contentType)
  }

  /// Renders an error message.
  static func problem(_ message: String) -> Markup {
    let lines = message.split(separator: "\n").map { Markup.element("div", [:], .say(String($0))) }
    return .element("div", ["class": "problem", "role": "alert"], lines)
  }

  private func addressField(_ address: Address?) -> Markup {
    .element(
      "form",
      ["class": "address", "method": "get", "action": link.pageURL()],
      .element(
        "input",
        [
          "name": "at", "aria-label": "address".localized, "autocomplete": "off",
          "spellcheck": "false",
          "placeholder": profile.services.first.map { "\($0.name):/" },
          "value": address.map { "\($0)" },
        ]
      ),
      .element("button", [:], .say("go"))
    )
  }

  /// Returns links to the ancestors of an address.
  private func breadcrumbs(of address: Address) -> Markup {
    var ancestor = Address(service: address.service, path: .root)
    var links = Markup.element("a", ["href": link.pageURL(of: ancestor)], .data("\(ancestor)"))
    for key in address.path.components {
      ancestor = ancestor.appending(key)
      let label = masks.hidesKey(of: ancestor) ? Markup.say("masked") : .data(key)
      links = links + .data(" / ") + .element("a", ["href": link.pageURL(of: ancestor)], label)
    }
    return links
  }
}
