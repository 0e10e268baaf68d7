import Foundation
package import TaneCore
package import TaneProject

/// A recursive search for the targets of references: documents, objects, accounts and nodes.
package struct ReferenceFollower {
  /// The result of a search.
  package struct Result: Sendable {
    /// The existing targets, in the order in which they were found.
    package var followed: [Address] = []
    /// The targets that were not followed because the budget was exhausted or their service is not
    /// allowed; some may not exist.
    package var left: [Address] = []
  }

  /// The minimum number of targets that are read at once, because many of them may not exist.
  private static let minimumBatch = 20

  private let readers: EnvironmentReaders
  private let context: AdapterContext
  private let budget: Int
  private let allows: (_ service: String) -> Bool

  /// Creates a search in an environment.
  ///
  /// - Parameters:
  ///   - readers: The services.
  ///   - context: The context of the environment.
  ///   - budget: The maximum number of existing targets to follow.
  ///   - allows: Returns true if data of a service may be pulled.
  package init(
    _ readers: EnvironmentReaders,
    _ context: AdapterContext,
    budget: Int,
    allowing allows: @escaping (_ service: String) -> Bool
  ) {
    (self.readers, self.context, self.budget, self.allows) = (readers, context, budget, allows)
  }

  /// Follows the references of the data that a scope covers.
  package func follow(_ scope: ComparisonScope) async throws -> Result {
    var result = Result()
    var known: Set<Address> = []
    var pending: [Address] = []
    let note: ([Address]) -> Void = { addresses in
      for address in addresses where !scope.contains(address) && known.insert(address).inserted {
        pending.append(address)
      }
    }
    for service in context.profile.services where scope.mentions(service.name) {
      guard let observer = try observer(of: service.name) else { continue }
      for resource in try await observer.resources(in: scope) where resource.exists {
        note(targets(in: resource))
      }
    }
    while !pending.isEmpty {
      try Task.checkCancellation()
      let asked = pending
      pending = []
      for (service, addresses) in Dictionary(grouping: asked, by: \.service).sorted(by: {
        $0.key < $1.key
      }) {
        guard allows(service), let observer = try observer(of: service) else {
          result.left += addresses
          continue
        }
        var rest = addresses[...]
        while result.followed.count < budget, !rest.isEmpty {
          let batch = rest.prefix(max(budget - result.followed.count, Self.minimumBatch))
          rest = rest.dropFirst(batch.count)
          // Missing targets do not count toward the budget.
          let found = try await observer.observe(
            batch.map { DesiredResource($0, .null) },
            expectingAgreement: false
          )
          for (address, observation) in zip(batch, found) {
            guard case .found(let resource) = observation, resource.exists else { continue }
            guard result.followed.count < budget else {
              result.left.append(address)
              continue
            }
            result.followed.append(address)
            note(targets(in: resource))
          }
        }
        result.left += rest
      }
    }
    return result
  }

  private func observer(of service: String) throws -> (any ResourceObserver)? {
    try readers.kind(of: service)?.adapter?.observer(named: service, in: readers, context)
  }

  // MARK: References

  private func targets(in resource: Resource) -> [Address] {
    var targets: [Address] = []
    collect(resource.content, key: "", of: resource.address.service, &targets)
    return targets
  }

  private func collect(
    _ tree: Tree,
    key: String,
    of service: String,
    _ targets: inout [Address]
  ) {
    guard tree.kind.isContainer else {
      if let text = tree.string {
        targets += self.targets(of: text, tree.tag, key: key, of: service)
      }
      return
    }
    for (childKey, child) in tree.keyedChildren {
      if tree.kind == .map, Self.isAccountID(childKey) { targets += account(childKey) }
      collect(child, key: tree.kind == .list ? key : childKey, of: service, &targets)
    }
  }

  private func targets(of text: String, _ tag: NodeTag, key: String, of service: String)
    -> [Address]
  {
    if tag == .reference {
      let isFullReference = text.hasPrefix("projects/")
      return isFullReference
        ? [] : [Address(document: DocumentPath(text.split(separator: "/").map(String.init)))]
    }
    guard tag == .none, text.utf8.count < 2000 else { return [] }
    if let object = context.profile.object(namedBy: text) { return [object] }
    if let address = Address(parsing: text), !address.path.isRoot,
      context.profile.services.contains(where: { $0.name == address.service })
    {
      return [address]
    }
    return Self.isAccountID(text) || Self.isAccountIDKey(key) ? account(text) : []
  }

  private func account(_ id: String) -> [Address] {
    guard (1...128).contains(id.utf8.count), !id.contains("/"),
      context.profile.services.contains(where: { $0.kind == .accounts })
    else { return [] }
    return [Address(account: id)]
  }

  /// Returns true if a string has the form of a Firebase Authentication user identifier.
  private static func isAccountID(_ text: String) -> Bool {
    text.utf8.count == 28 && text.utf8.allSatisfy(\.isASCIILetterOrDigit)
  }

  /// Returns true if the values of a key are usually account identifiers.
  private static func isAccountIDKey(_ key: String) -> Bool {
    var word = key.lowercased().filter(\.isLetter)
    for ending in ["ids", "id"] where word.hasSuffix(ending) && word != "uid" {
      word.removeLast(ending.count)
      break
    }
    return word.hasSuffix("uid") || word.hasSuffix("by")
      || [
        "user", "author", "owner", "member", "sender", "receiver", "creator", "customer", "account",
      ].contains(word)
  }
}
