import DemoModels
import TaneFirebase
import TaneRuntime
import Testing

/// Tests the README's sample with the imports that it shows.
@Suite("Sample in the README")
struct ReadmeSampleTests {
  @Test("The README's sample compiles with its two imports and reports missing profiles")
  func sample() async throws {
    let manager = RealtimeDatabaseManager()
    let error = #expect(throws: EnvironmentError.self) {
      try EnvironmentProfiles.load(from: "/nonexistent/environments", variables: [:])
        .activate(managers: [manager, FirebaseStorageManager()])
    }
    #expect(error?.message == "no environment \"local\" in environments/ (known: none)")
    await #expect(throws: FirebaseError.self) {
      let snapshot = try await manager.shopsReference.child("shops").getData()
      _ = try snapshot.data(as: [Shop].self)
    }
  }
}
