import TaneCore

extension ProjectAgreement {
  /// The regions of databases whose URLs name one
  /// (<https://firebase.google.com/docs/projects/locations#rtdb-locations>); those of `us-central1` are at
  /// `firebaseio.com`.
  private static let regions = ["asia-southeast1", "europe-west1"]
  private static let home = "us-central1"

  /// What the URLs of databases say of their regions that cannot be.
  var regionFindings: [Diagnostic] {
    profile.databases.compactMap { database in
      guard case .firebase(let origin) = database.url,
        let problem = Self.problem(ofRegionIn: origin)
      else { return nil }
      let setting = "databases.\(database.name)"
      return .warning(
        .wrongRegion,
        "\"\(setting)\" \(problem)",
        at: profile.origin(of: "\(setting).url") ?? database.position
      )
    }
  }

  private static func problem(ofRegionIn origin: String) -> String? {
    let domain = ".firebasedatabase.app"
    guard let host = URLParts(origin)?.host, host.hasSuffix(domain) else { return nil }
    let labels = host.dropLast(domain.count).split(separator: ".").map(String.init)
    guard labels.count == 2, let region = labels.last else {
      return
        "names no region: expected https://NAME.REGION\(domain), as Firebase's console shows it"
    }
    if region == home {
      return "is in \(home), whose databases are at https://\(labels[0]).firebaseio.com; write that"
    }
    guard !regions.contains(region) else { return nil }
    let known = regions + [home]
    return "is in \"\(region)\", where there are no Realtime Databases"
      + " (\(known.sorted().joined(separator: ", ")))"
      + Suggestion.clause(for: region, among: known)
  }
}
