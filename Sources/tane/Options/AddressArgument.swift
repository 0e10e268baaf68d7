public import ArgumentParser
public import TaneCore

extension Address: ExpressibleByArgument {
  /// Reads an address that was given as an argument.
  public init?(argument: String) {
    self.init(parsing: argument)
  }

  /// How a shell completes addresses: with those of the project.
  public static var defaultCompletionKind: CompletionKind {
    .custom { _, _, prefix in Candidates.addresses(beginningWith: prefix) }
  }
}
