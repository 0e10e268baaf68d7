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
