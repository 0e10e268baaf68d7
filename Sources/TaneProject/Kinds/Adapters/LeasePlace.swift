package import TaneCore

/// A place in a service for one small value that is replaced conditionally.
package protocol LeasePlace: Sendable {
  /// Returns the lease's content, or null if nobody holds it.
  func content() async throws -> Tree

  /// Replaces the content, or removes it for null; returns false if it is not the expected one.
  func replace(_ expected: Tree, with content: Tree) async throws -> Bool
}
