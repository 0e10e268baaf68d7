/// The stage of a run in which resources of a kind are written: after all resources that they can
/// refer to.
package enum WriteStage: Int, Sendable, Hashable, CaseIterable {
  /// Files and accounts, to which data refers by path or identifier.
  case named
  /// Nodes and documents.
  case data
  /// The configuration of apps, which may refer to any data.
  case configuration
}
