import TaneCore
import Testing

@Suite("Tags that choose values")
struct ChoiceTests {
  @Test("Invalid choices of a tag are reported")
  func misuse() {
    let example = Example(
      """
      a: !pick []
      b: !weighted { x: 0 }
      c: !weighted { x: -1 }
      d: !range [5, 1]
      e: !range [1]
      f: !fake nam
      g: !fake fr name
      h: !range { from: 1, to: 2, step: 0 }
      i: !weighted [ { value: 1 } ]
      j: !push-id
      k: !hash { text: x, length: 65 }
      """
    )
    #expect(
      example.messages == [
        "a.yaml:1:4: error: the tag !pick expects a list of values, not an empty list; for example !pick [red, green, blue]"
          + " [wrong-tag]",
        "a.yaml:2:4: error: the weights of !weighted are all zero; at least one must be greater "
          + "than zero [invalid-expression]",
        "a.yaml:3:19: error: a weight of !weighted must be a whole number from 0 to 1,000,000,000, not -1"
          + " [invalid-expression]",
        "a.yaml:4:4: error: there is no value in this !range from 5 to 1; write the lower bound "
          + "first, and use a step greater than zero [invalid-expression]",
        "a.yaml:5:4: error: the tag !range expects a list of two numbers or dates, or a map with "
          + "\"from\", \"to\", \"step\" and \"as\", not a list; for example !range [1, 6] "
          + "[wrong-tag]",
        "a.yaml:6:4: error: unknown !fake kind \"nam\" (known: name, reading, family, given, "
          + "email, phone, postcode, address, city, latitude, longitude, coordinates, shop, "
          + "sentence, price); did you mean \"name\"? [invalid-expression]",
        "a.yaml:7:4: error: unknown !fake language \"fr\" (known: en, ja) [invalid-expression]",
        "a.yaml:8:4: error: there is no value in this !range from 1 to 2 in steps of 0; write the "
          + "lower bound first, and use a step greater than zero [invalid-expression]",
        "a.yaml:9:16: error: the tag !weighted expects a map from strings to weights, or a list of "
          + "maps with \"value\" and \"weight\", not a map; for example !weighted { open: 8, "
          + "closed: 2 } [wrong-tag]",
        "a.yaml:10:4: error: the tag !push-id expects a name, not nothing; for example !push-id \"message {n}\""
          + " [wrong-tag]",
        "a.yaml:11:29: error: \"length\" of !hash must be a whole number from 1 to 64, not 65 [invalid-expression]",
      ]
    )
  }

  @Test("\"of\" must be another key of the same map, if its keys are known")
  func siblings() {
    let example = Example(
      """
      name: !fake name
      mail: !fake { kind: email, of: nmae }
      author: !ref { to: users:/*, of: mial }
      tags: !pick [ !fake { kind: email, of: name } ]
      list: [ !fake name, !fake { kind: email, of: 0 } ]
      more: !repeat { count: 1, do: !fake { kind: email, of: name } }
      """
    )
    #expect(
      example.messages.sorted() == [
        "a.yaml:2:32: error: \"of\" of !fake must be another key of the same map, not \"nmae\"; did "
          + "you mean \"name\"? [invalid-expression]",
        "a.yaml:3:34: error: \"of\" of !ref must be another key of the same map, not \"mial\"; did "
          + "you mean \"mail\"? [invalid-expression]",
      ]
    )
    let defined = Example("a: !person { mail: !fake { kind: email, of: name } }") {
      $0.define(["!person": "{ name: !fake name }"])
    }
    #expect(defined.messages == [])
  }

  @Test("The priority of a value must be a number or a string")
  func priorities() {
    let example = Example(
      """
      a: !priority { value: 1, priority: [1] }
      b: !priority { value: 1, priority: !pick [x] }
      c: !priority { value: { d: 1 }, priority: true }
      """
    )
    #expect(
      example.messages == [
        "a.yaml:1:36: error: \"priority\" of !priority must be a number or a string, not a list "
          + "[invalid-expression]",
        "a.yaml:3:43: error: \"priority\" of !priority must be a number or a string, not true "
          + "[invalid-expression]",
      ]
    )
    #expect(example.json == #"{"a":null,"b":{".priority":"x",".value":1},"c":null}"#)
  }

  @Test("Tags that choose can contain tags and children")
  func nested() {
    let example = Example(
      "!repeat { count: 30, as: n, do: !pick [ !template \"a{n}\", { b: !range [1, 2] } ] }"
    )
    #expect(example.messages == [])
    #expect(Set(example.tree.children.map(\.kind)) == [.string, .map])
    let weighted = Example("!weighted [ { value: { a: 1 }, weight: 1 } ]")
    #expect(weighted.json == #"{"a":1}"#)
  }
}
