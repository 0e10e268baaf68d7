import TaneCore

extension RealtimeDatabases {
  /// The regions that database URLs contain; databases in `us-central1` have URLs at
  /// `firebaseio.com` without a region.
  ///
  /// See <https://firebase.google.com/docs/projects/locations#rtdb-locations>.
  private static let regions = ["asia-southeast1", "europe-west1"]
  private static let home = "us-central1"

  /// Returns the problem with the region in a database's URL, or nil if the region is valid.
  func problem(ofFirebase origin: String) -> String? {
    let domain = ".firebasedatabase.app"
    guard let host = URLParts(origin)?.host, host.hasSuffix(domain) else { return nil }
    let labels = host.dropLast(domain.count).split(separator: ".").map(String.init)
    guard labels.count == 2, let region = labels.last else {
      return
        "contains no region; expected https://NAME.REGION\(domain), as shown in the Firebase "
        + "console"
    }
    if region == Self.home {
      return
        "is in \(Self.home), where database URLs have the form "
        + "https://\(labels[0]).firebaseio.com; use that URL"
    }
    guard !Self.regions.contains(region) else { return nil }
    let known = Self.regions + [Self.home]
    return "is in \"\(region)\", where Realtime Databases are not available (known: "
      + "\(known.sorted().joined(separator: ", ")))"
      + Suggestion.clause(for: region, among: known)
  }
}
