import TaneCore
import TaneFormats

extension DocumentValue {
  /// Reads a value of a request.
  init(_ json: ProtocolJSON) throws(GoogleFailure) {
    do {
      self = try DocumentJSON(json.tree, at: json.place).value()
    } catch {
      throw GoogleFailure(error)
    }
  }
}

extension DocumentFields {
  /// Reads fields of a request by their names; none where there is nothing.
  init(_ json: ProtocolJSON?) throws(GoogleFailure) {
    guard let json else {
      self.init()
      return
    }
    do {
      self = try DocumentJSON(json.tree, at: json.place).fields()
    } catch {
      throw GoogleFailure(error)
    }
  }
}

extension ProtocolJSON {
  /// The values of a repeated field.
  func values(_ name: String) throws(GoogleFailure) -> [DocumentValue] {
    var values: [DocumentValue] = []
    for element in try elements(name) { values.append(try DocumentValue(element)) }
    return values
  }

  /// The time of a field; nil where it is missing.
  func time(_ name: String) throws(GoogleFailure) -> DocumentTimestamp? {
    guard let json = self[name] else { return nil }
    do {
      return try DocumentJSON(json.tree, at: json.place).timestamp()
    } catch {
      throw GoogleFailure(error)
    }
  }
}

extension GoogleFailure {
  /// The failure for a value that cannot be read.
  fileprivate init(_ problem: DocumentJSONProblem) {
    self = ProtocolJSON(problem.found, at: problem.place).unexpected(problem.expected)
  }
}
