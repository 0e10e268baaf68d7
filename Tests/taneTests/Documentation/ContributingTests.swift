import Foundation
import Testing

@Suite("CONTRIBUTING.md")
struct ContributingTests {
  @Test("Every place that CONTRIBUTING.md names for a change exists")
  func places() throws {
    let root = TemporaryProject.repository
    let page = try String(contentsOf: root.appending(path: "CONTRIBUTING.md"), encoding: .utf8)
    let places = page.matches(of: /`((?:Sources|Tests|\.ci)\/[^`<…]+)`/).map { String($0.1) }
    #expect(places.count > 30)
    let missing = places.filter {
      !FileManager.default.fileExists(atPath: root.appending(path: $0).path)
    }
    #expect(missing == [])
  }
}
