package import TaneCore

/// Storage for a run's lease in a service: a small value that is replaced conditionally.
package protocol LeaseStore: Sendable {
  /// Returns the lease's content, or null if no run holds the lease.
  func content() async throws -> Tree

  /// Replaces the content, or removes it if the new content is null; returns false if the current
  /// content is not the expected content.
  func replace(_ expected: Tree, with content: Tree) async throws -> Bool
}
