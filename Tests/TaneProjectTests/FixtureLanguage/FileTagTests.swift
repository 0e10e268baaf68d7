import TaneCore
import TaneProject
import Testing

@Suite("Tags that read files and variables")
struct FileTagTests {
  @Test("Included files and texts become values")
  func files() {
    let example = Example(
      "a: !include menu.yaml\nb: !file note.txt\nc: !file { path: note.txt, as: base64 }\n",
      files: ["menu.yaml": "- name: !template ramen\n  price: 900\n", "note.txt": "hi\n"]
    )
    #expect(example.messages == [])
    #expect(example.json == #"{"a":[{"name":"ramen","price":900}],"b":"hi\n","c":"aGkK"}"#)
    #expect(
      example.tree[TreePath(parsing: "/a/0/price")]?.position?.description == "menu.yaml:2:10"
    )
  }

  @Test("Missing files, invalid encodings and recursive includes are reported")
  func badFiles() {
    let example = Example(
      "a: !include b.yaml\nb: !file none.txt\nc: !include\nd: !file { path: x.txt, as: hex }\n",
      files: ["b.yaml": "x: !include c.yaml", "c.yaml": "y: !include b.yaml", "x.txt": ""]
    )
    #expect(
      example.messages == [
        "c.yaml:1:4: error: the file b.yaml includes itself: b.yaml → c.yaml → b.yaml [expression-cycle]",
        "a.yaml:2:4: error: !file: none.txt does not exist [unreadable-file]",
        "a.yaml:3:4: error: the tag !include expects the path of a YAML file, not nothing; for example !include"
          + " ../parts/menu.yaml [wrong-tag]",
        "a.yaml:4:29: error: \"as\" of !file must be text or base64, not \"hex\" [invalid-expression]",
      ]
    )
  }

  @Test("Variables are read and recorded, and no finding shows a value")
  func variables() {
    let example = Example(
      "a: !env HOST\nb: !env { name: NONE, default: x }\nc: !env MISSING\nd: !env { name: EMPTY, default: y }\n",
      variables: ["HOST": "h", "EMPTY": "", "OTHER": "secret"]
    )
    #expect(example.json == #"{"a":"h","b":"x","c":null,"d":"y"}"#)
    #expect(
      example.messages == [
        "a.yaml:3:4: error: the environment variable MISSING is not set; set it, or write a default: !env { name:"
          + " MISSING, default: … } [unset-variable]"
      ]
    )
    #expect(example.evaluator.usedVariables == ["HOST", "NONE", "MISSING", "EMPTY"])
  }
}
