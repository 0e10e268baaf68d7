import TestSupport
import SystemPackage
import TaneProject
import Testing

@testable import tane

@Suite("Location in a command's first line")
struct LocationDescriptionTests {
  private static let emulator = "http://127.0.0.1:9000"
  private static let firebase = "databases: { shops: https://demo.firebaseio.com }"
  private static let variables = ["FIREBASE_DATABASE_EMULATOR_HOST": "127.0.0.1:9000"]

  @Test(
    "The location describes every combination of services",
    arguments: [
      ("databases: { shops: embedded:shops }", [:], "embedded"),
      ("project: demo\ndatabases: { shops: embedded:shops }", [:], "embedded"),
      ("databases: { shops: \"\(emulator)?ns=shops\" }", [:], "emulator"),
      ("project: demo\nbuckets: { images: \(emulator)/images }", [:], "emulator"),
      ("firestore: \(emulator)/projects/demo/databases/(default)", [:], "emulator"),
      ("accounts: \(emulator)/demo", [:], "emulator"),
      (firebase, [:], "Firebase"),
      ("project: demo\n\(firebase)", [:], "demo"),
      ("buckets: { images: gs://demo.appspot.com }", [:], "Firebase"),
      ("firestore: projects/demo/databases/(default)", [:], "Firebase"),
      ("accounts: demo", [:], "Firebase"),
      ("\(firebase)\nbuckets: { images: embedded:images }", [:], "Firebase and embedded"),
      (
        "project: demo\n\(firebase)\nbuckets: { images: embedded:images }", [:],
        "Firebase (demo) and embedded"
      ),
      ("\(firebase)\naccounts: \(emulator)/demo", [:], "Firebase and emulator"),
      (
        "databases: { shops: embedded:shops }\naccounts: \(emulator)/demo", [:],
        "emulator and embedded"
      ),
      (
        "project: demo\n\(firebase)\naccounts: \(emulator)/demo\nfirestore: embedded:main", [:],
        "Firebase (demo) and emulator and embedded"
      ),
      ("project: demo\n\(firebase)", variables, "emulator"),
      ("project: demo\n\(firebase)\naccounts: demo", variables, "Firebase (demo) and emulator"),
      ("databases: { shops: embedded:shops }", variables, "embedded"),
    ]
  )
  func combinations(
    profile: String,
    variables: [String: String],
    expected: String
  ) throws {
    var files = InMemoryFiles()
    files.write(profile, to: "/demo/environments/staging.yaml")
    let project = Project(root: "/demo", files: files)
    let profiles = EnvironmentProfiles.load(from: project, variables: variables)
    #expect(try profiles.profile(named: "staging").locationDescription == expected)
  }
}
