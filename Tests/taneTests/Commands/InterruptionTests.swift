import Foundation
import GRDB
import Testing

@Suite("Ctrl-C during a seed")
struct InterruptionTests {
  @Test("takes back what is under way, exits 130, and leaves the store as it was")
  func interrupted() async throws {
    let project = try TemporaryProject()
    #expect(try await project.tane("seed").status == 0)
    try project.write("- id: 7\n", to: "fixtures/base/databases/shops/shops.yaml")
    let before = try await project.tane("diff").output

    // Another writer holds the store, so that the seed is certainly under way when it is interrupted.
    let store = project.root.appending(path: ".tane/embedded/local.sqlite")
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: store.path, configuration: configuration)
    try await other.writeWithoutTransaction { database in
      // A log with something in it spares the seed the lock when it opens the store.
      try database.execute(sql: "CREATE TABLE held (x); DROP TABLE held; BEGIN IMMEDIATE")
    }

    let process = Process()
    process.executableURL = TaneProcess.binary
    process.arguments = ["seed"]
    process.currentDirectoryURL = project.root
    process.environment = TaneProcess.variables([:])
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    var lines = LineReader(errors.fileHandleForReading)
    #expect(lines.next() == "writing shops: 3 writes, all at once")
    process.interrupt()
    #expect(lines.next()?.hasPrefix("stopping; ") == true)
    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    #expect(lines.next() == "error: interrupted; nothing was written to local")
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    #expect(try await project.tane("diff").output == before)
  }
}
