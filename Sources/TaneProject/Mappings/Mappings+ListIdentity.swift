package import TaneCore

extension Mappings {
  /// Returns the rules for identifying list elements when a node of a database is compared.
  ///
  /// - Parameters:
  ///   - service: The database, or `firestore`.
  ///   - path: The node to compare.
  ///   - levels: The number of levels above the node in the compared trees.
  /// - Returns: The rules of the mappings for lists at and below the node, in the order of the
  ///   file, and the members to try in every list.
  package func listIdentity(
    in service: String,
    at path: TreePath = .root,
    below levels: Int = 0
  ) -> ListIdentity {
    let address = Address(service: service, path: path)
    let above = String(repeating: "/*", count: levels)
    let rules = identities.flatMap { identity in
      identity.lists.patternsMatchingExactly(below: address).map { pattern in
        ListIdentity.Rule(
          lists: PathPattern(parsing: above + pattern.description),
          member: identity.member
        )
      }
    }
    return ListIdentity(rules: rules)
  }
}
