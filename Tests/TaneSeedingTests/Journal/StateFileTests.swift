import Foundation
import SystemPackage
import TaneCore
import TaneProject
import TaneSeeding
import Testing

@Suite("State files of a project")
struct StateFileTests {
  private static let address = Address(service: "shops", path: "/a")

  @Test("State files are readable only by their owner, and no temporary files are left")
  func permissions() throws {
    let project = try SeedingProject([:])
    try project.write("{}", to: ".tane/cache/local.json")
    let cache = ReadCache(of: try project.profile(), in: project.project)
    cache.note("tag", of: Self.address, holding: Tree(1))
    cache.save()
    _ = try project.state()
    let folder = project.project.stateDirectory.appending("cache").string
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["local.json"])
    let state = project.project.stateDirectory.appending("state.sqlite").string
    for file in ["\(folder)/local.json", state] {
      let found = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
      #expect((found as? NSNumber)?.intValue == 0o600)
    }
    let read = ReadCache(of: try project.profile(), in: project.project)
    #expect(read.known(of: Self.address, beside: Tree(1))?.tag == "tag")
  }

  @Test("A state file that cannot be replaced is kept, and no temporary files are left")
  func failure() throws {
    let project = try SeedingProject([:])
    try project.write("x", to: ".tane/cache/local.json/in-the-way")
    let cache = ReadCache(of: try project.profile(), in: project.project)
    cache.note("tag", of: Self.address, holding: Tree(1))
    cache.save()
    let folder = project.project.stateDirectory.appending("cache").string
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["local.json"])
  }
}
