import TestSupport
import SystemPackage
import TaneCore
import Testing

@testable import TaneProject

@Suite("Environments of a new project")
struct SetupEnvironmentsTests {
  private func environments(_ texts: [String: String]) throws -> SetupEnvironments {
    var files = InMemoryFiles()
    for (path, text) in texts { files.write(text, to: FilePath("/app/\(path)")) }
    return SetupEnvironments(of: try AppFolder("/app", files: files))
  }

  private static func services(_ project: String) -> String {
    "{ \"project_info\": { \"project_id\": \"\(project)\", \"storage_bucket\": \"\(project).appspot.com\","
      + " \"firebase_url\": \"https://\(project).firebaseio.com\" } }"
  }

  @Test("The instances and buckets of Firebase targets become services with their names")
  func targets() throws {
    let environments = try environments([
      "firebase.json": """
      { "database": [{ "target": "shops" }, { "target": "users" }], "storage": [{ "target": "images" }],
        "emulators": { "database": { "port": 9001 }, "storage": {} } }
      """,
      ".firebaserc": """
      { "projects": { "stg": "demo-stg" },
        "targets": { "demo-stg": { "database": { "shops": ["demo-stg-shops"], "users": ["demo-stg"] },
                                   "storage": { "images": ["demo-stg-images"] } } } }
      """,
      "app/google-services.json": Self.services("demo-stg"),
    ])
    #expect(environments.environments.map(\.name) == ["local", "emulator", "staging"])
    #expect(
      environments.environments[2].locations == [
        .databases: [
          "shops": "https://demo-stg-shops.firebaseio.com",
          "users": "https://demo-stg.firebaseio.com",
        ],
        .buckets: ["images": "gs://demo-stg-images"],
      ]
    )
    #expect(
      environments.environments[1].locations == [
        .databases: [
          "shops": "http://127.0.0.1:9001?ns=demo-stg-shops",
          "users": "http://127.0.0.1:9001?ns=demo-stg",
        ],
        .buckets: ["images": "http://127.0.0.1:9199/demo-stg-images"],
      ]
    )
    #expect(
      environments.environments[0].locations == [
        .databases: ["shops": "embedded:shops", "users": "embedded:users"],
        .buckets: ["images": "embedded:images"],
      ]
    )
  }

  @Test(
    "Environments are named after aliases, Xcode configurations, files or projects"
  )
  func names() throws {
    let project = """
      /* Begin XCBuildConfiguration section */
      1A /* Nightly */ = { isa = XCBuildConfiguration; buildSettings = { A = B; };
      \t\t\tname = Nightly;
      \t\t};
      2A /* Release */ = { isa = XCBuildConfiguration;
      \t\t\tname = "Release";
      \t\t};
      """
    let environments = try environments([
      "App.xcodeproj/project.pbxproj": project,
      "App/Nightly/google-services.json": Self.services("a-1"),
      "App/google-services-QA.json": Self.services("a-2"),
      "App/google-services-Kyoto Fair.json": Self.services("a-3"),
      "App/google-services.json": Self.services("a-prd"),
      "Pods/google-services.json": Self.services("foreign"),
      ".firebaserc": "{ \"projects\": { \"default\": \"a-4\", \"local\": \"a-5\" } }",
    ])
    #expect(
      environments.environments.map { "\($0.name) \($0.project ?? "")" } == [
        "local ", "a-4 a-4", "kyoto-fair a-3", "local-2 a-5", "nightly a-1", "production a-prd",
        "qa a-2",
      ]
    )
    #expect(
      environments.environments.filter { $0.guardLevel == .protected }.map(\.name) == [
        "a-4", "kyoto-fair", "nightly", "production",
      ]
    )
  }

  @Test("A configuration belongs to its own project and not to a similar one")
  func similarProjects() throws {
    let environments = try environments([
      "App/a/google-services.json": Self.services("my-app"),
      "App/b/google-services.json": Self.services("my-app-dev"),
      "Config/Debug.xcconfig": "PROJECT = my-app-dev\n",
      "Config/Release.xcconfig": "PROJECT = my-app\n",
    ])
    #expect(
      environments.environments.dropFirst().map {
        "\($0.name) \($0.project ?? "") \($0.guardLevel)"
      } == ["development my-app-dev confirm", "production my-app protected"]
    )
    let alone = try self.environments([
      "App/google-services.json": Self.services("my-app"),
      "Config/Debug.xcconfig": "PROJECT = my-app\n",
      "Config/Release.xcconfig": "PROJECT = my-app\n",
    ])
    #expect(
      alone.environments.dropFirst().map { "\($0.name) \($0.guardLevel)" }
        == ["production protected"]
    )
  }

  @Test(
    "A file with text that could inject settings into a profile is not used",
    arguments: [
      (".firebaserc", #"{"projects":{"staging":"p1\nguard: open\n#"}}"#),
      (".firebaserc", #"{"projects":{"staging":"p1 # x"}}"#),
      (".firebaserc", #"{"targets":{"p1":{"storage":{"images":["b: c"]}}}}"#),
      ("firebase.json", #"{"emulators":{"database":{"host":"a\u001b[2J"}}}"#),
      ("google-services.json", #"{"project_info":{"project_id":"p1\nguard: open"}}"#),
      (
        "google-services.json",
        #"{"project_info":{"project_id":"p1","firebase_url":"https://a.b\nguard: open"}}"#
      ),
    ]
  )
  func hostileTexts(file: String, text: String) throws {
    var files = InMemoryFiles()
    files.write(text, to: FilePath("/app/\(file)"))
    let folder = try AppFolder("/app", files: files)
    #expect(folder.skipped.map(\.path) == [file])
    #expect(folder.settingsFiles.isEmpty && folder.apps.isEmpty)
    #expect(SetupEnvironments(of: folder).environments.map(\.name) == ["local"])
  }
}
