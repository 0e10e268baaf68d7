package import TaneCore
package import TaneProject

/// Checks masks against fixtures, which are laid out as what is pulled.
package enum MaskCheck {
  /// A key for projects whose own is not at hand: what is found must not change from run to run.
  private static let substitute = ["KEY": String(repeating: "0", count: 32)]

  /// Returns a finding for each mask that cannot be put where its pattern names something of the fixtures.
  package static func findings(
    in fixtures: Fixtures,
    of profile: EnvironmentProfile,
    _ variables: [String: String]
  ) -> [Diagnostic] {
    let name = profile.maskKey ?? MaskKey.usualVariable
    let hasKey = variables[name]?.isEmpty == false
    guard !fixtures.masks.isEmpty,
      let key = try? hasKey
        ? MaskKey(named: name, in: variables) : MaskKey(named: "KEY", in: substitute)
    else { return [] }
    let pseudonyms = Pseudonyms(key: key, avoiding: OriginalSearch([:]))
    var masker = Masker(fixtures.masks, pseudonyms, for: profile)
    for resource in fixtures.resources {
      _ = masker.masked(Resource(resource.address, resource.content, blob: resource.blob))
    }
    return masker.findings
  }
}
