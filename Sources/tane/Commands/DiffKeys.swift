import TaneCore
import TaneProject
import TaneRendering

/// The members of `--key` by which elements of lists are found again.
struct DiffKeys {
  private let keys: [(lists: DiffPatterns, member: String)]

  /// Reads what was typed: `PATTERN=MEMBER`.
  init(_ texts: [String]) throws {
    keys = try texts.map { text in
      guard let sign = text.lastIndex(of: "="), sign > text.startIndex,
        text.index(after: sign) < text.endIndex
      else {
        throw CommandFailure(
          .usage,
          "--key \(text.escapingControls): expected lists and the member that identifies their elements,"
            + " such as /shops/*/menu=code"
        )
      }
      let lists = DiffPatterns(
        [String(text[..<sign])],
        option: "--key",
        example: "/shops/*/menu"
      )
      return (lists, String(text[text.index(after: sign)...]))
    }
  }

  /// How elements are found again in files.
  func fileIdentity() throws -> ListIdentity {
    ListIdentity(
      rules: try keys.flatMap { key in
        try key.lists.pathPatterns().map { ListIdentity.Rule(lists: $0, member: key.member) }
      }
    )
  }

  /// What is to be said of keys that tell the elements of no list of some files apart.
  func notes(on trees: [Tree]) throws -> [String] {
    try fileIdentity().rules.filter { rule in
      !trees.contains { Self.holdsList(of: rule, in: $0, at: .root) }
    }.map { rule in
      "note: --key \(rule.lists)=\(rule.member.escapingControls) has no effect: no list there has elements"
        + " that all have \"\(rule.member.escapingControls)\", each with another value"
    }
  }

  /// Whether there is a list for a rule whose elements its member tells apart.
  private static func holdsList(of rule: ListIdentity.Rule, in tree: Tree, at path: TreePath)
    -> Bool
  {
    if tree.kind == .list, rule.lists.matchesExactly(path), !tree.children.isEmpty {
      let members = tree.children.compactMap { $0[rule.member] }.filter { !$0.kind.isContainer }
      let values = Set(members.map(ValueText.scalar))
      if values.count == tree.children.count { return true }
    }
    return tree.children.enumerated().contains { index, child in
      child.kind.isContainer
        && holdsList(of: rule, in: child, at: path.appending(child.key ?? String(index)))
    }
  }

  /// Mappings in which the keys go before what the project says.
  func added(to mappings: Mappings, services: [String]) throws -> Mappings {
    var mappings = mappings
    let identities = try keys.flatMap { key in
      try key.lists.addressPatterns(among: services).map {
        Mappings.Identity(lists: $0, member: key.member)
      }
    }
    mappings.identities = identities + mappings.identities
    return mappings
  }
}
