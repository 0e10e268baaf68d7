public import ArgumentParser
public import TaneCore

extension Address: ExpressibleByArgument {
  /// Parses an address from a command-line argument.
  public init?(argument: String) {
    self.init(parsing: argument)
  }

  /// The shell completion of addresses, with the addresses of the project.
  public static var defaultCompletionKind: CompletionKind {
    .custom { _, _, prefix in Candidates.addresses(beginningWith: prefix) }
  }
}
