public import TaneCore
public import TaneMapping
import TaneProcesses

/// Expects that a type can decode the data at an address, and otherwise fails with all mismatches.
///
/// It works with any test library, because Swift Testing and XCTest print the error it throws,
/// which lists all findings with their positions in the fixtures. A trap in `init(from:)`
/// terminates the tests; standard error then names the type and the value that was being decoded.
///
/// ```swift
/// @Test func shops() async throws {
///   try await expectReadable([Shop].self, at: "shops:/shops")
/// }
/// ```
///
/// - Parameters:
///   - type: The type that decodes the data.
///   - address: The node, such as `shops:/shops`, or a document, such as `firestore:/posts/p1`; for
///     a collection such as `firestore:/posts`, the type decodes every document.
///   - data: The source of the data; by default, the fixtures of the project that contains the
///     test.
///   - options: The options of the check.
///   - severity: The lowest severity that fails; `.warning` also rejects keys that no type reads.
///   - testFile: The test's source file, from which the search for the project starts.
///   - isolation: The caller's actor, on which the type's `init(from:)` runs.
/// - Returns: The findings below that severity, and the parts of the data that were not checked.
/// - Throws: `UnreadableData` with all findings; `MappingDataError` or an error from profiles and
///   stores if there is no data.
@discardableResult
public func expectReadable<Value: Decodable>(
  _ type: Value.Type,
  at address: String,
  in data: MappingData = .fixtures(),
  options: MappingCheckOptions = MappingCheckOptions(),
  failingFrom severity: Diagnostic.Severity = .error,
  testFile: String = #filePath,
  isolation: isolated (any Actor)? = #isolation
) async throws -> MappingReport {
  let address = try Address(checked: address)
  let tree = try await data.tree(at: address, testFile: testFile)
  let report = readingReport(on: tree, at: address, readBy: type, options)
  guard report.findings.allSatisfy({ $0.severity < severity }) else {
    throw UnreadableData(typeName: TypeName.text(of: type), address: address, report: report)
  }
  return report
}

/// Checks whether a type can decode the data at an address.
///
/// - Parameters:
///   - type: The type that decodes the data.
///   - address: The node, such as `shops:/shops`, a document or a collection of documents.
///   - data: The source of the data; by default, the fixtures of the project that contains the
///     test.
///   - options: The options of the check.
///   - testFile: The test's source file, from which the search for the project starts.
///   - isolation: The caller's actor, on which the type's `init(from:)` runs.
/// - Returns: All findings, and the parts of the data that were not checked.
/// - Throws: `MappingDataError` or an error from profiles and stores if there is no data.
public func check<Value: Decodable>(
  _ type: Value.Type,
  at address: String,
  in data: MappingData = .fixtures(),
  options: MappingCheckOptions = MappingCheckOptions(),
  testFile: String = #filePath,
  isolation: isolated (any Actor)? = #isolation
) async throws -> MappingReport {
  let address = try Address(checked: address)
  let tree = try await data.tree(at: address, testFile: testFile)
  return readingReport(on: tree, at: address, readBy: type, options)
}

/// Checks a type against the data at an address; for a collection, against every document.
private func readingReport<Value: Decodable>(
  on tree: Tree,
  at address: Address,
  readBy type: Value.Type,
  _ options: MappingCheckOptions
) -> MappingReport {
  // The message is printed if the process terminates before decoding is complete.
  let words = ExitMessage()
  defer { words?.clear() }
  var options = options
  options.reading = { place, type, value, path in
    let place = place.map { "\($0): " } ?? ""
    let full = Address(service: address.service, path: address.path.appending(path))
    words?.set("\(place)error: the process ended while \(type) was reading \(value) at \(full)\n")
  }
  guard address.refersToCollection else {
    return check(type, in: tree, at: address, options: options)
  }
  // The documents are checked together, so that a value missing in all of them is reported once.
  var report = check([String: Value].self, in: tree, at: address, options: options)
  report.typeNames.remove(TypeName.text(of: [String: Value].self))
  return report
}

extension Address {
  /// Parses an address; throws a `MappingDataError` if the text is invalid.
  init(checked text: String) throws {
    guard let address = Address(parsing: text) else { throw MappingDataError.notAnAddress(text) }
    self = address
  }
}
