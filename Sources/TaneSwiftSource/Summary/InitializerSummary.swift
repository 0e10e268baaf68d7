/// A summary of a hand-written `init(from:)`.
package struct InitializerSummary: Sendable, Hashable, Codable {
  /// A container that the initializer opens.
  package struct Container: Sendable, Hashable, Codable {
    /// The type of the keys, or nil if the container is unkeyed or has a single value.
    package let keys: TypeReference?
    /// The enclosing container and the key in it, or nil if this container decodes the type's own
    /// value or a list element.
    package let parent: Parent?
    /// A Boolean value indicating whether the container is unkeyed.
    package var isList = false
    /// A Boolean value indicating whether the container decodes a list element.
    package var isElement = false
    /// A Boolean value indicating whether the container is always opened.
    package var isCertain = true

    package init(keys: TypeReference?, parent: Parent?) {
      self.keys = keys
      self.parent = parent
    }
  }

  /// The outer container of a nested container, and the key of the nested container in it.
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

  /// A read of a key.
  package struct Read: Sendable, Hashable, Codable {
    /// The container method that reads a key.
    package enum Method: String, Sendable, Hashable, Codable {
      /// The key must be present.
      case decode
      /// The key may be absent or null.
      case decodeIfPresent
      /// The key is decoded only if `contains(_:)` returns true for it.
      case decodeIfContained
      /// Any other method that receives the key.
      case other
    }

    package let container: Int
    /// The case of the container's key type, or a literal in quotation marks.
    package let key: String
    package let method: Method
    package let type: TypeReference?
    /// A Boolean value indicating whether the read always happens and the initializer throws if it
    /// fails.
    package let isCertain: Bool
    package let place: Place
    /// A Boolean value indicating whether the read always happens, but with `try?`.
    package var isAttempted = false

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

  /// A type that decodes the value of a key from a nested decoder, as in `super.init(from:
  /// container.superDecoder())`.
  package struct NestedRead: Sendable, Hashable, Codable {
    package let container: Int
    /// The case of the container's key type, or nil if the key is `super`.
    package let key: String?
    /// The type, or nil if it is the superclass.
    package let type: TypeReference?
    package let isCertain: Bool
    package let place: Place

    package init(container: Int, key: String?, type: TypeReference?, isCertain: Bool, place: Place)
    {
      self.container = container
      self.key = key
      self.type = type
      self.isCertain = isCertain
      self.place = place
    }
  }

  /// A read of a list element; reads are in the order of the elements.
  package struct Element: Sendable, Hashable, Codable {
    /// The index of the list's container.
    package let container: Int
    /// The type of the element, or nil if it is unknown or the element has a container.
    package let type: TypeReference?
    /// The index of the container that decodes the element, if any.
    package var content: Int?
    /// A Boolean value indicating whether the read covers all remaining elements instead of one.
    package let isRepeated: Bool
    /// A Boolean value indicating whether the list may end before the element.
    package var mayBeAbsent = false

    package init(container: Int, type: TypeReference?, isRepeated: Bool) {
      self.container = container
      self.type = type
      self.isRepeated = isRepeated
    }
  }

  package let place: Place
  package var elements: [Element] = []
  package var containers: [Container] = []
  package var reads: [Read] = []
  package var nestedReads: [NestedRead] = []
  /// The alternative types of a value, which the initializer tries one after another.
  package var alternatives: [TypeReference] = []
  /// A Boolean value indicating whether the initializer accepts null.
  package var acceptsNull = false
  /// The type that is always decoded from a single-value container.
  package var singleValue: TypeReference?
  /// A Boolean value indicating whether the single value is decoded with `try?`.
  package var isSingleValueAttempted = false
  /// The types that are decoded from the initializer's own decoder.
  package var includes: [TypeReference] = []
  /// The reads that depend on the value of a key.
  package var variants: VariantsSummary?
  /// A Boolean value indicating whether the superclass reads the same map.
  package var includesSuperclass = false
  /// A Boolean value indicating whether containers or the decoder are used in ways that are not
  /// analyzed.
  package var mayReadOtherKeys = false
  /// The reason the initializer cannot be analyzed, or nil if it can.
  package var opaqueReason: String?
  package var steps = StepsSummary()

  package init(place: Place) { self.place = place }
}
