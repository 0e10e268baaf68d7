/// What a hand-written `init(from:)` reads.
package struct InitializerSummary: Sendable, Hashable, Codable {
  /// A container that the initializer opens.
  package struct Container: Sendable, Hashable, Codable {
    /// The type of the keys; nil for a container of a single value.
    package let keys: TypeReference?
    /// The container and the key under which this one lies; nil for the type's own map.
    package let parent: Parent?

    package init(keys: TypeReference?, parent: Parent?) {
      self.keys = keys
      self.parent = parent
    }
  }

  /// The place of a container inside another.
  package struct Parent: Sendable, Hashable, Codable {
    package let container: Int
    package let key: String
    package let isCertain: Bool
    package let place: Place

    package init(container: Int, key: String, isCertain: Bool, place: Place) {
      self.container = container
      self.key = key
      self.isCertain = isCertain
      self.place = place
    }
  }

  /// One reading of a key.
  package struct Read: Sendable, Hashable, Codable {
    /// How a key is read.
    package enum Method: String, Sendable, Hashable, Codable {
      /// The key must be there.
      case decode
      /// The key may be absent or null.
      case decodeIfPresent
      /// The key is used in another way.
      case other
    }

    package let container: Int
    /// The name of the case of the container's keys.
    package let key: String
    package let method: Method
    package let type: TypeReference?
    /// Whether the reading always happens and its failure always shows.
    package let isCertain: Bool
    package let place: Place

    package init(
      container: Int,
      key: String,
      method: Method,
      type: TypeReference?,
      isCertain: Bool,
      place: Place
    ) {
      self.container = container
      self.key = key
      self.method = method
      self.type = type
      self.isCertain = isCertain
      self.place = place
    }
  }

  package let place: Place
  package var containers: [Container] = []
  package var reads: [Read] = []
  /// The type that is certainly read from a container of a single value.
  package var singleValue: TypeReference?
  /// The types that are read from the same decoder.
  package var includes: [TypeReference] = []
  /// Whether the superclass reads the same map.
  package var includesSuperclass = false
  /// Whether containers or the decoder are used in ways that are not followed.
  package var mayReadOtherKeys = false
  /// Why the initializer cannot be told at all.
  package var opaqueReason: String?

  package init(place: Place) { self.place = place }
}
