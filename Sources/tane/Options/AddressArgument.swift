public import ArgumentParser
public import TaneCore

extension Address: ExpressibleByArgument {
  /// Parses an address from a command-line argument; returns nil if it is invalid.
  public init?(argument: String) {
    self.init(parsing: argument)
  }

  /// The shell completion for addresses, which suggests the project's addresses.
  public static var defaultCompletionKind: CompletionKind {
    .custom { _, _, prefix in CompletionCandidates.addresses(beginningWith: prefix) }
  }
}
