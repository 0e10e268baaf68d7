import TaneCore

/// The rules for overlaying the trees of fixture sets; the tags `!remove` and `!append` apply to
/// values of earlier sets.
struct FixtureLayers {
  private static let identityKey = "id"

  /// A closure that merges a tree without tags over another tree by the service's rules, down to a
  /// number of container levels.
  private let merged: (_ lower: Tree, _ upper: Tree, _ levels: Int) -> Tree
  /// The number of container levels to merge; deeper containers are replaced.
  private let levels: Int
  /// A Boolean value indicating whether lists are merged by index.
  private let mergesLists: Bool
  /// A Boolean value indicating whether trees may contain `!remove` or `!append`.
  private let hasTags: Bool
  private(set) var findings: [Diagnostic] = []

  /// Returns the rules for a database, whose maps and lists are merged key by key.
  static func database(hasTags: Bool) -> FixtureLayers {
    FixtureLayers(hasTags: hasTags, levels: .max, mergesLists: true) { lower, upper, _ in
      lower.overlaid(by: upper)
    }
  }

  /// Returns the rules for a service whose lists are replaced as a whole; maps are merged down to a
  /// number of levels.
  static func maps(hasTags: Bool, levels: Int = .max) -> FixtureLayers {
    FixtureLayers(hasTags: hasTags, levels: levels, mergesLists: false) {
      $0.merged(under: $1, levels: $2)
    }
  }

  private init(
    hasTags: Bool,
    levels: Int,
    mergesLists: Bool,
    _ merged: @escaping (_ lower: Tree, _ upper: Tree, _ levels: Int) -> Tree
  ) {
    (self.hasTags, self.levels, self.mergesLists, self.merged) = (
      hasTags, levels, mergesLists, merged
    )
  }

  /// Overlays trees, with later trees on top; returns nil if everything is removed or there are no
  /// trees.
  mutating func overlay(_ trees: [Tree]) -> Tree? {
    var result: Tree?
    for tree in trees { result = overlay(result, tree) }
    return result
  }

  /// Returns a tree overlaid on an earlier tree, or nil if everything is removed.
  mutating func overlay(_ lower: Tree?, _ upper: Tree) -> Tree? {
    guard hasTags else { return lower.map { merged($0, upper, levels) } ?? upper }
    return overlayWithTags(upper, over: lower, levels: levels)
  }

  private static func hasTag(_ tree: Tree) -> Bool {
    isTag(tree, FixtureTag.removeName) || isTag(tree, FixtureTag.appendName)
      || tree.children.contains(where: hasTag)
  }

  private static func isTag(_ tree: Tree, _ name: String) -> Bool {
    tree.tag == .expression && tree.children.first?.key == name
  }

  private mutating func overlayWithTags(_ upper: Tree, over lower: Tree?, levels: Int) -> Tree? {
    if Self.isTag(upper, FixtureTag.removeName) {
      if let argument = upper.children.first, !argument.isNull {
        report(
          "wrong-tag",
          "!remove has a value only in a list after !append; remove the value",
          upper
        )
      } else if lower.map(\.isNull) ?? true {
        report(
          .missingReference,
          "no earlier set has a value at this path; delete the !remove",
          upper
        )
      }
      return nil
    }
    if Self.isTag(upper, FixtureTag.appendName) { return append(upper, to: lower) }
    guard Self.hasTag(upper) else { return lower.map { merged($0, upper, levels) } ?? upper }
    let below = lower.flatMap { areMerged(upper, $0, levels) ? $0 : nil } ?? .null
    return upper.kind == .list ? list(upper, over: below) : map(upper, over: below, levels - 1)
  }

  /// Returns true if two containers are merged key by key, or false if the upper one replaces the
  /// lower one.
  private func areMerged(_ upper: Tree, _ lower: Tree, _ levels: Int) -> Bool {
    guard levels > 0, lower.kind.isContainer, lower.tag == .none else { return false }
    return mergesLists || upper.kind == .map && lower.kind == .map
  }

  /// Overlays a map that contains tags on an earlier value.
  private mutating func map(_ upper: Tree, over lower: Tree, _ levels: Int) -> Tree {
    let isList = lower.kind == .list && upper.children.allSatisfy { lower[$0.key ?? ""] != nil }
    var builder = TreeBuilder()
    builder.setPosition(of: upper)
    isList ? builder.beginList() : builder.beginMap()
    for (index, child) in lower.children.enumerated() {
      let over = upper[child.key ?? String(index)]
      guard let value = over.map({ overlayWithTags($0, over: child, levels: levels) }) ?? child
      else {
        continue
      }
      if child.key != nil {
        builder.setKey(of: child)
      } else if !isList {
        builder.setPosition(of: child)
        builder.setKey(String(index))
      }
      builder.append(value)
    }
    for child in upper.children where lower[child.key ?? ""] == nil {
      guard let value = overlayWithTags(child, over: nil, levels: levels) else { continue }
      builder.setKey(of: child)
      builder.append(value)
    }
    builder.endContainer()
    return builder.finish()
  }

  /// Overlays a list that contains tags, element by element.
  private mutating func list(_ upper: Tree, over lower: Tree) -> Tree {
    var builder = TreeBuilder()
    builder.setPosition(of: upper)
    builder.beginList()
    for (index, child) in upper.children.enumerated() {
      let below = lower[String(index)]
      if let value = overlayWithTags(child, over: below, levels: levels) { builder.append(value) }
    }
    for child in lower.children.dropFirst(upper.children.count) { builder.append(child) }
    builder.endContainer()
    return builder.finish()
  }

  // MARK: Lists

  /// Applies an `!append` to an earlier list: each element is merged into the element with the same
  /// identity or else appended, and `!remove` removes an element.
  private mutating func append(_ addition: Tree, to lower: Tree?) -> Tree {
    let key = addition[FixtureTag.identityKey]?.string ?? Self.identityKey
    guard lower?.kind == .list || lower?.isNull ?? true else {
      report(
        .wrongType,
        "!append can add only to a list, but an earlier set has \(lower?.kind.withArticle ?? "") "
          + "here",
        addition
      )
      return lower ?? .null
    }
    var elements: [Tree] = lower.map { Array($0.children) } ?? []
    for element in addition.children.first?.children ?? Tree.null.children {
      let isRemoval = Self.isTag(element, FixtureTag.removeName)
      let subject = isRemoval ? element.children.first ?? .null : element
      let identity = Self.identity(of: subject, by: key)
      let index = identity.flatMap { known in
        elements.firstIndex { Self.identity(of: $0, by: key) == known }
      }
      switch (isRemoval, index) {
      case (true, let index?): elements.remove(at: index)
      case (true, nil):
        report(
          .missingReference,
          "no earlier set has the element that this !remove refers to; correct the value, or delete "
            + "the !remove",
          element
        )
      case (false, let index?): elements[index] = overlay(elements[index], element) ?? .null
      case (false, nil): if let new = overlay(nil, element) { elements.append(new) }
      }
    }
    var builder = TreeBuilder()
    builder.setPosition(of: addition)
    builder.beginList()
    for element in elements { builder.append(element) }
    builder.endContainer()
    return builder.finish()
  }

  /// Returns the identity of a list element: a member of a map, or the element itself if it is a
  /// scalar; otherwise, nil.
  private static func identity(of element: Tree, by key: String) -> Tree? {
    let identity = element.kind == .map && element.tag == .none ? element[key] : element
    return identity.flatMap { $0.isNull || $0.kind.isContainer ? nil : $0 }
  }

  private mutating func report(_ code: DiagnosticCode, _ message: String, _ tree: Tree) {
    findings.append(.error(code, message, at: tree.position))
  }
}
