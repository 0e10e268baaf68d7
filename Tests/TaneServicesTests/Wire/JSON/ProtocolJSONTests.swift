import TaneCore
import TaneFormats
import TaneServices
import Testing

@Suite("JSON of protocol buffers")
struct ProtocolJSONTests {
  private func json(_ text: String) throws -> ProtocolJSON {
    ProtocolJSON(try JSONText.object(of: Array(text.utf8)))
  }

  @Test("JSON of protocol buffers accepts names in either spelling and numbers as digits")
  func spellings() throws {
    let json = try json(
      #"{"page_size":"7","limit":{"value":3},"rounded":4.0,"isNew":true,"nothing":null,"op":2}"#
    )
    #expect(try json.number("pageSize") == 7)
    #expect(try json.number("limit") == 3)
    #expect(try json.number("rounded") == 4)
    #expect(try json.flag("isNew") == true)
    #expect(try json.text("nothing") == nil)
    #expect(json.has("nothing"))
    #expect(try json.choice("op", [("AND", 1, "and"), ("OR", 2, "or")]) == "or")
  }

  @Test(
    "A protocol buffer value of the wrong type is rejected with its path",
    arguments: [
      ("{\"a\":{\"b\":[\"x\",1]}}", "Invalid value at 'a.b[1]': found integer, expected a string."),
      ("{\"a\":{\"b\":\"x\\n\"}}", "Invalid value at 'a.b': found \"x\\n\", expected a list."),
    ]
  )
  func problems(text: String, message: String) throws {
    let json = try json(text)
    let problem = #expect(throws: WireError.self) { try json["a"]?.texts("b") }
    #expect(problem?.message == message)
  }

  @Test("A body that is not an object is rejected with a message")
  func bodies() throws {
    #expect(try JSONText.object(of: []).children.isEmpty)
    let problem = #expect(throws: JSONText.Problem.self) {
      try JSONText.object(of: Array("[]".utf8))
    }
    #expect(problem?.message == "The body is a JSON list; an object is expected.")
  }
}
