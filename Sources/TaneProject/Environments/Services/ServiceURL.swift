/// Where a database or a bucket is: what its URL in a profile says.
///
/// None of the cases can hold a password or a token: a URL with one is refused.
public enum ServiceURL: Sendable, Hashable {
  /// `embedded:NAME`: the embedded store under `.tane/`.
  case embedded(name: String)
  /// `https://HOST`: a Realtime Database of Firebase, by its origin without a slash at the end.
  case firebase(origin: String)
  /// `http://HOST:PORT?ns=NAME` or, for a bucket, `http://HOST:PORT/NAME`: an emulator.
  case emulator(origin: String, name: String, service: ServiceKind)
  /// `gs://NAME`: a bucket of Cloud Storage.
  case bucket(name: String)

  /// Whether the service is an embedded store.
  public var isEmbedded: Bool {
    if case .embedded = self { true } else { false }
  }
}

/// The kinds of services that a profile gives names to.
public enum ServiceKind: String, Sendable, Hashable {
  /// A Realtime Database.
  case database
  /// A storage bucket.
  case bucket
}

extension ServiceURL {
  /// The name of the database's instance, or of the bucket, as clients of an emulator say it.
  public var instanceName: String {
    switch self {
    case .embedded(let name), .emulator(_, let name, _), .bucket(let name): name
    case .firebase(let origin):
      // The first label of the host is the name of the instance.
      String(origin.drop { $0 != "/" }.drop { $0 == "/" }.prefix { $0 != "." })
    }
  }
}

extension ServiceURL: CustomStringConvertible {
  /// The URL as a profile spells it.
  public var description: String {
    switch self {
    case .embedded(let name): "embedded:\(name)"
    case .firebase(let origin): origin
    case .emulator(let origin, let name, .database): "\(origin)?ns=\(name)"
    case .emulator(let origin, let name, .bucket): "\(origin)/\(name)"
    case .bucket(let name): "gs://\(name)"
    }
  }
}
