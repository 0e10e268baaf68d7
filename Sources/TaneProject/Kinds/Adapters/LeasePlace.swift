package import TaneCore

/// A place of a service that keeps one small value, and lets it be replaced only where it is still the one expected.
package protocol LeasePlace: Sendable {
  /// Returns the lease's content, or null if nobody holds it.
  func content() async throws -> Tree

  /// Replaces what the place holds, with null removes it; false where it is not what was expected.
  func replace(_ expected: Tree, with content: Tree) async throws -> Bool
}
