import Foundation
import SystemPackage
import TaneProject
import TaneSeeding
import Testing

@Suite("The files of a project's state")
struct StateFileTests {
  @Test("are their owner's alone, whatever stood there, and leave nothing beside them")
  func permissions() throws {
    let project = try SeedingProject([:])
    try project.write("{}", to: ".tane/journals/local.json")
    var journal = try SeedJournal.begin(
      environment: "local",
      services: ["shops"],
      in: project.project
    )
    try journal.markDone()
    let folder = project.project.stateDirectory.appending("journals").string
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["local.json"])
    let file = "\(folder)/local.json"
    let found = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
    #expect((found as? NSNumber)?.intValue == 0o600)
    #expect(try SeedJournal.left(by: "local", in: project.project)?.doneCount == 1)
  }

  @Test("that cannot be replaced stay, and nothing is left beside them")
  func failure() throws {
    let project = try SeedingProject([:])
    let place = project.project.stateDirectory.appending("journals/local.json")
    try project.write("x", to: ".tane/journals/local.json/in-the-way")
    let error = #expect(throws: (any Error).self) {
      try SeedJournal.begin(environment: "local", services: ["shops"], in: project.project)
    }
    #expect(
      error.map { "\($0)" } == "\(place): cannot be written; check the folder and its permissions"
    )
    let folder = place.removingLastComponent().string
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["local.json"])
  }
}
