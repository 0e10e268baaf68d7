import TaneCore
import TaneProject
import TaneRendering
import TaneSeeding

/// What a pull has to say of masks: what it refuses without them, and what it proves with them.
struct PullMasking {
  let profile: EnvironmentProfile
  let rules: MaskRules
  let context: CommandContext

  /// Throws a `CommandFailure` where real people's data would leave a protected environment as they are.
  func checkGuard(of request: PullRequest) throws {
    guard profile.guardLevel == .protected, request.file == nil, !request.isUnmasked,
      !request.suggestsMasks
    else { return }
    let services = Set(request.addresses.map(\.service)).filter { !rules.mentions($0) }.sorted()
    guard !services.isEmpty else { return }
    throw CommandFailure(
      .refused,
      "\(profile.name) is protected, and no masks say what of \(services.joined(separator: ", ")) is personal: it would lie"
        + " in plain text in fixtures. Add masks to the profile (tane pull --suggest-masks proposes them;"
        + " \"\(services[0]):/**\": keep says that nothing is), or pass --dangerously-unmasked to"
        + " \(request.addsFiles ? "pull" : "adopt") it as it is."
        + " Nothing was read or written."
    )
  }

  /// The key of pseudonyms; says where it is a random one.
  private func key() throws -> MaskKey {
    do {
      let key = try MaskKey(named: profile.maskKey, in: context.variables)
      if key.variable == nil {
        context.console.note(
          "note: the masks have a random key for this run; set \(profile.maskKey ?? MaskKey.usualVariable) to get the"
            + " same pseudonyms again"
        )
      }
      return key
    } catch {
      throw CommandFailure(.failed, "\(error); nothing was read or written")
    }
  }

  /// Throws a `CommandFailure` with findings of a mask or of what was not masked.
  func accept(_ findings: [Diagnostic]) throws {
    guard !findings.isEmpty else { return }
    let leaks = findings.count { $0.code == .unmaskedOriginal }
    throw CommandFailure(
      .found,
      leaks > 0
        ? "\(counted(leaks, "place")) would hold the value of a masked field; nothing was written"
        : "\(counted(findings.count, "mask")) cannot be applied; nothing was written",
      findings: findings
    )
  }

  /// Proposes masks for what is not masked.
  func suggest(
    _ request: PullRequest,
    _ readers: EnvironmentReaders
  ) async throws -> ExitStatus {
    var suggestions = MaskSuggestions(besides: rules, in: profile)
    try await suggestions.read(
      ComparisonScope(request.addresses),
      on: readers,
      AdapterContext(profile)
    )
    let found = suggestions.suggestions
    MaskSuggestionReport(suggestions: found, context: context).show()
    return found.isEmpty ? .clean : .found
  }

  /// What the data that are asked for refer to, within the budget; says what is left out.
  func followed(
    _ request: PullRequest,
    _ readers: EnvironmentReaders
  ) async throws -> [Address] {
    guard let budget = request.follow else { return [] }
    let isProtected = profile.guardLevel == .protected && !request.isUnmasked
    let following = ReferenceFollowing(
      readers,
      AdapterContext(profile),
      budget: budget,
      allowing: { !isProtected || rules.mentions($0) }
    )
    let result = try await following.follow(ComparisonScope(request.addresses))
    // Addresses are keys, which masks may hide.
    let verb = result.followed.count == 1 ? "is" : "are"
    context.console.note(
      "note: --follow: \(counted(result.followed.count, "resource")) that the data refer to \(verb) pulled as well"
        + (result.left.isEmpty ? "" : "; left out: \(counts(of: result.left))")
    )
    return result.followed
  }

  /// What is pulled, read and masked; nil where nothing is masked.
  func masked(
    _ scope: ComparisonScope,
    of request: PullRequest,
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
      namesPseudonyms: !request.addsFiles
    )
    try accept(masked.findings)
    return masked
  }

  /// What proves that nothing masked is written; nil where nothing is masked.
  func check(of masked: MaskedEnvironment?) -> OriginalCheck? {
    masked.map { OriginalCheck(of: $0, rules, in: profile) }
  }

  /// How many places there are in which service, and which, where no masks hide them.
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

  /// The values, and their places, that profiles allow although masked fields have them.
  static func exceptions(of masked: MaskedEnvironment) -> [String] {
    masked.exceptions.keys.map { "\($0)" }.sorted()
      + masked.search.exceptions.map { "\"\($0.escapingControls)\"" }
  }

  /// What was proven, and what was not.
  static func summary(of masked: MaskedEnvironment) -> String {
    let search = masked.search
    var text =
      "Masked: \(counted(search.count, "original")) searched for and not found in what is written."
    if search.shortCount + search.sharedCount > 0 {
      text +=
        " Not searched for: \(search.shortCount.grouped) under 3 letters or 6 digits"
        + (search.sharedCount > 0
          ? ", \(search.sharedCount.grouped) that are pseudonyms as well." : ".")
    }
    let exceptions = exceptions(of: masked)
    if !exceptions.isEmpty { text += " Exceptions: \(exceptions.joined(separator: ", "))." }
    return text
  }
}
