import TestSupport
import Foundation
import SystemPackage
import TaneCore
import TaneFirebase
import TaneProject
import Testing

@testable import TaneRuntime

@Suite("Choice of an app's environment")
struct ChoosingTests {
  private static func profiles(_ variables: [String: String] = [:]) -> EnvironmentProfiles {
    var files = InMemoryFiles()
    for name in ["local", "argument", "variable", "list"] {
      let file = FilePath("/demo/environments/\(name).yaml")
      files.write("databases: { shops: embedded:shops }", to: file)
    }
    return .load(from: Project(root: "/demo", files: files), variables: variables)
  }

  @Test(
    "An argument comes before the variable, the variable before Info.plist, and that before local",
    arguments: [
      (["app", "-TaneEnvironment", "argument"], "variable", "list", "argument"),
      (["app", "argument"], "variable", "list", "variable"),
      (["app"], "", "list", "list"), (["app"], nil, "list", "list"), (["app"], nil, "", "local"),
      (["app"], nil, nil, "local"),
    ]
  )
  func order(arguments: [String], variable: String?, entry: String?, chosen: String) throws {
    let profiles = Self.profiles(variable.map { ["TANE_ENV": $0] } ?? [:])
    let profile = try profiles.chosenProfile(
      arguments: arguments,
      infoDictionary: { $0 == "TaneEnvironment" ? entry : nil }
    )
    #expect(profile.name == chosen)
  }

  @Test("A wrong name is reported with its source")
  func wrong() throws {
    func message(
      _ arguments: [String] = [],
      _ variables: [String: String] = [:],
      _ entry: String? = nil
    ) throws -> String {
      let error = #expect(throws: EnvironmentError.self) {
        try Self.profiles(variables).chosenProfile(
          arguments: arguments,
          infoDictionary: { _ in entry }
        )
      }
      return try #require(error).message
    }
    let unknown =
      "no environment \"lits\" in environments/ (known: argument, list, local, variable); did you "
      + "mean \"list\"?"
    #expect(try message(["-TaneEnvironment", "lits"]) == "-TaneEnvironment: \(unknown)")
    #expect(try message([], ["TANE_ENV": "lits"]) == "TANE_ENV: \(unknown)")
    #expect(try message([], [:], "lits") == "Info.plist: \(unknown)")
    #expect(
      try message(["-TaneEnvironment"])
        == "-TaneEnvironment: \"\" is not a valid environment name: it is empty; expected 1 to 200"
        + " bytes without /, \\ or control characters, and no leading period"
    )
  }

  #if compiler(>=6.2) && !os(iOS)
  @Test("An app can request writing when it is configured, although the guard is confirm")
  func access() async throws {
    let result = await #expect(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) {
      let root = FileManager.default.temporaryDirectory.appending(path: "tane-access-\(UUID())")
      let folder = root.appending(path: "environments")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data("guard: confirm\ndatabases: { shops: embedded:shops }".utf8)
        .write(to: folder.appending(path: "local.yaml"))
      #expect(FileManager.default.changeCurrentDirectoryPath(root.path))
      unsetenv("TANE_ENV")
      FirebaseApp.configure(access: .writing)
      try await Database.database().reference(withPath: "a").setValue(1)
      #expect(try await Database.database().reference(withPath: "a").getData().value as? Int == 1)
    }
    #expect(String(decoding: result?.standardErrorContent ?? [], as: UTF8.self) == "")
  }
  #endif
}
