import TaneCore
import Testing

@Suite("Field transforms")
struct DocumentTransformTests {
  private static let path = DocumentPath(parsing: "c/d")
  private static let time = DocumentTimestamp(microseconds: 1_234_567)

  /// Returns the field and the result of a transform of a value, or of a missing field.
  private func apply(
    _ operation: DocumentTransform.Operation,
    to value: DocumentValue?
  ) throws -> (DocumentValue?, DocumentValue?) {
    let field = FieldPath(name: "f")
    var fields = DocumentFields()
    fields["f"] = value
    let write = DocumentWrite(
      path: Self.path,
      operation: .update(fields, mask: nil),
      transforms: [DocumentTransform(path: field, operation: operation)]
    )
    let outcome = try write.applied(to: nil, at: Self.time)
    return (outcome.document?.fields["f"], outcome.result.transformResults.first)
  }

  @Test("A server time transform gives the commit time in whole milliseconds")
  func serverTime() throws {
    let time = DocumentValue.timestamp(DocumentTimestamp(microseconds: 1_234_000))
    let (field, result) = try apply(.serverTime, to: .integer(1))
    #expect(field == time)
    #expect(result == time)
  }

  @Test(
    "Increment, maximum and minimum transforms give the right number",
    arguments: [
      (.increment(.integer(2)), .integer(3), .integer(5)),
      (.increment(.integer(2)), nil, .integer(2)),
      (.increment(.integer(2)), .string("x"), .integer(2)),
      (.increment(.integer(1)), .integer(.max), .integer(.max)),
      (.increment(.integer(-1)), .integer(.min), .integer(.min)),
      (.increment(.double(0.5)), .integer(1), .double(1.5)),
      (.increment(.integer(1)), .double(0.5), .double(1.5)),
      (.maximum(.integer(3)), .double(3), .double(3)),
      (.maximum(.double(3)), .integer(3), .integer(3)),
      (.maximum(.integer(4)), .double(3), .integer(4)), (.maximum(.integer(4)), nil, .integer(4)),
      (.maximum(.integer(4)), .null, .integer(4)), (.minimum(.integer(3)), .double(3), .double(3)),
      (.minimum(.integer(2)), .double(3), .integer(2)),
      (.minimum(.double(-0.0)), .integer(0), .integer(0)),
      (.minimum(.integer(4)), .integer(3), .integer(3)),
      (.maximum(.double(.nan)), .integer(3), .double(.nan)),
      (.minimum(.integer(3)), .double(.nan), .double(.nan)),
    ] as [(DocumentTransform.Operation, DocumentValue?, DocumentValue)]
  )
  func numbers(
    operation: DocumentTransform.Operation,
    value: DocumentValue?,
    expected: DocumentValue
  ) throws {
    let (field, result) = try apply(operation, to: value)
    #expect(field == expected)
    #expect(result == expected)
  }

  @Test(
    "Array transforms add missing and remove existing elements, treating numbers by value",
    arguments: [
      (
        .appendMissing([.double(1), .integer(2), .integer(2), .double(.nan)]),
        .array([.integer(1), .double(.nan)]), [.integer(1), .double(.nan), .integer(2)]
      ),
      (.appendMissing([.integer(1)]), nil, [.integer(1)]),
      (.appendMissing([]), .string("x"), []),
      (
        .removeAll([.double(1), .double(.nan)]),
        .array([.integer(1), .integer(2), .double(.nan), .integer(1)]), [.integer(2)]
      ),
      (.removeAll([.integer(1)]), nil, []),
    ] as [(DocumentTransform.Operation, DocumentValue?, [DocumentValue])]
  )
  func arrays(
    operation: DocumentTransform.Operation,
    value: DocumentValue?,
    expected: [DocumentValue]
  ) throws {
    let (field, result) = try apply(operation, to: value)
    #expect(field == .array(expected))
    #expect(result == .null)
  }
}
