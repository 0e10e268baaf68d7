package import TaneCore
package import TaneProject

/// A suggestion to mask values that appear to be personal.
package struct MaskSuggestion: Sendable {
  package let pattern: AddressPattern
  package let kind: PersonalData
  /// A Boolean value indicating whether the keys are personal instead of the values.
  package let isKey: Bool
  /// The number of values.
  package fileprivate(set) var count: Int

  /// The mask as written in a profile.
  package var mask: String {
    isKey ? "key \(kind.mask.isPseudonym ? kind.mask : .hash)" : "\(kind.mask)"
  }
}

/// A search for unmasked values that appear to be personal.
package struct MaskSuggestionSearch {
  private struct Place: Hashable {
    let pattern: AddressPattern
    let isKey: Bool
  }

  private let rules: MaskRules
  private let profile: EnvironmentProfile
  private var found: [Place: [PersonalData: Int]] = [:]

  /// Creates an empty search that skips data that `rules` already mask.
  package init(besides rules: MaskRules, in profile: EnvironmentProfile) {
    (self.rules, self.profile) = (rules, profile)
  }

  /// The suggestions, ordered by pattern; if a pattern matches several kinds of data, the most
  /// frequent one is suggested.
  package var suggestions: [MaskSuggestion] {
    found.compactMap { place, kinds in
      let best = kinds.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }
      return best.map {
        MaskSuggestion(
          pattern: place.pattern,
          kind: $0.key,
          isKey: place.isKey,
          count: kinds.values.reduce(0, +)
        )
      }
    }.sorted { ("\($0.pattern)", $0.isKey ? 0 : 1) < ("\($1.pattern)", $1.isKey ? 0 : 1) }
  }

  /// Reads the part of an environment that a scope covers, and adds its resources.
  package mutating func read(
    _ scope: ComparisonScope,
    on readers: EnvironmentReaders,
    _ context: AdapterContext
  ) async throws {
    for service in profile.services where scope.mentions(service.name) {
      guard let adapter = readers.kind(of: service.name)?.adapter else { continue }
      let observer = try adapter.observer(named: service.name, in: readers, context)
      for resource in try await observer.resources(in: scope)
      where resource.exists && scope.covers(resource.address) {
        add(resource)
      }
    }
  }

  /// Adds the content of a resource.
  package mutating func add(_ resource: Resource) {
    var place = rules.root(of: resource.address.service)
    var guess = PatternGuess(resource.address.service, in: profile)
    for (index, key) in resource.address.path.components.enumerated() {
      place = place.child(key)
      let above = Array(resource.address.path.components[...index])
      guess = PatternGuess(
        of: Address(service: resource.address.service, path: TreePath(above)),
        in: profile
      )
      addKey(key, place, guess.withWildcardLastKey)
    }
    if resource.blob != nil { guess = guess.withWildcardLastKey }
    visit(resource.content, key: resource.address.path.components.last ?? "", place, guess)
  }

  private mutating func visit(_ tree: Tree, key: String, _ place: MaskScope, _ guess: PatternGuess)
  {
    guard tree.kind.isContainer, tree.tag == .none else {
      guard place.valueRule == nil, let kind = PersonalData(tree, key: key) else { return }
      return note(kind, guess.pattern, isKey: false)
    }
    let isData = PatternGuess.hasDataAsKeys(tree)
    for (childKey, child) in tree.keyedChildren {
      let childPlace = place.child(childKey)
      let isPersonal = tree.kind == .map && PersonalData.kind(ofTextInKey: childKey) != nil
      let childGuess = guess.child(childKey, isData: isData || isPersonal)
      if isPersonal { addKey(childKey, childPlace, childGuess) }
      // An element is classified by the key of its list.
      visit(child, key: tree.kind == .list ? key : childKey, childPlace, childGuess)
    }
  }

  private mutating func addKey(_ key: String, _ place: MaskScope, _ guess: PatternGuess) {
    guard place.keyRule == nil, let kind = PersonalData.kind(ofTextInKey: key) else { return }
    note(kind, guess.pattern, isKey: true)
  }

  private mutating func note(_ kind: PersonalData, _ pattern: AddressPattern, isKey: Bool) {
    found[Place(pattern: pattern, isKey: isKey), default: [:]][kind, default: 0] += 1
  }
}

extension PersonalData {
  /// Returns the kind of personal data that a key itself contains, such as an email address, or nil
  /// if it contains none.
  static func kind(ofTextInKey key: String) -> PersonalData? {
    let kind = kind(of: key)
    return [.mail, .telephone, .name, .mailInText].contains(kind) ? kind : nil
  }
}
