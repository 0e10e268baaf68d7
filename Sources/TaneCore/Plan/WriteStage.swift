/// When a run writes the resources of a kind: after all that they may name.
public enum WriteStage: Int, Sendable, Hashable, CaseIterable {
  /// Files and accounts, which data name by their paths and identifiers.
  case named
  /// Nodes and documents.
  case data
  /// What apps are configured with, which may name any data.
  case configuration
}
