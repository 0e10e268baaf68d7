import TaneCore

/// The validated query parameters of a request.
///
/// See <https://firebase.google.com/docs/reference/rest/database#section-query-parameters>.
struct DatabaseParameters {
  /// The format of the response body.
  enum Print {
    /// Compact JSON.
    case compact
    /// Indented JSON.
    case pretty
    /// No body.
    case silent
  }

  /// The name of the database, or nil for the default database.
  let namespace: String?
  private(set) var print = Print.compact
  /// A Boolean value indicating whether only the keys of children are requested.
  private(set) var isShallow = false
  /// A Boolean value indicating whether priorities are requested.
  private(set) var isExport = false
  /// A Boolean value indicating whether security rules are requested as JSON without comments.
  private(set) var isStrict = false
  /// The name of the JavaScript function to call with the response (JSONP).
  private(set) var callback: String?
  /// The name of the file in which a browser saves the response.
  private(set) var download: String?
  /// The query for the children, or nil if the whole node is requested.
  private(set) var query: DatabaseQuery?

  /// Parses the parameters of a request.
  ///
  /// - Throws: An error for the first invalid parameter.
  init(_ target: RequestTarget) throws(DatabaseFailure) {
    namespace = target["ns"]
    try readPrint(target["print"])
    isShallow = try Self.flag("shallow", of: target)
    try readFormat(target["format"])
    try Self.checkTimeout(target["timeout"])
    try Self.checkWriteSizeLimit(target["writeSizeLimit"])
    try readCallback(target["callback"])
    download = target["download"]
    query = try QueryParameters.query(of: target, isShallow: isShallow)
  }

  private mutating func readPrint(_ value: String?) throws(DatabaseFailure) {
    switch value {
    case nil: break
    case "pretty": print = .pretty
    case "silent": print = .silent
    default: throw DatabaseFailure("print must be \"pretty\" or \"silent\"")
    }
  }

  private mutating func readFormat(_ value: String?) throws(DatabaseFailure) {
    switch value {
    case nil: break
    case "export": isExport = true
    case "strict": isStrict = true
    default: throw Self.unknownFormat
    }
  }

  /// The error for an unknown format, or for a format that the request does not support.
  static let unknownFormat = DatabaseFailure("format must be \"export\"")

  private mutating func readCallback(_ value: String?) throws(DatabaseFailure) {
    guard let value else { return }
    let isName = value.utf8.allSatisfy { $0.isASCIILetterOrDigit || "_$.[]".utf8.contains($0) }
    guard !value.isEmpty, isName else {
      throw DatabaseFailure("callback must be the name of a JavaScript function")
    }
    callback = value
  }

  private static func flag(
    _ name: String,
    of target: RequestTarget
  ) throws(DatabaseFailure) -> Bool {
    switch target[name] {
    case nil, "false": return false
    case "true": return true
    default: throw DatabaseFailure("\(name) must be true or false")
    }
  }

  private static func checkTimeout(_ value: String?) throws(DatabaseFailure) {
    guard let value else { return }
    let units: [(name: String, milliseconds: Double)] = [("ms", 1), ("s", 1000), ("min", 60_000)]
    let limit = 15 * 60_000.0
    for unit in units where value.hasSuffix(unit.name) {
      guard let amount = Double(value.dropLast(unit.name.count)) else { continue }
      guard amount > 0, amount * unit.milliseconds <= limit else {
        throw DatabaseFailure("timeout must be greater than 0 and at most 15min")
      }
      return
    }
    throw DatabaseFailure("timeout must be a number followed by ms, s or min, such as 3s")
  }

  private static func checkWriteSizeLimit(_ value: String?) throws(DatabaseFailure) {
    let names = ["tiny", "small", "medium", "large", "unlimited"]
    guard value.map(names.contains) ?? true else {
      throw DatabaseFailure("writeSizeLimit must be one of \(names.joined(separator: ", "))")
    }
  }
}
