/// What a hand-written `init(from:)` reads.
struct InitializerSummary: Sendable, Hashable, Codable {
  /// A keyed container that the initializer opens.
  struct Container: Sendable, Hashable, Codable {
    /// The type of the keys.
    let keys: TypeReference
    /// The container and the key under which this one lies; nil for the type's own map.
    let parent: Parent?
  }

  /// The place of a container inside another.
  struct Parent: Sendable, Hashable, Codable {
    let container: Int
    let key: String
    let isCertain: Bool
    let place: Place
  }

  /// One reading of a key.
  struct Read: Sendable, Hashable, Codable {
    enum Method: String, Sendable, Hashable, Codable {
      /// The key must be there.
      case decode
      /// The key may be absent or null.
      case decodeIfPresent
      /// The key is used in another way.
      case other
    }

    let container: Int
    /// The name of the case of the container's keys.
    let key: String
    let method: Method
    let type: TypeReference?
    /// Whether the reading always happens and its failure always shows.
    let isCertain: Bool
    let place: Place
  }

  let place: Place
  var containers: [Container] = []
  var reads: [Read] = []
  /// The types that are read from the same decoder.
  var includes: [TypeReference] = []
  /// Whether the superclass reads the same map.
  var includesSuperclass = false
  /// Whether containers or the decoder are used in ways that are not followed.
  var mayReadOtherKeys = false
  /// Why the initializer cannot be told at all.
  var opaqueReason: String?
}
