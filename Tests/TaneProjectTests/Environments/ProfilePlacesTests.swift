import SystemPackage
import TaneCore
import TaneProject
import TestSupport
import Testing

@Suite("Locations of a profile's services")
struct ProfilePlacesTests {
  @Test("Two databases at one location are rejected")
  func sharedPlace() {
    let profiles = DemoFiles([
      "environments/local.yaml": """
      databases:
        shops: embedded:x
        users: embedded:x
      """
    ]).profiles()
    #expect(
      profiles.messages == [
        """
        environments/local.yaml:3:3: error: "databases.users" and "databases.shops" have the same \
        location (embedded:x); use different locations, or remove one of the two [duplicate-url]
        environments/local.yaml:2:3: note: "shops" is defined here
        """
      ]
    )
  }

  @Test("A null removes an inherited database")
  func takenAway() throws {
    let profiles = DemoFiles([
      "environments/base.yaml": "databases: { q: embedded:q, r: embedded:r }",
      "environments/local.yaml": "extends: base\ndatabases: { q: ~ }",
    ]).profiles()
    #expect(profiles.messages == [])
    #expect(try profiles.profile(named: "local").services.map(\.name) == ["r"])
  }

  @Test("A database with an invalid URL can still be named by \"own\"")
  func ownOfBrokenDatabase() {
    let profiles = DemoFiles([
      "environments/local.yaml": """
      databases: { shops: "${NOPE}" }
      own: { "shops:/shops": listed }
      """
    ]).profiles()
    #expect(
      profiles.messages == [
        """
        environments/local.yaml:1:21: error: the environment variable NOPE is not set; set it, or \
        write a default: ${NOPE:-default} [unset-variable]
        """
      ]
    )
  }

  @Test("Fixtures that cannot be listed are reported as unreadable, not missing")
  func unreadableFixtures() throws {
    var demo = DemoFiles(["environments/local.yaml": "databases: { shops: embedded:shops }"])
    demo.files.deny("/demo/fixtures", "permission denied")
    let profile = try demo.profiles().profile(named: "local")
    let fixtures = Fixtures.load(for: profile, from: demo.project)
    #expect(
      fixtures.messages == [
        "fixtures: error: this folder cannot be read: permission denied [unreadable-file]"
      ]
    )
  }
}
