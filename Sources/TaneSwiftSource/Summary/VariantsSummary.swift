/// The additional reads of a hand-written `init(from:)`, by the value of a key that it switches on.
package struct VariantsSummary: Sendable, Hashable, Codable {
  /// One branch of the `switch`.
  package struct Variant: Sendable, Hashable, Codable {
    /// The cases that select the branch, such as `shop` for `.shop`.
    package var caseNames: [String] = []
    /// The strings that select the branch, such as `shop` for `"shop"`.
    package var texts: [String] = []
    package var reads: [InitializerSummary.Read] = []
    /// The types that are decoded from the initializer's own decoder.
    package var includes: [TypeReference] = []
    /// A Boolean value indicating whether the branch may read other keys in ways that are not
    /// analyzed.
    package var mayReadOtherKeys = false

    /// Creates a branch that reads nothing.
    package init() {}
  }

  /// The index of the key's container.
  package let container: Int
  /// The case of the container's key type.
  package let key: String
  package var variants: [Variant] = []

  /// Creates a `switch` without branches.
  package init(container: Int, key: String) {
    (self.container, self.key) = (container, key)
  }
}
