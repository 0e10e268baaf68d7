import SystemPackage
import TaneProject

/// The last runs of an environment that took its lease from this folder of the project.
///
/// A release may fail, or succeed in the response alone. Whoever has the environment's lock knows that the runs noted here
/// have ended, and may take over their leases. Lines of a copy of the folder do not count.
struct LeaseNote {
  private static let maximumRuns = 8

  private let file: StateFile
  private let path: FilePath

  /// Creates the note of an environment, whose lock this process has.
  init(of environment: String, in project: Project) {
    let lock = EnvironmentLock.file(of: environment, in: project)
    path = lock.removingLastComponent().appending("\(environment).lease")
    file = StateFile(path: path)
  }

  /// Notes a run, and returns the earlier ones.
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
