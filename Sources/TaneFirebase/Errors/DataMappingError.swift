public import TaneCore
import TaneMapping

/// An error for data that a type cannot decode, with findings for the invalid values.
///
/// ```swift
/// do {
///   print(try snapshot.data(as: [Shop].self).count)
/// } catch let error as DataMappingError {
///   print(error.findings.map(\.message))
/// }
/// ```
public struct DataMappingError: Error, Sendable {
  /// The name of the type.
  public let typeName: String
  /// The address of the data.
  public let address: Address
  /// The findings for values that the type cannot decode, in the order of the data; never empty.
  public let findings: [Diagnostic]
  /// Descriptions of the data that could not be checked, each with the reason.
  public let notChecked: [String]
  /// The error that the decoder threw for the first value that the type cannot decode.
  public let underlyingError: any Error

  /// The maximum number of findings.
  static let maximumFindings = 100

  /// Creates an error with findings for all values in the data that a type cannot decode.
  init<Value: Decodable>(
    _ type: Value.Type,
    reading tree: Tree,
    at address: Address,
    with decoder: TreeDecoder,
    failing error: any Error
  ) {
    let options = MappingCheckOptions(
      decoder: decoder,
      extras: [],
      maximumFindings: Self.maximumFindings
    )
    let report = check(type, in: tree, at: address, options: options)
    let errors = report.findings.filter { $0.severity == .error }
    typeName = "\(type)"
    self.address = address
    notChecked = report.notChecked
    underlyingError = error
    // If the check finds no invalid value, the decoder's error becomes the only finding.
    findings = errors.isEmpty ? [Diagnostic(error, at: address, typeName)] : errors
  }
}

extension DataMappingError: CustomStringConvertible {
  /// A line with the number of errors, followed by the findings and the unchecked data.
  public var description: String {
    let count = findings.count
    let errors = count < Self.maximumFindings ? counted(count, "error") : "\(count) errors or more"
    var lines = ["\(typeName) cannot decode \(address): \(errors)"]
    lines += findings.map(\.description)
    lines += notChecked.map { "not checked: \($0)" }
    return lines.joined(separator: "\n")
  }
}

extension Diagnostic {
  /// Creates a finding from a decoder's error.
  fileprivate init(_ error: any Error, at address: Address, _ typeName: String) {
    guard let error = error as? DecodingError else {
      self.init(
        .error,
        .unreadableValue,
        "\(error)",
        at: address,
        position: nil,
        typeName: typeName
      )
      return
    }
    let (code, context) = error.reason
    let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
    let node = Address(service: address.service, path: address.path.appending(TreePath(path)))
    let message = context.debugDescription
    self.init(.error, code, message, at: node, position: nil, typeName: typeName)
  }
}

extension DecodingError {
  fileprivate var reason: (DiagnosticCode, Context) {
    switch self {
    case .typeMismatch(_, let context): (.mismatchedType, context)
    case .valueNotFound(_, let context): (.nullValue, context)
    case .keyNotFound(_, let context): (.missingKey, context)
    case .dataCorrupted(let context): (.unreadableValue, context)
    @unknown default: (.unreadableValue, Context(codingPath: [], debugDescription: "\(self)"))
    }
  }
}
