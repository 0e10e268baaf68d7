import Foundation
import Testing

@Suite("Parsing of documentation pages")
struct GuideTests {
  private static let page = """
    Run it:

    ```console
    $ tane diff  # exits 1
    a 1
    …
    z 9

    $ tane seed
    ```

    ```diff
    --- a.yaml
    +++ a.yaml
     x: 1
    -y: 2
    +y: 3
    --- /dev/null
    +++ b.yaml
    +z: 4
    ```
    """

  @Test("A guide has commands with exit codes and outputs that can be replaced")
  func commands() throws {
    let guide = try Guide(Self.page, path: "page.md", language: "console")
    #expect(guide.commands.map(\.line) == ["tane diff  # exits 1", "tane seed"])
    #expect(guide.commands.map(\.status) == [1, 0])
    #expect(guide.commands.map(\.output) == [["a 1", "…", "z 9", ""], []])
    #expect(guide.commands.map(\.place) == ["page.md:4", "page.md:9"])
    let text = guide.text(showing: [["b", ""], ["c", "d"]])
    let old = "a 1\n…\nz 9\n\n$ tane seed\n"
    #expect(text == Self.page.replacing(old, with: "b\n\n$ tane seed\nc\nd\n"))
    #expect(guide.prose == "Run it:\n\n")
  }

  @Test("A guide has edits whose lines occur exactly once in a file")
  func edits() throws {
    let guide = try Guide(Self.page, path: "page.md", language: "console")
    guard case .edit(let edit) = guide.steps.last else {
      Issue.record("the last step is the edit")
      return
    }
    let project = try TemporaryProject(["a.yaml": "w: 0\nx: 1\ny: 2\n"])
    try edit.apply(in: project)
    #expect(try project.read("a.yaml") == "w: 0\nx: 1\ny: 3\n")
    #expect(try project.read("b.yaml") == "z: 4\n")
    let failure = #expect(throws: GuideEdit.Failure.self) { try edit.apply(in: project) }
    #expect(
      failure?.description == "page.md:13: the lines of the diff stand 0 times in a.yaml"
    )
  }

  @Test(
    "An ellipsis in a shown output matches any lines",
    arguments: [
      (["a", "…", "c"], true), (["…"], true), (["a", "b", "…", "c"], true),
      (["…", "b", "…"], true), (["a", "…"], true), (["a", "c"], false), (["…", "b"], false),
      (["a", "b"], false), ([], false),
    ]
  )
  func ellipses(shown: [String], matches: Bool) {
    #expect(ShownOutput(lines: shown).matches(["a", "b", "c"]) == matches)
  }

  @Test("Recorded outputs keep their length and do not change if only times differ")
  func recording() {
    let varying = VaryingText(root: URL(filePath: "/tmp/x"))
    let shown = ShownOutput(
      lines: ["head 1", "…", "", "middle 2", "…", "in 3 ms at 127.0.0.1:9000"]
    )
    let same = ["head 1", "", "middle 2", "in 1.2 s at 127.0.0.1:41234"]
    #expect(shown.updated(to: same, alike: varying.alike) == shown.lines)
    let other = ["head 10", "", "x", "", "middle 20", "y", "end 30"]
    #expect(
      shown.updated(to: other, alike: varying.alike)
        == ["head 10", "…", "", "middle 20", "…", "end 30"]
    )
    #expect(
      varying.shown("/tmp/x/a.yaml 127.0.0.1:41234", ports: ["41234": "9000"])
        == "/Users/you/App/a.yaml 127.0.0.1:9000"
    )
  }

  @Test("Commands in a script are found by name")
  func scripts() {
    let script = ShellScript(
      """
      # tane is not run here
      A=1 tane diff -e "a b" \\
        --json > tane.json && "$TANE/bin/tane" seed
      swift build --product tane
      """
    )
    #expect(script.arguments(of: "tane") == [["diff", "-e", "a b", "--json"], ["seed"]])
  }
}
