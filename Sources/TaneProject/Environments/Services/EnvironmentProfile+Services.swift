extension EnvironmentProfile {
  /// Whether all that the profile names is kept in embedded stores.
  public var isEmbedded: Bool {
    areEmbedded.allSatisfy(\.self)
  }

  /// Whether anything that the profile names is kept in an embedded store.
  public var hasEmbeddedService: Bool { areEmbedded.contains(true) }

  /// Whether anything that the profile names is Firebase's own, and so is asked with a credential.
  public var hasFirebaseService: Bool {
    if case .firebase = firestore?.url { return true }
    if case .firebase = accounts?.url { return true }
    return databases.contains { if case .firebase = $0.url { true } else { false } }
      || buckets.contains { if case .bucket = $0.url { true } else { false } }
  }

  /// Whether anything that the profile names is at an emulator, be it by the profile or by a variable.
  public var hasEmulatedService: Bool {
    if case .emulator = firestore?.url { return true }
    if case .emulator = accounts?.url { return true }
    return (databases.map(\.url) + buckets.map(\.url)).contains {
      if case .emulator = $0 { true } else { false }
    }
  }

  private var areEmbedded: [Bool] {
    databases.map(\.url.isEmbedded) + buckets.map(\.url.isEmbedded)
      + [firestore?.url.isEmbedded, accounts?.url.isEmbedded].compactMap(\.self)
  }
}
