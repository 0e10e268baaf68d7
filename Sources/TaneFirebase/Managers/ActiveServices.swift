import TaneCore

/// The services of one kind in the active environment, keyed by name.
struct ActiveServices<Service: Sendable>: Sendable {
  let environment: String
  let services: [String: Service]
  let urls: ServiceURLs
  /// The name of the service to use if none is specified, or nil to use the only service.
  let defaultName: String?

  /// The names of the services, in key order.
  var names: [String] { services.keys.sorted(by: KeyOrder.precedes) }

  /// Returns the service with the given name, or the error that every use of its references throws.
  func service(named name: String, _ kind: NamedServiceKind) -> Result<Service, FirebaseError> {
    if let service = services[name] { return .success(service) }
    return .failure(
      FirebaseError(
        kind.unknownCode,
        "no \(kind.noun) \"\(name)\" in environment \"\(environment)\" (\(list))"
          + Suggestion.clause(for: name, among: names)
      )
    )
  }

  /// Returns a copy in which each service is transformed.
  func mapServices(_ transform: (Service) -> Service) -> ActiveServices {
    ActiveServices(
      environment: environment,
      services: services.mapValues(transform),
      urls: urls,
      defaultName: defaultName
    )
  }

  /// Returns the name of the default or only service, or an error if there is neither.
  func defaultName(_ kind: NamedServiceKind) -> Result<String, FirebaseError> {
    if let name = defaultName ?? (names.count == 1 ? names[0] : nil) { return .success(name) }
    let message =
      names.isEmpty
      ? "environment \"\(environment)\" has no \(kind.noun); add one to its profile"
      : "environment \"\(environment)\" has \(names.count) \(kind.noun)s (\(list)); specify one, "
        + "such as \(kind.example(names[0])), or write \"default: true\" for one in the profile"
    return .failure(FirebaseError(kind.unknownCode, message))
  }

  /// Returns the name of the service at a URL and the path within it, or an error for an unknown
  /// URL.
  func place(at url: String, _ kind: NamedServiceKind) -> Result<(String, String), FirebaseError> {
    if let (name, path) = urls.service(at: url) { return .success((name, path)) }
    return .failure(
      FirebaseError(
        kind.unknownCode,
        "no \(kind.noun) at \"\(url)\": no profile contains this URL; add it to the profile of its "
          + "environment (\(kind.noun)s of \"\(environment)\": \(list))"
      )
    )
  }

  private var list: String { names.isEmpty ? "none" : names.joined(separator: ", ") }
}

/// A kind of named service; an environment can have several services of the same kind.
enum NamedServiceKind {
  case database
  case bucket

  var noun: String { self == .database ? "database" : "bucket" }

  /// Returns a Swift expression that refers to the service with the given name.
  func example(_ name: String) -> String {
    self == .database ? "\(name)Reference" : "storageReference(bucket: \"\(name)\")"
  }

  var unknownCode: FirebaseError.Code { self == .database ? .unknownDatabase : .unknownBucket }

  /// Returns the name of the service that a manager's member refers to, such as `shops` for
  /// `shopsReference`.
  ///
  /// A name without the suffix is returned unchanged, so that error messages contain it.
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
