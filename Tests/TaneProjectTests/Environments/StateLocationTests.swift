import TaneCore
import TaneProject
import Testing

@Suite("State location of a profile")
struct StateLocationTests {
  private static let services = """
    databases: { shops: "https://demo-shops.firebaseio.com", local: "embedded:local" }
    buckets: { images: "gs://demo.appspot.com", files: "embedded:files" }

    """

  private func profiles(_ state: String, _ variables: [String: String] = [:]) -> EnvironmentProfiles
  {
    DemoFiles(["environments/staging.yaml": Self.services + "state: \(state)"]).profiles(variables)
  }

  @Test("The state is local or an object in a bucket")
  func places() throws {
    let local = try profiles("local").profile(named: "staging")
    guard case .local? = local.state else { throw StoreError(.notFound, service: "state", "local") }
    #expect(local.sharedStateLocation == nil && local.sharedStateAddress == nil)
    for text in ["images:/tane/state.json", "gs://demo.appspot.com/tane/state.json"] {
      let profile = try profiles(text).profile(named: "staging")
      #expect(profile.sharedStateLocation == "gs://demo.appspot.com/tane/state.json")
      #expect(profile.sharedStateAddress?.description == "images:/tane/state.json")
      #expect(profile.sharedState?.bucket == "images")
      #expect(profile.settings.contains { $0.keyPath == "state" && $0.value == text })
      #expect(profile.services.filter(profile.sharesState).map(\.name) == ["shops", "images"])
    }
    let other = try profiles("gs://team/staging.json").profile(named: "staging")
    #expect(other.sharedStateLocation == "gs://team/staging.json")
    #expect(other.sharedStateAddress == nil)
    let opened = try #require(other.sharedState)
    #expect(opened.profile.services.last?.url == "gs://team")
    #expect(opened.profile.services.last?.name == opened.bucket)
  }

  @Test("Redirecting buckets to an emulator moves the shared state there, too")
  func redirected() throws {
    let profile = try profiles(
      "gs://team/staging.json",
      ["FIREBASE_STORAGE_EMULATOR_HOST": "127.0.0.1:9199"]
    ).profile(named: "staging")
    #expect(profile.sharedStateLocation == "http://127.0.0.1:9199/team/staging.json")
    #expect(profile.services.filter(profile.sharesState).map(\.name) == ["images"])
  }

  @Test(
    "An invalid state location is a finding",
    arguments: [
      (
        "somewhere",
        "\"somewhere\" is not a valid location for the shared state; expected \"local\", "
          + "gs://BUCKET/PATH or an object in a bucket of the profile, such as "
          + "images:/tane/state.json [invalid-value]"
      ),
      (
        "gs://team",
        "\"gs://team\" is not a valid location for the shared state; expected \"local\", "
          + "gs://BUCKET/PATH or an object in a bucket of the profile, such as "
          + "images:/tane/state.json [invalid-value]"
      ),
      (
        "imags:/state.json",
        "the environment has no bucket \"imags\" (known: files, images); did you mean \"images\"? [unknown-service]"
      ),
      (
        "files:/state.json",
        "the bucket \"files\" is embedded, so nobody else could read the state; use a Firebase "
          + "bucket, or \"state: local\" [invalid-value]"
      ),
    ]
  )
  func findings(text: String, message: String) {
    #expect(profiles(text).messages == ["environments/staging.yaml:3:8: error: \(message)"])
  }
}
