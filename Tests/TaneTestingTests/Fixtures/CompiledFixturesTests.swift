import Foundation
import SystemPackage
import TaneCore
import TaneFirebase
import TaneFormats
import TaneProject
import TaneTesting
import TestSupport
import Testing

@Suite("Compiled fixtures")
struct CompiledFixturesTests {
  @Test("The demo's compiled fixtures load as the content that the engine seeds")
  func demo() async throws {
    let project = try #require(Project.locate(from: FilePath(#filePath)))
    let generated = try await GeneratedFixtures(of: project)
    for environment in ["emulator", "local", "production", "staging"] {
      let stores = try await expectAgreement(of: environment, in: project, generated)
      let difference = try await expectFixtures(
        in: stores.readers,
        from: ProjectFixtures(of: environment),
        allowsExtras: false
      )
      #expect(difference.isEmpty, "\(environment)")
    }
  }

  @Test("Compiled fixtures of random values load as the content that the engine seeds")
  func random() async throws {
    for seed in UInt64(0)..<12 {
      var random = RandomFixtures(seed: seed)
      let files = try random.project()
      let project = Project(root: FilePath(files.folder.path))
      let generated = try await GeneratedFixtures(of: project)
      try await expectAgreement(of: "local", in: project, generated, "seed \(seed)")
    }
  }

  /// Expects that compiled fixtures load as the same content as the fixtures in files.
  @discardableResult
  private func expectAgreement(
    of environment: String,
    in project: Project,
    _ generated: GeneratedFixtures,
    _ comment: Comment? = nil
  ) async throws -> EnvironmentStores {
    let profiles = EnvironmentProfiles.load(from: project, variables: [:])
    let fixtures = Fixtures.load(for: try profiles.profile(named: environment), from: project)
    let compiled = try await seededStores(from: try generated[environment])
    let seeded = try await seededStores(
      from: ProjectFixtures(of: environment, in: project.root.string)
    )
    let contents = try await StoredContents(of: compiled.readers, fixtures)
    #expect(try await contents == StoredContents(of: seeded.readers, fixtures), comment)
    #expect(compiled.readers.kinds == seeded.readers.kinds, comment)
    return compiled
  }

  @Test("Stores of compiled fixtures are independent of each other")
  func isolated() async throws {
    let project = try TemporaryProject(shops: "0: { name: 麺屋 }\n")
    let generated = try await GeneratedFixtures(of: Project(root: FilePath(project.folder.path)))
    let fixtures = try generated["local"]
    let first = try await seededStores(from: fixtures)
    let name = RealtimeDatabaseManager(databases: first[.databases]).shopsReference.child(
      "shops/0/name"
    )
    try await name.setValue("寿司")
    let second = try await seededStores(from: fixtures)
    let untouched = RealtimeDatabaseManager(databases: second[.databases]).shopsReference
    #expect(try await name.getData().value as? String == "寿司")
    #expect(try await untouched.child("shops/0/name").getData().value as? String == "麺屋")
  }

  @Test("The value of !now stays the same for a day while no fixture changes")
  func anchor() async throws {
    let files = try TemporaryProject(shops: "0: { opened: !now }\n")
    let project = Project(root: FilePath(files.folder.path))
    let hour = FixtureAnchor(seconds: FixtureAnchor.now.seconds - 3600)
    let earlier = try await GeneratedFixtures(of: project, at: hour).code
    #expect(earlier.contains("\(hour)"))
    #expect(try await GeneratedFixtures(of: project, existing: earlier).code == earlier)
    let changed = earlier + "// Another fixture\n"
    #expect(try await !GeneratedFixtures(of: project, existing: changed).code.contains("\(hour)"))
    let day = FixtureAnchor(seconds: FixtureAnchor.now.seconds - 25 * 3600)
    let old = try await GeneratedFixtures(of: project, at: day).code
    #expect(try await !GeneratedFixtures(of: project, existing: old).code.contains("\(day)"))
  }

  @Test("Code without relative dates is the same in every build")
  func deterministic() async throws {
    var random = RandomFixtures(seed: 1)
    let files = try random.project()
    let project = Project(root: FilePath(files.folder.path))
    let first = try await GeneratedFixtures(of: project).code
    #expect(try await GeneratedFixtures(of: project).code == first)
    #expect(!first.contains("!now"))
  }

  @Test("Errors in fixtures are findings at their lines")
  func errors() async throws {
    let project = try TemporaryProject(shops: "0: { name: a }\n1: { name: !nwo }\n")
    let failure = await #expect(throws: ExportFailure.self) {
      try await GeneratedFixtures(of: Project(root: FilePath(project.folder.path)))
    }
    #expect(failure?.findings.first?.position?.line == 2)
  }

  @Test("Content that cannot be decoded is an error that names the remedy")
  func invalid() async throws {
    for content in [[], ["?"], [""], ["AAAA"]] {
      let fixtures = CompiledFixtures([("firestore", "firestore", content)])
      await #expect {
        try await seededStores(from: fixtures)
      } throws: { error in
        "\(error)"
          == "firestore: the compiled fixtures cannot be decoded; clean the build folder and build again"
      }
    }
  }
}
