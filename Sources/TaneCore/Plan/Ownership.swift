/// The extent to which fixtures own a node that they describe.
package enum Ownership: String, Sendable, Hashable, CaseIterable {
  /// The whole node: keys that fixtures do not list are extras.
  case whole
  /// The keys that fixtures list: all other keys are ignored.
  case listed
}
