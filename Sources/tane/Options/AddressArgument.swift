public import ArgumentParser
public import TaneCore

extension Address: ExpressibleByArgument {
  /// Reads an address that was given as an argument.
  public init?(argument: String) {
    self.init(parsing: argument)
  }
}
