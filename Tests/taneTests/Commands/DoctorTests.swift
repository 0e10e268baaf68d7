import Foundation
import GRDB
import Testing

@Suite("tane doctor")
struct DoctorTests {
  /// Returns the output without the lines that depend on this machine.
  private func lines(_ result: TaneProcess.Result) -> [String] {
    result.output.split(separator: "\n").map(String.init).filter { line in
      !["= tane ", "= reader "].contains(where: line.hasPrefix)
    }
  }

  @Test("The doctor command reports a working project as ready")
  func works() async throws {
    let project = try TemporaryProject()
    try project.write(
      "sources: [Sources]\nmappings:\n  shops:/shops: \"[Shop]\"\n",
      to: "fixtures/mappings.yaml"
    )
    try project.write("struct Shop: Codable {}\n", to: "Sources/Shop.swift")
    let result = try await project.tane("doctor")
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.hasPrefix("= tane         0.1.0 on "))
    #expect(
      lines(result) == [
        "= project      \(project.root.path)", "= profiles     local",
        "= fixtures     1 file of base",
        "= mappings     1 rule in fixtures/mappings.yaml",
        "= credentials  none found; to use a Firebase project, run gcloud auth application-default "
          + "login",
      ]
    )
    #expect(!project.exists(".tane"))
  }

  @Test("The doctor command finds damage in a store and repairs it, keeping edits")
  func store() async throws {
    let project = try TemporaryProject()
    #expect(try await project.tane("seed", "--no-types").status == 0)
    let clean = try await project.tane("doctor", "--store")
    #expect(clean.status == 0)
    #expect(
      clean.output.hasSuffix(
        "= shops   4 values\n= images  0 objects\n\nEverything in the store can be read.\n"
      ),
      "\(clean.output)"
    )
    let file = project.root.appending(path: ".tane/embedded/local.sqlite").path
    let queue = try DatabaseQueue(path: file)
    try await queue.write { database in
      let paths = try Data.fetchAll(database, sql: "SELECT path FROM leaf ORDER BY path")
      let sql = "UPDATE leaf SET value = ? WHERE path = ?"
      try database.execute(sql: sql, arguments: [Data([7]), paths[0]])
      try database.execute(sql: sql, arguments: ["by hand", paths[1]])
    }
    try queue.close()
    let damaged = try await project.tane("doctor", "--store")
    #expect(damaged.status == 1)
    #expect(
      damaged.output.hasSuffix(
        """
        ! shops   1 of 4 values damaged
            shops:/shops/0/id is not a valid Realtime Database value
        = images  0 objects

        --repair copies the file, removes the damaged data and seeds it again from the fixtures.

        """
      ),
      "\(damaged.output)"
    )
    let repaired = try await project.tane("doctor", "--store", "--repair")
    #expect(repaired.status == 0, "\(repaired.output)\(repaired.errors)")
    #expect(
      repaired.errors.contains(
        "removed the damaged data; the previous file was kept as "
          + "local.sqlite.damaged-1\n"
      )
    )
    let diff = try await project.tane("diff")
    #expect(diff.status == 1)
    #expect(diff.output.contains("by hand"), "\(diff.output)")
    #expect(try await project.tane("doctor", "--store").status == 0)
    let misused = try await project.tane("doctor", "--repair")
    #expect(misused.status == 64)
  }

  @Test("The doctor command replaces a store whose tables have other columns")
  func damagedSchema() async throws {
    let project = try TemporaryProject()
    #expect(try await project.tane("seed", "--no-types").status == 0)
    let file = project.root.appending(path: ".tane/embedded/local.sqlite").path
    let queue = try DatabaseQueue(path: file)
    try await queue.write { database in
      try database.execute(sql: "ALTER TABLE leaf RENAME COLUMN value TO valve")
      try database.execute(sql: "DROP TABLE moreContent")
    }
    try queue.close()
    let damaged = try await project.tane("doctor", "--store")
    #expect(damaged.status == 1)
    #expect(
      damaged.output.contains(
        """
        ! the file: the table leaf does not have the columns and indexes that Tane created
        ! the file: the table moreContent is missing

        """
      ),
      "\(damaged.output)"
    )
    let repaired = try await project.tane("doctor", "--store", "--repair")
    #expect(repaired.status == 0, "\(repaired.output)\(repaired.errors)")
    #expect(try await project.tane("diff").status == 0)
    #expect(try await project.tane("doctor", "--store").status == 0)
  }

  @Test("The doctor command reports problems with advice")
  func advice() async throws {
    let folder = try TemporaryProject([:])
    let none = try await folder.tane("doctor")
    #expect(none.status == 1)
    #expect(
      lines(none) == [
        "! project      not found",
        "  no project at \(folder.root.path): neither it nor a folder above it contains "
          + "environments/; go to the project, name it with -C, or set one up in the folder of "
          + "your app with tane init",
        "= credentials  none found; to use a Firebase project, run gcloud auth application-default "
          + "login",
      ]
    )
    let project = try TemporaryProject()
    try project.write("guard: ajar\n", to: "environments/staging.yaml")
    try project.write("- { id: [1 }\n", to: "fixtures/base/databases/shops/shops.yaml")
    try project.write(
      "guard: open\ndatabases: { shops: \"http://127.0.0.1:1?ns=shops\" }\n",
      to: "environments/emulator.yaml"
    )
    let bad = try await TaneProcess.run(
      ["doctor"],
      in: project.root,
      variables: ["GOOGLE_APPLICATION_CREDENTIALS": "/nowhere.json"]
    )
    #expect(bad.status == 1)
    #expect(
      lines(bad) == [
        "= project      \(project.root.path)", "! profiles     emulator, local",
        "  1 error; run tane env list for details", "! fixtures     1 file of base",
        "  1 error; run tane validate for details", "! mappings     none",
        "  run tane init to create fixtures/mappings.yaml, which maps data to the app's Swift "
          + "types",
        "= emulator     its emulators are not running; run tane emulate to start them",
        "! credentials  GOOGLE_APPLICATION_CREDENTIALS is set, but its file cannot be read",
        "  set it to the path of a service account's key file, or unset it and run gcloud auth "
          + "application-default login",
      ],
      "\(bad.output)\(bad.errors)"
    )
    try project.write(
      "databases: { shops: \"https://demo-shops.firebaseio.com\" }\ncredentials: keys/none.json\n",
      to: "environments/cloud.yaml"
    )
    let cloud = try await project.tane("doctor")
    #expect(
      lines(cloud).filter { !$0.contains("credentials  ") }.suffix(2) == [
        "! credentials of cloud  cannot be used",
        "  cloud: no access: the profile's credentials: there is no file \(project.root.path)/keys/none.json;"
          + " correct the path",
      ]
    )
    let json = try await project.tane("doctor", "--json")
    #expect(json.output.contains("\"name\": \"mappings\""))
  }
}
