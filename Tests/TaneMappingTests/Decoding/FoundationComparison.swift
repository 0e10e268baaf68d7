import Foundation
import TaneCore
import TaneMapping
import Testing

/// The result of decoding a document: the value, or the kind and path of the error.
enum Verdict<Value: Equatable>: Equatable {
  case value(Value)
  case failure(String)

  init(_ decode: () throws -> Value) {
    do {
      self = .value(try decode())
    } catch let error as DecodingError {
      self = .failure(error.kindAndPath)
    } catch {
      self = .failure("\(error)")
    }
  }
}

extension DecodingError {
  var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }

  var kindAndPath: String {
    let kind =
      switch self {
      case .typeMismatch: "typeMismatch"
      case .valueNotFound: "valueNotFound"
      case .keyNotFound(let key, _): "keyNotFound \(key.stringValue)"
      case .dataCorrupted: "dataCorrupted"
      @unknown default: "unknown"
      }
    let path = (context?.codingPath ?? []).map { "\($0.stringValue)|\($0.intValue ?? -1)" }
    return "\(kind) at \(path.joined(separator: "/"))"
  }
}

/// Returns the message of the error that a decoding throws.
func message(_ decode: () throws -> some Any) -> String {
  do {
    return "no error, but \(try decode())"
  } catch let error as DecodingError {
    return error.context?.debugDescription ?? ""
  } catch {
    return "\(error)"
  }
}

/// Checks that this decoder and Foundation's have the same result for a document.
func expectSame<Value: Decodable & Equatable>(
  _ type: Value.Type,
  _ document: TreeLiteral,
  decoder: TreeDecoder = TreeDecoder(),
  foundation: JSONDecoder = JSONDecoder(),
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let json = Data(document.json.utf8)
  var ours = Verdict { try decoder.decode(type, from: Tree(document)) }
  let theirs = Verdict { try foundation.decode(type, from: json) }
  // Foundation's decoder does not report the path of a number that is out of range.
  if case .failure(let failure) = ours, failure.hasPrefix("dataCorrupted"),
    theirs == .failure("dataCorrupted at ")
  {
    ours = theirs
  }
  #expect(ours == theirs, "\(type): \(document.json)", sourceLocation: sourceLocation)
}

extension TreeLiteral {
  /// The document as JSON text.
  var json: String { Tree(self).json }
}

extension Tree {
  fileprivate var json: String {
    switch kind {
    case .null: "null"
    case .bool: "\(bool == true)"
    case .integer: "\(integer ?? 0)"
    case .double: "\(double ?? 0)"
    case .decimal: decimal ?? ""
    case .string: Self.quoted(string ?? "")
    case .list: "[\(children.map(\.json).joined(separator: ","))]"
    case .map:
      "{\(children.map { "\(Self.quoted($0.key ?? "")):\($0.json)" }.joined(separator: ","))}"
    }
  }

  private static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}
