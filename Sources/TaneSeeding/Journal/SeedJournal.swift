public import SystemPackage
import TaneCore
import TaneFormats
public import TaneProject

/// The note of a seed under way, kept in `.tane/` so that a run that dies is known of.
///
/// It holds names and counts, never data. A seed that ends, well or badly, with nothing half done takes
/// it away; one that is found at the start of a run tells of a run that died.
public struct SeedJournal: Sendable {
  /// A step of the run.
  public struct Entry: Sendable, Hashable {
    /// The database or bucket that is written.
    public let service: String
    /// Whether the write is known to have been made.
    public var isDone: Bool
  }

  /// The environment that is written.
  public let environment: String
  /// The steps, in the order in which they are made.
  public private(set) var entries: [Entry]
  private let file: StateFile

  private init(environment: String, entries: [Entry], file: StateFile) {
    self.environment = environment
    self.entries = entries
    self.file = file
  }

  /// Begins the journal of a run and writes it down.
  public static func begin(
    environment: String,
    services: [String],
    in project: Project
  ) throws -> SeedJournal {
    let journal = SeedJournal(
      environment: environment,
      entries: services.map { Entry(service: $0, isDone: false) },
      file: file(of: environment, in: project)
    )
    try journal.write()
    return journal
  }

  /// The journal that a run of an environment left behind, if one did.
  public static func left(by environment: String, in project: Project) throws -> SeedJournal? {
    let file = file(of: environment, in: project)
    guard let bytes = try file.read() else { return nil }
    let tree = TreeParser.parse(bytes, named: file.path.string, as: .json).tree
    let entries = tree?["steps"]?.children.map {
      Entry(service: $0["service"]?.string ?? "", isDone: $0["done"]?.bool ?? false)
    }
    return SeedJournal(environment: environment, entries: entries ?? [], file: file)
  }

  /// The number of steps that are known to have been made.
  public var doneCount: Int { entries.filter(\.isDone).count }

  /// Notes that the first step not made yet has been made.
  public mutating func markDone() throws {
    guard let next = entries.firstIndex(where: { !$0.isDone }) else { return }
    entries[next].isDone = true
    try write()
  }

  /// Takes the journal away.
  public func remove() throws { try file.remove() }

  private func write() throws {
    let steps = entries.map {
      TreeLiteral.map([("service", .string($0.service)), ("done", .bool($0.isDone))])
    }
    let tree = Tree(.map([("environment", .string(environment)), ("steps", .list(steps))]))
    try file.replace(with: Array(try JSONWriter().write(tree).utf8))
  }

  /// Where the journal of an environment is.
  public static func path(of environment: String, in project: Project) -> FilePath {
    project.stateDirectory.appending("journals").appending("\(environment).json")
  }

  private static func file(of environment: String, in project: Project) -> StateFile {
    StateFile(path: path(of: environment, in: project))
  }
}
