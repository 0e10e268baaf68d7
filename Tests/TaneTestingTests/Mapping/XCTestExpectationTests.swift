import TaneTesting
import XCTest

/// Tests the expectation in XCTest; it does not depend on either test library.
final class XCTestExpectationTests: XCTestCase {
  private struct Numbered: Codable {
    let id: Int
  }

  func testReadable() async throws {
    let project = try TemporaryProject(shops: "- { id: 1 }\n")
    let data = MappingData.fixtures(of: "local", in: project.folder.path)
    let report = try await expectReadable([Numbered].self, at: "shops:/shops", in: data)
    XCTAssertEqual(report.findings, [])
  }

  func testUnreadable() async throws {
    let project = try TemporaryProject(shops: "- { id: a }\n")
    let data = MappingData.fixtures(of: "local", in: project.folder.path)
    do {
      try await expectReadable([Numbered].self, at: "shops:/shops", in: data)
      XCTFail("expected an error")
    } catch {
      XCTAssertEqual(
        "\(error)",
        """
        [Numbered] cannot decode shops:/shops: 1 error
        fixtures/base/databases/shops/shops.yaml:1:9: error: Numbered.id: expected Int, found string \
        "a" [wrong-type]
          shops:/shops/0/id
        """
      )
    }
  }
}
