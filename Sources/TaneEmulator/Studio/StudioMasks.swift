import TaneCore
import TaneKit
import TaneProject

/// The masks of a protected environment, which hide the values of fields and parts of addresses.
struct StudioMasks: Sendable {
  /// The rules, or nil if everything is shown.
  private let rules: MaskRules?
  /// A Boolean value indicating whether the masks cannot be read, so that every value is hidden.
  private let isBroken: Bool

  /// Reads the masks of an environment's profile and fixture sets.
  init(of environment: ProjectEnvironment) {
    guard environment.profile.guardLevel == .protected else {
      (rules, isBroken) = (nil, false)
      return
    }
    let fixtures = Fixtures.load(
      for: environment.profile,
      sets: environment.sets,
      from: environment.project,
      at: .now,
      variables: environment.variables
    )
    (rules, isBroken) = (fixtures.masks, fixtures.diagnostics.containsError)
  }

  /// Returns true if any key in the path of an address is masked.
  func hidesKey(of address: Address) -> Bool {
    guard !isBroken else { return !address.path.isRoot }
    guard let rules, rules.mentions(address.service) else { return false }
    var scope = rules.root(of: address.service)
    for key in address.path.components {
      scope = scope.child(key)
      if scope.keyRule.map({ $0.key != .keep }) ?? false { return true }
    }
    return false
  }

  /// Returns the text of an address with its masked keys replaced.
  func shown(_ address: Address) -> String {
    var place = Address(service: address.service, path: .root)
    var keys: [String] = []
    for key in address.path.components {
      place = place.appending(key)
      keys.append(hidesKey(of: place) ? "•••" : key)
    }
    return "\(Address(service: address.service, path: TreePath(keys)))"
  }

  /// Returns true if a value contains or may contain masked data.
  ///
  /// Pass nil for an unknown value, such as the contents of an object.
  func hides(_ value: Tree?, at address: Address) -> Bool {
    guard !isBroken else { return true }
    guard let rules, rules.mentions(address.service) else { return false }
    if hidesKey(of: address) { return true }
    if let value, value.kind.isContainer {
      // A `keep` rule for a container does not apply to children with a rule of their own.
      return value.children.enumerated().contains { index, child in
        hides(child, at: address.appending(child.key ?? String(index)))
      }
    }
    let scope = rules.scope(of: address)
    if let rule = scope.valueRule { return rule.value != .keep }
    return value == nil && !scope.hasNoRules
  }

  /// Returns true if no mask applies to a service, so that its personal data is shown.
  func hasNoMask(for service: String) -> Bool {
    !isBroken && rules.map { !$0.mentions(service) } ?? false
  }
}
