import TaneCore
import TaneProject
import TaneSeeding

/// The masking of a pull: a protected environment is read only with masks, and no original of a
/// masked value is written.
struct PullMasker: Sendable {
  let environment: ProjectEnvironment
  let rules: MaskRules
  let tagNames: [String]
  let options: PullOptions
  let interaction: any PresentingInteraction

  private var profile: EnvironmentProfile { environment.profile }

  /// Throws an `OperationFailure` if unmasked personal data would leave a protected environment.
  func checkGuard() throws {
    guard profile.guardLevel == .protected, !options.isUnmasked else { return }
    let services = Set(options.addresses.map(\.service)).filter { !rules.mentions($0) }.sorted()
    guard !services.isEmpty else { return }
    throw OperationFailure(
      .refused,
      "\(profile.name) is protected, but no masks cover \(services.joined(separator: ", ")): "
        + "personal data would be written to fixtures in plain text. Add masks to the profile "
        + "(tane pull --suggest-masks proposes them; \"\(services[0]):/**: keep\" declares that "
        + "nothing is personal), or pass --dangerously-unmasked to "
        + "\(options.addsFiles ? "pull" : "adopt") without masks. Nothing was read or written."
    )
  }

  /// Loads the key for pseudonyms, and reports a note if it is random.
  private func key() throws -> MaskKey {
    do {
      let key = try MaskKey(named: profile.maskKey, in: environment.variables)
      if key.variable == nil {
        interaction.note(
          "note: this run uses a random key for masks; set \(profile.maskKey ?? MaskKey.defaultVariable) to get the"
            + " same pseudonyms in every run"
        )
      }
      return key
    } catch {
      throw OperationFailure(.failed, "\(error); nothing was read or written")
    }
  }

  /// Throws an `OperationFailure` if there are any findings about masks or unmasked data.
  func throwIfNotEmpty(_ findings: [Diagnostic]) throws {
    guard !findings.isEmpty else { return }
    let leaks = findings.count { $0.code == .unmaskedOriginal }
    throw OperationFailure(
      .found,
      leaks > 0
        ? "\(counted(leaks, "place")) would contain the original value of a masked field; nothing "
          + "was written"
        : "\(counted(findings.count, "mask")) cannot be applied; nothing was written",
      findings: findings
    )
  }

  /// Returns the addresses of resources that the data refers to, up to the limit; a note reports
  /// the numbers of followed and skipped addresses.
  func referencedAddresses(in readers: EnvironmentReaders) async throws -> [Address] {
    guard let budget = options.follow else { return [] }
    let isProtected = profile.guardLevel == .protected && !options.isUnmasked
    let following = ReferenceFollower(
      readers,
      AdapterContext(profile),
      budget: budget,
      allowing: { !isProtected || rules.mentions($0) }
    )
    let result = try await following.follow(ComparisonScope(options.addresses))
    // The note contains addresses only for services without masks, since keys may have to be
    // masked.
    let verb = result.followed.count == 1 ? "is" : "are"
    interaction.note(
      "note: --follow: \(counted(result.followed.count, "resource")) referenced in the data "
        + "\(verb) also pulled"
        + (result.left.isEmpty ? "" : "; skipped: \(counts(of: result.left))")
    )
    return result.followed
  }

  /// Reads and masks the data; returns nil if no mask applies.
  func masked(
    _ scope: ComparisonScope,
    _ readers: EnvironmentReaders
  ) async throws -> MaskedEnvironment? {
    guard scope.addresses.contains(where: { rules.mentions($0.service) }) else {
      return nil
    }
    let masked = try await MaskedEnvironment(
      reading: readers,
      AdapterContext(profile),
      scope,
      by: rules,
      with: try key(),
      namesPseudonyms: !options.addsFiles
    )
    try throwIfNotEmpty(masked.findings)
    return masked
  }

  /// Returns a check that no original of a masked value is written, or nil if nothing is masked.
  func originalCheck(for masked: MaskedEnvironment?) -> OriginalCheck? {
    masked.map { OriginalCheck(of: $0, rules, in: profile, keeping: tagNames) }
  }

  /// Returns the number of addresses in each service, with the first addresses unless the service
  /// has masks.
  private func counts(of addresses: [Address]) -> String {
    Dictionary(grouping: addresses, by: \.service).sorted { $0.key < $1.key }.map {
      service,
      places in
      let isHidden = rules.mentions(service)
      let shown = isHidden ? [] : places.prefix(3).map { "\($0)" } + (places.count > 3 ? ["…"] : [])
      return "\(places.count.grouped) of \(service)"
        + (shown.isEmpty ? "" : " (\(shown.joined(separator: ", ")))")
    }.joined(separator: ", ")
  }
}
