package import TaneCore
package import TaneProject

/// A check of masks against fixtures, which have the same structure as pulled data.
package enum MaskCheck {
  /// A constant key for projects without one, so that findings do not change between runs.
  private static let substitute = ["KEY": String(repeating: "0", count: 32)]

  /// Returns the findings about masks that are unsuitable for data in the fixtures.
  package static func findings(
    in fixtures: Fixtures,
    of profile: EnvironmentProfile,
    _ variables: [String: String]
  ) -> [Diagnostic] {
    let name = profile.maskKey ?? MaskKey.defaultVariable
    let hasKey = variables[name]?.isEmpty == false
    guard !fixtures.masks.isEmpty,
      let key = try? hasKey
        ? MaskKey(named: name, in: variables) : MaskKey(named: "KEY", in: substitute)
    else { return [] }
    let pseudonyms = Pseudonyms(key: key, avoiding: OriginalSearch([:]))
    var masker = Masker(rules: fixtures.masks, profile: profile, pseudonyms: pseudonyms)
    for resource in fixtures.resources {
      _ = masker.pseudonymize(Resource(resource.address, resource.content, blob: resource.blob))
    }
    return masker.findings
  }
}
