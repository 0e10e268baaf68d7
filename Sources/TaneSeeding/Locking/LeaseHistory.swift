import SystemPackage
import TaneProject

/// A record of the last runs that acquired an environment's lease from this project folder.
///
/// A release may fail, or succeed although its response is lost. A process that holds the
/// environment's lock can assume that the recorded runs have ended, and may take over their leases.
/// Records in a copied folder are ignored, since each record contains its original path.
struct LeaseHistory {
  private static let maximumRuns = 8

  private let file: StateFile
  private let path: FilePath

  /// Opens the record of an environment whose lock this process holds.
  init(of environment: String, in project: Project) {
    let lock = EnvironmentLock.file(of: environment, in: project)
    path = lock.removingLastComponent().appending("\(environment).lease")
    file = StateFile(path: path)
  }

  /// Records a run, and returns the earlier ones.
  func add(_ run: String) throws -> Set<String> {
    let text = try file.read().map { String(decoding: $0, as: UTF8.self) } ?? ""
    let place = " \(path)"
    let earlier = text.split(separator: "\n").filter { $0.hasSuffix(place) }
      .prefix(Self.maximumRuns).map { String($0.dropLast(place.count)) }
    let lines = ([run] + earlier.prefix(Self.maximumRuns - 1)).map { "\($0)\(place)\n" }
    try file.replace(with: Array(lines.joined().utf8))
    return Set(earlier)
  }
}
