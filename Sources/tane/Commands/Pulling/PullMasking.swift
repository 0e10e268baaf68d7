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
  ///
  /// An edit that is adopted has a line that somebody wrote; masks hold for it where there are any.
  func checkGuard(of request: PullRequest) throws {
    guard profile.guardLevel == .protected, request.file == nil, request.addsFiles,
      !request.isUnmasked, !request.suggestsMasks
    else { return }
    let services = Set(request.addresses.map(\.service)).filter { !rules.mentions($0) }.sorted()
    guard !services.isEmpty else { return }
    throw CommandFailure(
      .refused,
      "\(profile.name) is protected, and no masks say what of \(services.joined(separator: ", ")) is personal: it would lie"
        + " in plain text in fixtures. Add masks to the profile (tane pull --suggest-masks proposes them;"
        + " \"\(services[0]):/**\": keep says that nothing is), or pass --dangerously-unmasked to pull it as it is."
        + " Nothing was read or written."
    )
  }

  /// The key of pseudonyms; says where it is a random one.
  func key() throws -> MaskKey {
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

  /// How many places there are in which service, and which, where no masks hide them.
  func counts(of addresses: [Address]) -> String {
    Dictionary(grouping: addresses, by: \.service).sorted { $0.key < $1.key }.map {
      service,
      places in
      let isHidden = rules.mentions(service)
      let shown = isHidden ? [] : places.prefix(3).map { "\($0)" } + (places.count > 3 ? ["…"] : [])
      return "\(places.count.grouped) of \(service)"
        + (shown.isEmpty ? "" : " (\(shown.joined(separator: ", ")))")
    }.joined(separator: ", ")
  }

  /// What was proven, and what was not.
  static func summary(of search: OriginalSearch) -> String {
    var text =
      "Masked: \(counted(search.count, "original")) searched for and not found in what is written."
    let unsearched = search.shortCount + search.exemptCount
    if unsearched > 0 {
      text +=
        " Not searched for: \(search.shortCount.grouped) under 4 characters or 6 digits"
        + (search.exemptCount > 0
          ? ", \(search.exemptCount.grouped) that may be seen elsewhere." : ".")
    }
    return text
  }
}
