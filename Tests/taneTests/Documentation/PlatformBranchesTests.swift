import Foundation
import Testing

@Suite("Files with branches that Linux does not compile")
struct PlatformBranchesTests {
  @Test("The list of files with platform branches matches the sources")
  func list() throws {
    let sources = TemporaryProject.repository.appending(path: "Sources")
    var branched: Set<String> = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: sources.path)
    where path.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      guard text.contains(/#(?:if|elseif) .*canImport\((?:Darwin|XcodeProjectPlugin)\)/) else {
        continue
      }
      let parts = path.dropLast(".swift".count).split(separator: "/")
      branched.insert("\(parts[0])/\(parts[parts.count - 1])")
    }
    #expect(branched.count > 20)
    #expect(try Self.listed() == branched)
  }

  /// Returns the module and name of each file in the table.
  private static func listed() throws -> Set<String> {
    let page = TemporaryProject.repository
      .appending(path: "Sources/tane/Documentation.docc/Configuration.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let table = try #require(text.range(of: "| Module | Files |")).upperBound
    var listed: Set<String> = []
    for row in text[table...].split(separator: "\n").dropFirst().prefix(while: { $0.hasPrefix("|") }
    ) {
      let names = row.matches(of: /`([^`]+)`/).map { String($0.1) }
      for name in names.dropFirst() {
        #expect(listed.insert("\(names[0])/\(name)").inserted, "\(name) stands there twice")
      }
    }
    return listed
  }
}
