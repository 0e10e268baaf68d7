import Foundation
import GRDB
import SystemPackage
import TaneCore
import TaneProject
import Testing

@testable import TaneSeeding

@Suite("Unusable or foreign state")
struct StateDatabaseTests {
  private static let file = ".tane/state.sqlite"

  /// Returns a project that was seeded.
  private func seeded() async throws -> SeedingProject {
    let project = try SeedingProject(["databases/shops/shops.yaml": "{a: 1, b: 2}"])
    try await project.seedCarefully()
    return project
  }

  private func path(in project: SeedingProject) -> String { "\(project.project.root)/\(Self.file)" }

  private func replace(_ project: SeedingProject, with bytes: Data) throws {
    for suffix in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path(in: project) + suffix)
    }
    try bytes.write(to: URL(filePath: path(in: project)))
  }

  private func message(_ project: SeedingProject) -> String {
    do {
      let ledger = EnvironmentLedger(of: try project.profile(), in: try project.state())
      let recorded = try ledger.recorded(at: Address(service: "shops", path: "/shops"))
      return "\(recorded.last == nil ? 0 : 1) recorded"
    } catch {
      return "\(error)".replacing("\(project.project.root)/", with: "")
    }
  }

  private static let damaged =
    "\(file): this file is damaged; move it elsewhere, together with the -wal and -shm files next "
    + "to it. It records what Tane last wrote. Without it, tane plan --refresh-only records values "
    + "that are the same in the environment and the fixtures; other differences then have an "
    + "unknown origin, and earlier runs cannot be reverted"

  @Test("A truncated, empty or foreign state file counts as damaged and not as new")
  func damage() async throws {
    for length in [0, 1, 100, 4096, 20_000] {
      let project = try await seeded()
      let whole = try Data(contentsOf: URL(filePath: path(in: project)))
      #expect(whole.count > 20_000)
      try replace(project, with: whole.prefix(length))
      #expect(message(project) == Self.damaged, "\(length) bytes")
    }
    let project = try await seeded()
    try replace(project, with: Data((0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }))
    #expect(message(project) == Self.damaged)
    let gone = try SeedingProject([:])
    try gone.write("a log without its file", to: Self.file + "-wal")
    #expect(message(gone) == Self.damaged)
  }

  @Test("A state file that SQLite cannot open is reported in plain words")
  func unopenable() async throws {
    let project = try await seeded()
    try replace(project, with: try Data(contentsOf: URL(filePath: path(in: project))))
    try FileManager.default.createDirectory(
      atPath: path(in: project) + "-wal",
      withIntermediateDirectories: false
    )
    #expect(
      message(project)
        == "\(Self.file): cannot be read or written; check the folder, its files and their permissions"
    )
  }

  @Test("State with unreadable content or an unreadable step counts as damaged")
  func contents() async throws {
    let project = try await seeded()
    let state = try project.state()
    try state.write { try $0.execute(sql: "UPDATE content SET content = x'7b22'") }
    #expect(message(project) == Self.damaged)
    try state.write { try $0.execute(sql: "DELETE FROM content") }
    #expect(message(project) == Self.damaged)
    try state.write { try $0.execute(sql: "UPDATE stepChanges SET changes = x'5b'") }
    #expect(throws: StoreError.self) { try state.steps(of: 1) }
  }

  @Test(
    "A state file that is a folder or belongs to another program or newer Tane has its own error"
  )
  func others() async throws {
    let folder = try SeedingProject([Self.file + "/x": ""])
    try FileManager.default.createDirectory(
      atPath: path(in: folder),
      withIntermediateDirectories: true
    )
    #expect(
      message(folder)
        == "\(Self.file): this is a folder, but Tane expects its own file here; move the folder "
        + "elsewhere"
    )
    let newer = try await seeded()
    try newer.state().write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99')") }
    #expect(
      message(newer)
        == "\(Self.file): this file was written by a newer version of Tane; update Tane"
    )
    let foreign = try SeedingProject([:])
    try foreign.write("", to: ".tane/x")
    let queue = try DatabaseQueue(path: path(in: foreign))
    try await queue.write { try $0.execute(sql: "CREATE TABLE notes (text)") }
    try queue.close()
    #expect(
      message(foreign)
        == "\(Self.file): this database belongs to another program, not to Tane; move it elsewhere"
    )
  }

  @Test("Unreachable state is an error for readers as well")
  func unreachable() async throws {
    let project = try SeedingProject([:])
    try project.write("", to: ".tane/x")
    try FileManager.default.createSymbolicLink(
      atPath: path(in: project),
      withDestinationPath: path(in: project)
    )
    let error = #expect(throws: StoreError.self) { try StateDatabase.existing(in: project.project) }
    #expect(
      error?.message.hasSuffix("; check the file, its folder and their permissions") == true,
      "\(error?.message ?? "")"
    )
  }

  @Test("State copied from another project or machine is rejected until it is adopted")
  func elsewhere() async throws {
    let (first, second) = (try await seeded(), try SeedingProject([:]))
    try second.write("", to: ".tane/x")
    try FileManager.default.copyItem(atPath: path(in: first), toPath: path(in: second))
    let host = ProcessInfo.processInfo.hostName
    #expect(
      message(second)
        == "\(Self.file): this file is a copy of \(path(in: first)) on \(host), "
        + "and lacks everything written there after it was copied. Run tane plan --refresh-only for each "
        + "environment: it records values that are the same in the environment and the fixtures, "
        + "and assigns the file to this project. Alternatively, move the file elsewhere"
    )
    _ = try StateDatabase(of: second.project, takingOver: true)
    #expect(message(second) == "0 recorded")
    #expect(message(first) == "1 recorded")
    // The runs stay in the history.
    #expect(try second.state().runs(of: "local").count == 1)
  }

  @Test("State is the same after a rename or restore, but not on another machine")
  func sameElsewhere() {
    let here = StateOrigin(machine: "a", path: "/p/state", inode: 7)
    func origin(_ machine: String?, _ path: String, _ inode: Int64) -> StateOrigin {
      StateOrigin(machine: machine, path: path, inode: inode)
    }
    #expect(origin("a", "/q/state", 7).isSame(as: here), "renamed")
    #expect(origin("a", "/p/state", 8).isSame(as: here), "put back")
    #expect(origin("b", "/p/state", 7).isSame(as: here), "seen by a container")
    #expect(origin(nil, "/p/state", 8).isSame(as: here), "a machine without an identifier")
    #expect(!origin("a", "/q/state", 8).isSame(as: here), "copied")
    #expect(!origin("b", "/p/state", 8).isSame(as: here), "on another machine")
    #expect(!origin(nil, "/q/state", 8).isSame(as: here))
  }

  @Test("State of an earlier Tane keeps its records")
  func earlier() async throws {
    let project = try SeedingProject(["databases/shops/shops.yaml": "{a: 1, b: 2}"])
    try project.write("", to: ".tane/x")
    let queue = try DatabaseQueue(path: path(in: project))
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { database in
      try database.execute(sql: StateDatabase.initialTables)
      try database.execute(
        sql: """
          INSERT INTO service VALUES (1, 'databases embedded:shops of local');
          INSERT INTO recorded VALUES (1, '/shops', '{"a":1,"b":2}', NULL, NULL, 'base', NULL);
          """
      )
    }
    try migrator.migrate(queue)
    try queue.close()
    try await project.shops.set(Tree(["a": 1, "b": 20]), at: "/shops")
    let plan = try await project.seedCarefully()
    #expect(
      plan.withheld.map { "\($0.reason.rawValue) \($0.address)" } == ["editedByHand shops:/shops/b"]
    )
  }

  @Test("State of an earlier Tane keeps the journal of its runs")
  func earlierJournal() async throws {
    let project = try SeedingProject(["databases/shops/shops.yaml": "{a: 1, b: 2}"])
    try project.write("", to: ".tane/x")
    let queue = try DatabaseQueue(path: path(in: project))
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { database in
      try database.execute(sql: StateDatabase.initialTables)
      try database.execute(
        sql: """
          INSERT INTO run VALUES (1, 'local', 'seed', NULL, 'hanako@mac', 'base', '2 values', 0, 1, 'done');
          INSERT INTO step VALUES (1, 0, 'databases embedded:shops of local', 'shops', '/shops',
            '[{"path":"/shops/a","new":1},{"path":"/shops/b","old":{"!double":".inf"},"new":2}]',
            NULL, NULL, NULL, NULL, NULL, 2);
          """
      )
    }
    try migrator.migrate(queue)
    try queue.close()
    let state = try project.state()
    let places = try #require(try state.steps(of: 1).first).pathChanges
    #expect(places.map(\.path) == ["/shops/a", "/shops/b"])
    #expect(places.map(\.old) == [nil, Tree(.double(.infinity))])
    #expect(places.map(\.new) == [Tree(1), Tree(2)])
    try state.write { try $0.execute(sql: "DELETE FROM run") }
    #expect(try state.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM stepChanges") } == 0)
  }
}
