import Foundation
import Testing

/// Tests with folders structured like those of real apps; all data is invented.
@Suite("tane init")
struct InitTests {
  private static func propertyList(_ project: String, database: String? = nil) -> String {
    let url = database.map { "<key>DATABASE_URL</key>\n\t<string>\($0)</string>\n\t" } ?? ""
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
      \t<key>API_KEY</key>
      \t<string>AIzaInventedKeyOfNobody</string>
      \t\(url)<key>PROJECT_ID</key>
      \t<string>\(project)</string>
      \t<key>STORAGE_BUCKET</key>
      \t<string>\(project).appspot.com</string>
      </dict>
      </plist>
      """
  }

  private static let notes = [
    "ShopNotes/GoogleService-Info.plist": propertyList(
      "shop-notes",
      database: "https://shop-notes-default-rtdb.asia-southeast1.firebasedatabase.app"
    ),
    "ShopNotes/Models/Note.swift": """
    import FirebaseDatabase
    struct Note: Codable, Identifiable { var id: String; var title: String; var rating: Int; var visited: Bool? }
    struct Member: Codable { var name: String; var joined: Double }
    """,
    "ShopNotesTests/NoteTests.swift": "import XCTest\nstruct Wrong: Codable {}\n",
    "export.json": """
    { "notes": { "-Nx1": { "id": "-Nx1", "title": "麺屋", "rating": 4 },
                 "-Nx2": { "id": "-Nx2", "title": "喫茶", "rating": 5, "visited": true } },
      "members": { "u1001": { "name": "花", "joined": 1700000000 }, "u1002": { "name": "海", "joined": 1700000100 } } }
    """,
  ]

  private static let trails = [
    "Trails/GoogleService-Info.plist": propertyList("trails-prod"),
    "Trails/Sources/Models/Trail.swift": """
    import FirebaseAuth
    import FirebaseFirestore
    struct Trail: Codable { @DocumentID var id: String?; var name: String; var length: Double; var createdAt: Date }
    """,
    "firebase.json": """
    { "firestore": { "rules": "firestore.rules" },
      "emulators": { "auth": { "port": 9099 }, "firestore": { "port": 8085, "host": "0.0.0.0" }, "ui": { "enabled": true } } }
    """,
    ".firebaserc":
      "{ \"projects\": { \"default\": \"trails-dev-1a2b\", \"staging\": \"trails-stg\", \"production\": \"trails-prod\" } }",
    ".gitignore": "node_modules\n.build",
    "dump.yaml": """
    trails:
      kita: { name: 北の道, length: 4.5, createdAt: !timestamp 2026-05-08T01:00:00Z }
      minami: { name: 南の道, length: 2.0, createdAt: !timestamp 2026-05-09T01:00:00Z }
    """,
  ]

  private static let menu = [
    "App/Firebase/Dev/GoogleService-Info.plist": propertyList(
      "menu-app-dev",
      database: "https://menu-app-dev-default-rtdb.firebaseio.com"
    ),
    "App/Firebase/Prod/GoogleService-Info.plist": propertyList(
      "menu-app-9f3c",
      database: "https://menu-app-9f3c-default-rtdb.firebaseio.com"
    ),
    "App/GoogleService-Info-Kensho.plist": propertyList("menu-app-k"),
    "Config/Kensho.xcconfig": "GOOGLE_SERVICE_INFO = GoogleService-Info-Kensho\n",
    "App/Model/Models.swift": """
    import FirebaseDatabase
    import FirebaseFirestore
    struct Dish: Codable { var name: String; var price: Int }
    """,
  ]

  private func check(_ project: TemporaryProject, validates: String) async throws {
    let seeded = try await project.tane("seed")
    #expect(seeded.status == 0, "\(seeded.output)\(seeded.errors)")
    let validated = try await project.tane("validate")
    #expect(validated.status == 0, "\(validated.output)\(validated.errors)")
    #expect(validated.output.contains(validates), "\(validated.output)")
    let again = try await project.tane("init")
    #expect(again.output.hasSuffix("\n\nNothing to do: all files exist.\n"), "\(again.output)")
  }

  @Test("The init command sets up an app with a Realtime Database, an export and types")
  func database() async throws {
    let project = try TemporaryProject(Self.notes)
    let dry = try await project.tane("init", "--dry-run")
    #expect(
      dry.output == """
        Found:
          ShopNotes/GoogleService-Info.plist  the project shop-notes
          2 Swift files  models in ShopNotes/Models

        + add     environments/local.yaml  embedded
        + add     environments/production.yaml  shop-notes · guard protected
        + add     fixtures/base/databases/database/examples.yaml
        + add     fixtures/mappings.yaml
        + add     .gitignore
        + add     fixtures/.schemas  for editors

        Dry run: nothing was written.

        """
    )
    #expect(!project.exists("environments") && !project.exists("fixtures"))
    let made = try await project.tane("init", "--from", "export.json")
    #expect(made.status == 0, "\(made.output)\(made.errors)")
    let page = "Sources/tane/Documentation.docc/AppGuide.md"
    let guide = try String(
      contentsOf: TemporaryProject.repository.appending(path: page),
      encoding: .utf8
    )
    #expect(guide.contains("$ tane init --from export.json\n\(made.output)"), "\(made.output)")
    #expect(
      try project.read("environments/production.yaml") == """
        # yaml-language-server: $schema=../fixtures/.schemas/profile.json
        # From ShopNotes/GoogleService-Info.plist.
        project: shop-notes
        guard: protected
        fixtures: [base]
        databases:
          database: https://shop-notes-default-rtdb.asia-southeast1.firebasedatabase.app
        # The credentials: a service account's key, or the user of gcloud auth \
        application-default login
        credentials: ${GOOGLE_APPLICATION_CREDENTIALS:-}

        """
    )
    #expect(
      try project.read("fixtures/mappings.yaml").hasSuffix(
        """
        sources: [ShopNotes/Models]
        mappings:
          database:/members: "[String: Member]"
          database:/notes: "[String: Note]"

        """
      )
    )
    #expect(try project.read("fixtures/schema.yaml").contains("Member:"))
    #expect(made.output.contains("\n+ add     fixtures/schema.yaml  2 types\n"), "\(made.output)")
    #expect(try project.read(".gitignore") == ".tane/\n")
    try await check(
      project,
      validates: "Checked 11 values and 0 objects in 2 files: 0 errors and 0 warnings.\n"
    )
    let twice = try await project.tane("init", "--from", "export.json")
    #expect(twice.status == 64)
    #expect(
      twice.errors
        == "error: tane init does not change the existing fixtures in fixtures/base; to add the "
        + "data of the export, run tane pull database:/ --from export.json\n"
    )
  }

  @Test("An export of one database becomes the fixtures of the default database")
  func severalDatabases() async throws {
    func app(_ code: String) throws -> TemporaryProject {
      let plist = Self.notes["ShopNotes/GoogleService-Info.plist"]?
        .replacing(/<key>DATABASE_URL.*\n.*\n\t/, with: "")
      return try TemporaryProject([
        "ShopNotes/GoogleService-Info.plist": plist ?? "",
        "ShopNotes/Data.swift": "import FirebaseDatabase\nlet members = \(code)\n"
          + "let notes = Database.database(url: \"https://shop-notes-b.firebaseio.com\")\n",
        "export.json": Self.notes["export.json"] ?? "",
      ])
    }
    let some = try app("Database.database(url: \"https://shop-notes-a.firebaseio.com\")")
    let failed = try await some.tane("init", "--from", "export.json")
    #expect(failed.status == 64)
    #expect(
      failed.errors
        == "error: export.json contains the data of one service, but the app uses a, b; run tane "
        + "init without --from, then tane pull ADDRESS --from export.json with one of the "
        + "addresses a:/, b:/\n"
    )
    let usual = try app("Database.database().reference()")
    let made = try await usual.tane("init", "--from", "export.json")
    #expect(made.status == 0, "\(made.errors)")
    #expect(usual.exists("fixtures/base/databases/database/notes.yaml"), "\(made.output)")
  }

  @Test(
    "The init command sets up an app with Firestore, project aliases and a data file"
  )
  func documents() async throws {
    let project = try TemporaryProject(Self.trails)
    let made = try await project.tane("init", "--from", "dump.yaml")
    #expect(made.status == 0, "\(made.output)\(made.errors)")
    #expect(made.output.contains("~ change  .gitignore  adds 1 line\n"), "\(made.output)")
    #expect(try project.read(".gitignore") == "node_modules\n.build\n.tane/\n")
    #expect(
      try project.read("environments/emulator.yaml") == """
        # yaml-language-server: $schema=../fixtures/.schemas/profile.json
        # Firebase's emulators, or tane emulate, at the ports of firebase.json.
        guard: open
        fixtures: [base]
        firestore: http://127.0.0.1:8085/projects/trails-dev-1a2b/databases/(default)
        accounts: http://127.0.0.1:9099/trails-dev-1a2b

        """
    )
    let listed = try await project.tane("env", "list")
    #expect(
      listed.output == """
        development  guard confirm    trails-dev-1a2b  firestore, accounts
        emulator     guard open       emulator         firestore, accounts
        local        guard open       embedded         firestore, accounts
        production   guard protected  trails-prod      firestore, accounts
        staging      guard confirm    trails-stg       firestore, accounts

        """
    )
    try await check(
      project,
      validates:
        "Checked 6 values (2 documents) and 0 objects in 2 files: 0 errors and 0 warnings.\n"
    )
  }

  @Test("The init command creates a profile for each property list, and example fixtures")
  func both() async throws {
    let project = try TemporaryProject(Self.menu)
    let own =
      "# mine\nguard: confirm\nfixtures: [base]\ndatabases: { database: \"embedded:database\" }\n"
    try project.write(own, to: "environments/kensho.yaml")
    let made = try await project.tane("init")
    #expect(made.status == 0, "\(made.output)\(made.errors)")
    #expect(made.output.contains("= keep    environments/kensho.yaml  already exists\n"))
    #expect(try project.read("environments/kensho.yaml") == own)
    #expect(
      made.output.hasSuffix(
        "Wrote 7 files. Next:\n  tane seed\n  tane validate\n  tane pull database:/ -e development\n"
      ),
      "\(made.output)"
    )
    #expect(try project.read("environments/production.yaml").contains("project: menu-app-9f3c\n"))
    try await check(project, validates: ": 0 errors and 0 warnings.\n")
    try project.remove("environments/kensho.yaml")
    #expect(try await project.tane("init").status == 0)
    #expect(
      try project.read("environments/kensho.yaml").contains(
        "# From App/GoogleService-Info-Kensho.plist. Guessed; check in the Firebase console: the "
          + "URL of the database.\n"
      )
    )
  }

  @Test(
    "The init command on a terminal asks for a missing project and before writing"
  )
  func terminal() async throws {
    let project = try TemporaryProject(["README.md": "x"])
    let declined = try await TerminalTane("init", in: project)
    try await declined.wait(
      for: "The ID of the app's Firebase project (leave empty to skip):"
    )
    try declined.type("")
    try await declined.wait(for: "Write 5 files? [Y/n]")
    try declined.type("n")
    #expect(await declined.end() == 3, "\(declined.screen)")
    #expect(declined.screen.hasSuffix("error: nothing was written\n"), "\(declined.screen)")
    #expect(!project.exists("environments"))
    let tane = try await TerminalTane("init", in: project)
    try await tane.wait(for: "The ID of the app's Firebase project (leave empty to skip):")
    try tane.type("my-app-stg")
    try await tane.wait(for: "The name of its environment [production]:")
    try tane.type("staging")
    try await tane.wait(for: "Write 6 files? [Y/n]")
    try tane.type("")
    #expect(await tane.end() == 0, "\(tane.screen)")
    #expect(try project.read("environments/staging.yaml").contains("project: my-app-stg\n"))
  }

  @Test("The init command rejects invalid arguments and exports, and sets up an empty folder")
  func others() async throws {
    let project = try TemporaryProject(["README.md": "x"])
    let none = try await project.tane("seed")
    #expect(
      none.errors.hasSuffix(
        "name it with -C, or set one up in the folder of your app with tane init\n"
      )
    )
    let wrong = try await project.tane("init", "--project", "staging")
    #expect(wrong.status == 64)
    let missing = try await project.tane("init", "--from", "nowhere.json")
    #expect(missing.status == 2)
    #expect(missing.errors == "error: cannot read nowhere.json: no such file or folder\n")
    try project.write("{ \"a\": [1, 2", to: "cut.json")
    let cut = try await project.tane("init", "--from", "cut.json", "--dry-run")
    #expect(cut.status == 2)
    #expect(
      cut.errors.hasSuffix("error: cannot read cut.json; nothing was written\n"),
      "\(cut.errors)"
    )
    #expect(!project.exists("environments"))
    let made = try await project.tane(
      "init",
      "--project",
      "staging=my-app-stg",
      "--service",
      "database",
      "--service",
      "accounts",
      "--json"
    )
    #expect(made.status == 0)
    #expect(
      made.output.contains(
        "\"next\": [\n    \"tane seed\",\n    \"tane validate\",\n    \"tane pull database:/ -e staging\"\n  ]"
      ),
      "\(made.output)"
    )
    try await check(project, validates: ": 0 errors and 0 warnings.\n")
  }

  @Test(
    "The init command rejects invalid names of environments and projects",
    arguments: [
      (
        "../../evil=bar",
        "\"../../evil\" is not a valid environment name: it contains \"/\""
      ),
      ("local=foo", "\"local\" is not a valid environment name: tane init reserves this name"),
      (
        "staging=p #",
        "\"p #\" is not a valid project ID; expected 6 to 30 lowercase letters, digits and hyphens,"
          + " for example my-app-stg"
      ),
      (
        "staging=My-App",
        "\"My-App\" is not a valid project ID; expected 6 to 30 lowercase letters, digits and "
          + "hyphens, for example my-app-stg"
      ),
    ]
  )
  func invalidProjects(argument: String, message: String) async throws {
    let project = try TemporaryProject(["README.md": "x"])
    let refused = try await project.tane("init", "--project", argument)
    #expect(refused.status == 64)
    #expect(refused.errors.hasPrefix("Error: \(message)\n"), "\(refused.errors)")
    #expect(!project.exists("environments"))
  }

  @Test("The init command rejects a folder of sources that does not exist")
  func missingSources() async throws {
    let project = try TemporaryProject(["App/A.swift": "x"])
    let refused = try await project.tane("init", "--sources", "App", "--sources", "Ap")
    #expect(refused.status == 64)
    #expect(refused.errors == "error: --sources Ap: no such folder in \(project.root.path)\n")
    #expect(!project.exists("environments"))
  }

  @Test("The init command saves no schema if no type reads the export")
  func noTypes() async throws {
    let project = try TemporaryProject([
      "App/Note.swift": "struct Note: Codable { var title: String }",
      "export.json": #"{"counts": {"a": 1}}"#,
    ])
    let made = try await project.tane("init", "--yes", "--from", "export.json")
    #expect(made.status == 0, "\(made.errors)")
    #expect(!made.output.contains("schema.yaml"))
    #expect(!project.exists("fixtures/schema.yaml"))
  }

  @Test("The init command writes a workflow if it is told the repository of the action")
  func workflow() async throws {
    let project = try TemporaryProject([:])
    let written = try await project.tane("init", "--yes", "--workflow", "acme/tane@v1")
    #expect(written.status == 0, "\(written.errors)")
    #expect(
      try project.read(".github/workflows/tane.yml") == """
        name: Tane
        on: [pull_request]
        permissions:
          contents: read
        jobs:
          check:
            runs-on: ubuntu-latest
            steps:
              - uses: actions/checkout@v4
              - uses: acme/tane/.github/actions/tane@v1
              - run: tane check --reporter github

        """
    )
    let again = try await project.tane("init", "--yes", "--workflow", "acme/other@v2")
    #expect(again.output.contains("= keep    .github/workflows/tane.yml"), "\(again.output)")
    let invalid = try await project.tane("init", "--workflow", "acme")
    #expect(invalid.status == 64)
    #expect(
      invalid.errors.contains(
        "--workflow acme: expected a repository and a branch, tag or commit, for example OWNER/tane@main"
      )
    )
  }

  @Test("The init command rejects a new project for an existing environment")
  func takenNames() async throws {
    let project = try TemporaryProject([
      "environments/staging.yaml": "project: my-app-stg\nshops: 5\n",
      "environments/local.yaml": "databases: { shops: embedded:shops }\n",
    ])
    let refused = try await project.tane("init", "--project", "staging=my-app-2")
    #expect(refused.status == 64)
    #expect(
      refused.errors
        == "error: the environment staging already exists and uses the project my-app-stg; choose"
        + " a different environment name for the project my-app-2\n"
    )
  }

  @Test("A second init adds the environment of a new project and keeps everything else")
  func newProject() async throws {
    let project = try TemporaryProject(Self.notes)
    #expect(try await project.tane("init").status == 0)
    try project.write(
      Self.propertyList("shop-notes-stg"),
      to: "ShopNotes/Staging/GoogleService-Info.plist"
    )
    let second = try await project.tane("init")
    #expect(second.status == 0)
    #expect(
      second.output.hasSuffix(
        """
        = keep    environments/local.yaml  already exists
        = keep    environments/production.yaml  already exists
        + add     environments/staging.yaml  shop-notes-stg · guard confirm
        = keep    fixtures/mappings.yaml  already exists
        = keep    .gitignore  already exists

        Wrote 1 file. Next:
          tane seed
          tane validate
          tane pull database:/ -e staging

        """
      ),
      "\(second.output)"
    )
  }

  @Test("The init command writes nothing if a project folder is a link out of the project")
  func linkedFolder() async throws {
    let outside = try TemporaryProject(["README.md": "x"])
    let project = try TemporaryProject(["README.md": "x"])
    try FileManager.default.createSymbolicLink(
      at: project.root.appending(path: "fixtures"),
      withDestinationURL: outside.root
    )
    let refused = try await project.tane("init")
    #expect(refused.status == 2)
    #expect(
      refused.errors.hasSuffix(
        " passes through a link to \(outside.root.path), outside the project; nothing was written\n"
      ),
      "\(refused.errors)"
    )
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside.root.path) == ["README.md"])
    #expect(!project.exists("environments"))
  }

  @Test("The init command reports values of an export that fixtures cannot represent")
  func left() async throws {
    let export = """
      { "users": [{ "localId": "a", "email": "x@example.com" },
                  { "localId": "b", "email": "x@example.com" }] }
      """
    let project = try TemporaryProject(["export.json": export])
    let made = try await project.tane(
      "init",
      "--from",
      "export.json",
      "--json"
    )
    #expect(made.status == 1, "\(made.output)\(made.errors)")
    #expect(made.output.contains("\"address\": \"accounts:/b\""), "\(made.output)")
  }
}
