import TaneCore
import TaneRendering

/// A renderer for the rows of a listing: expandable nodes, values with types, and objects with
/// image previews.
struct StudioRows {
  /// The maximum width of a value, in columns.
  private static let valueWidth = 2000
  /// The maximum number of a value's members that are shown.
  private static let maximumMembers = 500
  /// The maximum size of an image preview, in bytes.
  private static let maximumImageBytes = 8 << 20

  let link: StudioURLs
  let masks: StudioMasks

  /// Renders a page of rows, with a link to the next page.
  func render(_ listing: StudioListing, of address: Address) -> Markup {
    guard !listing.rows.isEmpty else {
      return .element("p", ["class": "quiet"], .say("nothing here"))
    }
    let rows = listing.rows.map(row)
    // The link contains the last key, so there is no link if that key is masked.
    guard let next = listing.next, let last = listing.rows.last, !masks.hidesKey(of: last.address)
    else { return rows.joined }
    let more = Markup.element(
      "a",
      [
        "class": "more", "href": link.pageURL(of: address, after: next),
        "data-more": link.partURL(of: address, after: next),
      ],
      .say("show more")
    )
    return rows.joined + more
  }

  private func row(_ row: StudioListing.Row) -> Markup {
    guard !masks.hidesKey(of: row.address) else {
      return line(.say("masked"), .empty, annotation("key"))
    }
    switch row.content {
    case .branch(let note): return branch(row, note)
    case .value(let value): return member(row.key, value, at: row.address)
    case .object(let object): return picture(row.key, object, at: row.address)
    }
  }

  private func branch(_ row: StudioListing.Row, _ note: String) -> Markup {
    let key = Markup.element("a", ["href": link.pageURL(of: row.address)], name(row.key))
    return .element(
      "details",
      ["data-part": link.partURL(of: row.address), "data-page": link.pageURL(of: row.address)],
      .element("summary", [:], key, annotation(note)),
      .element("div", ["class": "children"])
    )
  }

  /// Renders a value, with its members below it.
  private func member(_ key: String, _ value: Tree, at address: Address) -> Markup {
    guard !masks.hidesKey(of: address) else {
      return line(.say("masked"), .empty, annotation("key"))
    }
    guard value.kind.isContainer, value.tag == .none, !value.children.isEmpty else {
      let isHidden = masks.hides(value, at: address)
      let text = ValueText.render(value, width: Self.valueWidth)
      let shown = Markup.data(value.kind.isContainer ? text.localized : text)
      let content = isHidden ? Markup.say("masked") : .element("code", [:], shown)
      return line(name(key), content, annotation(Self.kind(of: value)))
    }
    let members = value.children.prefix(Self.maximumMembers).enumerated().map { index, child in
      let key = child.key ?? String(index)
      return member(key, child, at: address.appending(key))
    }
    let rest = value.children.count - members.count
    let more = rest > 0 ? Markup.say("\(rest.grouped) more") : .empty
    let size = counted(value.children.count, "entry", plural: "entries")
    return .element(
      "details",
      ["open": value.children.count > 20 ? nil : ""],
      .element("summary", [:], name(key), annotation(Self.kind(of: value)), annotation(size)),
      .element("div", ["class": "children"], members + [more])
    )
  }

  private func picture(_ key: String, _ object: StoredObject, at address: Address) -> Markup {
    let type = object.metadata.contentType
    let isHidden = masks.hides(nil, at: address)
    let note = Markup.data("\(type), \(ByteCountText.render(object.size))")
    let custom = isHidden ? [:] : object.metadata.custom
    let metadata = custom.sorted { $0.key < $1.key }.map {
      line(name($0.key), .data($0.value), .empty)
    }
    let isShown = ImagePreviews.isImage(type) && object.size <= Self.maximumImageBytes && !isHidden
    let image = Markup.element(
      "img",
      ["src": link.objectURL(of: address), "alt": key, "loading": "lazy"]
    )
    let content = Markup.element(
      "a",
      ["href": link.objectURL(of: address)],
      isShown ? image : .say("download")
    )
    return .element(
      "div",
      ["class": "object"],
      line(.element("a", ["href": link.pageURL(of: address)], name(key)), .empty, note),
      isHidden ? .say("masked") : content,
      metadata.joined
    )
  }

  private func line(_ key: Markup, _ value: Markup, _ kind: Markup) -> Markup {
    .element("div", ["class": "leaf"], key, .data(" "), value, .data(" "), kind)
  }

  private func name(_ key: String) -> Markup {
    .element("b", [:], .data(key.isEmpty ? "\"\"" : key))
  }

  private func annotation(_ text: String) -> Markup {
    .element("small", ["class": "kind"], .say(text))
  }

  private static func kind(of value: Tree) -> String {
    value.tag.yamlName.map { String($0.dropFirst()) } ?? value.kind.description
  }
}
