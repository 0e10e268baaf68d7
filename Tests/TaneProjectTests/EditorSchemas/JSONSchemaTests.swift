import TaneCore
import TaneProject
import Testing

@Suite("JSON Schemas")
struct JSONSchemaTests {
  @Test("A JSON Schema is written with all of its constraints")
  func text() throws {
    var schema = JSONSchema.map(
      [
        .required("id", .integer(minimum: 0, maximum: 255)),
        .optional("name", .string(pattern: "^.+$").described("The name.", examples: ["麺屋"])),
        .optional("site", .string(format: "uri").nullable),
        .optional("kind", .texts(["cafe", "bakery"]).nullable),
        .optional("next", JSONSchema.reference("a/b c").nullable),
        .optional("any", .anything),
        .optional("tags", .list(of: .anyOf([.boolean, .number]))),
        .optional("extra", .dictionary(of: .nothing, keyPattern: "^x")),
      ],
      others: .nothing
    )
    schema.title = "Shop"
    schema.definitions = ["a/b c": .map([])]
    #expect(
      try schema.text() == """
        {
          "$defs": {
            "a/b c": {
              "type": "object"
            }
          },
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "additionalProperties": false,
          "properties": {
            "any": true,
            "extra": {
              "additionalProperties": false,
              "propertyNames": {
                "pattern": "^x"
              },
              "type": "object"
            },
            "id": {
              "maximum": 255,
              "minimum": 0,
              "type": "integer"
            },
            "kind": {
              "enum": [
                "cafe",
                "bakery",
                null
              ]
            },
            "name": {
              "description": "The name.",
              "examples": [
                "麺屋"
              ],
              "pattern": "^.+$",
              "type": "string"
            },
            "next": {
              "anyOf": [
                {
                  "$ref": "#/$defs/a~1b%20c"
                },
                {
                  "type": "null"
                }
              ]
            },
            "site": {
              "format": "uri",
              "type": [
                "string",
                "null"
              ]
            },
            "tags": {
              "items": {
                "anyOf": [
                  {
                    "type": "boolean"
                  },
                  {
                    "type": "number"
                  }
                ]
              },
              "type": "array"
            }
          },
          "required": [
            "id"
          ],
          "title": "Shop",
          "type": "object"
        }

        """
    )
  }

  @Test("A JSON Schema with values that JSON cannot represent is an error")
  func notRepresentable() {
    #expect(throws: (any Error).self) {
      try JSONSchema(.values([.double(.nan)])).text()
    }
  }
}
