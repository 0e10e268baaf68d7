import Foundation
import Testing

/// Checks that the documentation's examples occur in the sources of this folder, which are
/// compiled.
@Suite("Every example in the documentation is compiled")
struct DocumentedExampleTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func sources(in folder: String) throws -> [(name: String, text: String)] {
    let folder = Self.root.appendingPathComponent(folder)
    let files = try #require(FileManager.default.enumerator(atPath: folder.path))
    return try files.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted()
      .map { ($0, try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)) }
  }

  /// Returns a line without its indentation and without `_ = `, which only the compiled examples
  /// need.
  private func normalized(_ line: some StringProtocol) -> String {
    let line = line.trimmingCharacters(in: .whitespaces)
    return line.hasPrefix("_ = ") ? String(line.dropFirst(4)) : line
  }

  /// Returns the lines of each example in a file's documentation comments.
  private func examples(in text: String) -> [[String]] {
    var examples: [[String]] = []
    var current: [String]?
    for line in text.split(separator: "\n") {
      let line = line.trimmingCharacters(in: .whitespaces)
      guard line.hasPrefix("///") else { continue }
      let content = line.dropFirst(3).trimmingCharacters(in: .whitespaces)
      if content == "```swift" {
        current = []
      } else if content == "```" {
        if let current { examples.append(current) }
        current = nil
      } else {
        current?.append(normalized(content))
      }
    }
    return examples
  }

  @Test("Every documented example is part of the compiled examples")
  func examplesAreCompiled() throws {
    let compiled = try sources(in: "Tests/TaneFirebaseTests/Examples").map { _, text in
      "\n" + text.split(separator: "\n").map { normalized($0) }.joined(separator: "\n") + "\n"
    }
    var count = 0
    for (name, text) in try sources(in: "Sources/TaneFirebase") {
      for example in examples(in: text) {
        count += 1
        let wanted = "\n" + example.joined(separator: "\n") + "\n"
        #expect(
          compiled.contains { $0.contains(wanted) },
          "\(name): this example is compiled nowhere:\(wanted)"
        )
      }
    }
    #expect(count > 100)
  }
}
