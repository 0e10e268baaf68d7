import TaneCore

/// A service of the environment that is active, or the error that the use of a reference to it throws.
typealias ActiveService<Reader: Sendable, Store: Sendable> = Result<
  OpenedService<Reader, Store>, FirebaseError
>

/// The services of the environment that is active, by name, and how the lack of one is told.
struct ActiveServices<Service: Sendable>: Sendable {
  let environment: String
  let services: [String: Service]

  /// The names in the order of the profile's keys.
  var names: [String] { services.keys.sorted(by: KeyOrder.precedes) }

  /// The service of a name, or the error that the use of a reference to it throws.
  func service(named name: String, _ kind: StoreKind) -> Result<Service, FirebaseError> {
    if let service = services[name] { return .success(service) }
    let list = names.isEmpty ? "it has none" : names.joined(separator: ", ")
    return .failure(
      FirebaseError(
        kind.unknownCode,
        "no \(kind.noun) \"\(name)\" in environment \"\(environment)\" (\(list))"
          + Suggestion.clause(for: name, among: names)
      )
    )
  }
}

/// What a manager manages.
enum StoreKind {
  case database
  case bucket

  var noun: String { self == .database ? "database" : "bucket" }

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
