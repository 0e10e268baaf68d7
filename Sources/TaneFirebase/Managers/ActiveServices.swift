import TaneCore

/// The services of the environment that is active, by name, and how the lack of one is told.
struct ActiveServices<Service: Sendable>: Sendable {
  let environment: String
  let services: [String: Service]
  let urls: ServiceURLs

  /// The names in the order of the profile's keys.
  var names: [String] { services.keys.sorted(by: KeyOrder.precedes) }

  /// The service of a name, or the error that the use of a reference to it throws.
  func service(named name: String, _ kind: StoreKind) -> Result<Service, FirebaseError> {
    if let service = services[name] { return .success(service) }
    return .failure(
      FirebaseError(
        kind.unknownCode,
        "no \(kind.noun) \"\(name)\" in environment \"\(environment)\" (\(list))"
          + Suggestion.clause(for: name, among: names)
      )
    )
  }

  /// The name of the environment's only service, or the error that says that there are none or several.
  func onlyName(_ kind: StoreKind) -> Result<String, FirebaseError> {
    if let name = names.first, names.count == 1 { return .success(name) }
    let message =
      names.isEmpty
      ? "environment \"\(environment)\" has no \(kind.noun); name one in its profile"
      : "environment \"\(environment)\" has \(names.count) \(kind.noun)s (\(list)); say which one, such as"
        + " \(kind.example(names[0]))"
    return .failure(FirebaseError(kind.unknownCode, message))
  }

  /// The name and the path that a URL means, or the error that says that no service is there.
  func place(at url: String, _ kind: StoreKind) -> Result<(String, String), FirebaseError> {
    if let (name, path) = urls.service(at: url) { return .success((name, path)) }
    return .failure(
      FirebaseError(
        kind.unknownCode,
        "no \(kind.noun) at \"\(url)\": no profile names the URL; write it in the profile of the environment that it belongs"
          + " to (\(kind.noun)s of \"\(environment)\": \(list))"
      )
    )
  }

  private var list: String { names.isEmpty ? "it has none" : names.joined(separator: ", ") }
}

/// The kind of service of a manager.
enum StoreKind {
  case database
  case bucket

  var noun: String { self == .database ? "database" : "bucket" }

  /// Returns the expression that refers to a service of the kind in code.
  func example(_ name: String) -> String {
    self == .database ? "\(name)Reference" : "storageReference(bucket: \"\(name)\")"
  }

  var unknownCode: FirebaseError.Code { self == .database ? .unknownDatabase : .unknownBucket }

  /// The name that a member such as `shopsReference` stands for.
  ///
  /// Any other member is taken as a whole, so that the error about it names it.
  static func name(ofMember member: String) -> String {
    let suffix = "Reference"
    return member.hasSuffix(suffix) ? String(member.dropLast(suffix.count)) : member
  }
}

extension FirebaseError {
  static let noActiveEnvironment = FirebaseError(
    .noActiveEnvironment,
    "no environment is active; call EnvironmentProfiles.load(from:).activate(_:) first"
  )
}
