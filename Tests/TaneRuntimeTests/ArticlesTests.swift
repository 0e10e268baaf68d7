import Foundation
import Testing

/// Code as the articles have it that the sample apps come from: a package outside, with its imports changed.
@Suite("The articles' code compiles with only its imports changed")
struct ArticlesTests {
  #if os(Linux)
    @Test("in both language modes, without a warning", arguments: ["5", "6"])
    func compiles(mode: String) async throws {
      let (status, output) = try await OutsideCode.check("Articles", mode: mode)
      #expect(output == "")
      #expect(status == 0)
    }
  #endif

  @Test("every line that is not as with the SDK is listed in the documentation")
  func edits() throws {
    var edits: [String] = []
    for file in try OutsideCode.files(in: "Articles") {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let parts = line.split(separator: "// was: ")
        guard line.contains("// was: "), let was = parts.last else { continue }
        let now = parts.count == 2 ? parts[0].trimmingCharacters(in: .whitespaces) : ""
        edits.append("| \(file.lastPathComponent) | `\(was)` | \(now.isEmpty ? "" : "`\(now)`") |")
      }
    }
    let page = OutsideCode.repository.appending(path: "Sources/tane/Documentation.docc/Articles.md")
    let told = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
      .filter { $0.contains(".swift | `") }.map(String.init)
    #expect(edits == told)
    #expect(edits.count { !$0.contains("import ") } == 1)
  }
}
