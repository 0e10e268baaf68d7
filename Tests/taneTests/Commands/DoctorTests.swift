import Foundation
import Testing

@Suite("tane doctor")
struct DoctorTests {
  /// What is said without the version, the machine and the reader, which are this machine's.
  private func lines(_ result: TaneProcess.Result) -> [String] {
    result.output.split(separator: "\n").map(String.init).filter { line in
      !["= tane ", "= reader "].contains(where: line.hasPrefix)
    }
  }

  @Test("says what is there, and nothing stands in the way of a project that works")
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
        "= credentials  none; for a project of Firebase run gcloud auth application-default login",
      ]
    )
    #expect(!project.exists(".tane"))
  }

  @Test("says what stands in the way, and what to do")
  func advice() async throws {
    let folder = try TemporaryProject([:])
    let none = try await folder.tane("doctor")
    #expect(none.status == 1)
    #expect(
      lines(none) == [
        "! project      none here",
        "  no project at \(folder.root.path): neither it nor a folder above it holds environments/; go to the project,"
          + " name it with -C, or start one in the folder of your app with tane init",
        "= credentials  none; for a project of Firebase run gcloud auth application-default login",
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
        "  1 error in them: tane env list says which", "! fixtures     1 file of base",
        "  1 error in them: tane validate says which", "! mappings     none",
        "  fixtures/mappings.yaml says which Swift types read the data: tane init makes it",
        "= emulator     its emulators do not run; tane emulate serves them",
        "! credentials  GOOGLE_APPLICATION_CREDENTIALS is set, and its file cannot be read",
        "  set it to the file of a service account's key, or unset it and run gcloud auth application-default login",
      ],
      "\(bad.output)\(bad.errors)"
    )
    let json = try await project.tane("doctor", "--json")
    #expect(json.output.contains("\"name\": \"mappings\""))
  }
}
