import TaneCore
import Testing

@Suite("Tree writes")
struct TreeWriteTests {
  private func overlap(_ paths: TreePath...) -> String? {
    TreeWrite.overlap(in: paths.map { TreeWrite(path: $0, value: Tree(1)) })
      .map { "\($0.0) and \($0.1)" }
  }

  @Test("Two writes overlap if one path contains the other")
  func overlaps() {
    #expect(overlap("/a/b", "/a", "/c") == "/a and /a/b")
    #expect(overlap("/a", "/a") == "/a and /a")
    #expect(overlap("/a/1", "/a/10", "/a!") == nil)
    #expect(overlap("/", "/a") == "/ and /a")
  }
}
