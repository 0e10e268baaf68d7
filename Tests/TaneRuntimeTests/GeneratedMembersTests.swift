import TestSupport
import Foundation
import SystemPackage
import TaneProject
import Testing

@Suite("Generated managers")
struct GeneratedMembersTests {
  private static let local =
    "databases: { shops: embedded:shops, \"my-users\": embedded:users }\nbuckets: { images: embedded:images }\n"
  private static let staging = """
    databases: { shops: https://a.firebaseio.com, "my-users": https://b.firebaseio.com }
    buckets: { images: gs://a.appspot.com }

    """

  /// Returns the code of environments for a target that links libraries.
  private static func code(
    of files: [String: String],
    linking libraries: Set<SwiftLibrary>
  ) throws -> String {
    var disk = InMemoryFiles()
    for (name, text) in files {
      disk.write(text, to: FilePath("/demo/environments/\(name).yaml"))
    }
    let profiles = EnvironmentProfiles.load(
      from: Project(root: "/demo", files: disk),
      variables: [:]
    )
    return try SwiftExport(of: profiles.profiles, among: profiles, libraries: libraries).text().text
  }

  /// Compiles generated code together with code that uses it.
  private static func compile(_ code: String, _ use: String, mode: String) async throws {
    let (status, output) = try await check(code, use, mode: mode)
    #expect(status == 0, "\(output)")
  }

  /// Returns the exit code and the messages of the compiler.
  private static func check(
    _ code: String,
    _ use: String,
    mode: String
  ) async throws -> (status: Int32, output: String) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tane-members-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let sources = ["Generated.swift": code, "Use.swift": use].map { name, text in
      (folder.appending(path: name), text)
    }
    for (file, text) in sources { try Data(text.utf8).write(to: file) }
    return try await OutsideCode.check(sources.map(\.0), mode: mode)
  }

  @Test(
    "The managers of TaneFirebase have a typed member for each database and bucket",
    arguments: [SwiftLibrary.tane, .modules],
    ["5", "6"]
  )
  func tane(library: SwiftLibrary, mode: String) async throws {
    let code = try Self.code(of: ["local": Self.local], linking: [library])
    let modules = library == .tane ? ["TaneFirebase"] : ["FirebaseDatabase", "FirebaseStorage"]
    let imports = modules.map { "import \($0)" }.joined(separator: "\n")
    // Only declared members satisfy a protocol's requirements, not dynamic member lookup.
    let use = """
      \(imports)
      protocol Databases { var shopsReference: DatabaseReference { get }; var myUsersReference: DatabaseReference { get } }
      protocol Buckets { var imagesReference: StorageReference { get } }
      extension RealtimeDatabaseManager: Databases {}
      extension FirebaseStorageManager: Buckets {}
      """
    try await Self.compile(code, use, mode: mode)
  }

  @Test("In a target that links no TaneFirebase, a misspelled member does not compile")
  func misspelled() async throws {
    let code = try Self.code(of: ["local": Self.local], linking: [.modules])
    let use = """
      import FirebaseDatabase
      let shops: DatabaseReference = RealtimeDatabaseManager.shared.shopReference
      """
    let (status, output) = try await Self.check(code, use, mode: "6")
    #expect(status != 0)
    #expect(
      output.contains("value of type 'RealtimeDatabaseManager' has no member 'shopReference'"),
      "\(output)"
    )
  }

  @Test(
    "Managers on Firebase's SDK use the URLs of the chosen environment, and link nothing of Tane",
    arguments: ["5", "6"]
  )
  func sdk(mode: String) async throws {
    let code = try Self.code(
      of: ["local": Self.local, "staging": Self.staging],
      linking: [.databases, .storage]
    )
    let use = """
      import FirebaseDatabase
      import FirebaseStorage

      let shops: DatabaseReference = RealtimeDatabaseManager.shared.shopsReference
      let users: DatabaseReference = RealtimeDatabaseManager(environment: .staging).myUsersReference
      let images: StorageReference = FirebaseStorageManager.shared.imagesReference
      // An embedded store has no URL.
      let none: URL? = TaneEnvironment.local.databases.shops
      """
    // Tane's modules have the SDK's names, and replace it here.
    let alone = code.replacing("canImport(TaneFirebase)", with: "false")
    try await Self.compile(alone, "import Foundation\n" + use, mode: mode)
  }

  @Test("A profile names the member of a database, and turns on persistence")
  func options() async throws {
    let files = [
      "staging": """
      databases: { shops: { url: https://a.firebaseio.com, member: storyMonitorShopsReference, persistence: true } }

      """
    ]
    let code = try Self.code(of: files, linking: [.databases])
    #expect(code.contains("database(url: url.absoluteString).isPersistenceEnabled = true"))
    let use = """
      import FirebaseDatabase

      let shops: DatabaseReference = RealtimeDatabaseManager.shared.storyMonitorShopsReference
      """
    let alone = code.replacing("canImport(TaneFirebase)", with: "false")
    try await Self.compile(alone, use, mode: "6")
    let tane = try Self.code(of: files, linking: [.tane])
    #expect(tane.contains("storyMonitorShopsReference: TaneFirebase.DatabaseReference"))
    #expect(tane.contains("self[dynamicMember: \"shopsReference\"]"))
  }

  #if os(Linux)
  @Test("The samples of the guide for apps compile with generated code", arguments: ["5", "6"])
  func appGuide(mode: String) async throws {
    let page = OutsideCode.repository
      .appending(path: "Sources/tane/Documentation.docc/AppGuide.md")
    let blocks = try String(contentsOf: page, encoding: .utf8)
      .matches(of: /```swift\n((?:.|\n)*?)```/).map { String($0.1) }
    // Manifests need the package manager.
    let samples = blocks.filter { !$0.contains(/\.testTarget\(/) }
    #expect(samples.count == blocks.count - 2 && samples.count > 6)
    let use = samples.enumerated().map { index, sample in
      // The data layer, whose managers are internal, is in the same module here.
      sample.contains("func ")
        ? sample.replacing("import DataLayer\n", with: "")
          .replacing("= RealtimeDatabaseManager(", with: "= TaneFirebase.RealtimeDatabaseManager(")
        : "func sample\(index)() {\n\(sample.replacing("#if DEBUG", with: "#if true"))}\n"
    }
    let files = ["production": "databases: { database: https://a.firebaseio.com }\n"]
    let code = try Self.code(of: files, linking: [.modules])
    let fixtures = "extension CompiledFixtures { static var local: Self { fatalError() } }\n"
    let modules = ["Auth", "Core", "Database", "Firestore", "Storage"]
    let imports = modules.map { "import Firebase\($0)\n" }.joined()
    try await Self.compile(code, imports + use.joined() + fixtures, mode: mode)
  }
  #endif

  @Test("A member that is no Swift name, or has two names, is an error at its place")
  func wrongMembers() throws {
    var disk = InMemoryFiles()
    disk.write(
      "databases: { shops: { url: embedded:shops, member: 1 shop } }\n",
      to: "/demo/environments/local.yaml"
    )
    let project = Project(root: "/demo", files: disk)
    let messages = EnvironmentProfiles.load(from: project, variables: [:]).diagnostics.map {
      "\($0)"
    }
    #expect(
      messages == [
        "environments/local.yaml:1:52: error: \"1 shop\" is not a valid Swift member name; use "
          + "letters, digits and _ [invalid-value]"
      ]
    )
    let failure = #expect(throws: ExportFailure.self) {
      try Self.code(
        of: [
          "a": "databases: { shops: { url: https://a.firebaseio.com, member: one } }\n",
          "b": "databases: { shops: { url: https://b.firebaseio.com, member: two } }\n",
        ],
        linking: [.databases]
      )
    }
    #expect(
      failure?.findings.map { "\($0)" } == [
        "environments/b.yaml:1:14: error: \"databases.shops.member\" is \"one\" in another "
          + "profile; use the same name [invalid-value]"
      ]
    )
  }

  @Test("A target that links no database has no manager of databases")
  func linked() throws {
    let files = ["staging": Self.staging]
    let storage = try Self.code(of: files, linking: [.storage])
    #expect(!storage.contains("import FirebaseDatabase"))
    #expect(storage.contains("import FirebaseStorage"))
    #expect(try !Self.code(of: files, linking: []).contains("Manager"))
  }
}
