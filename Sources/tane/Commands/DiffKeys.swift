import TaneCore
import TaneProject

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
