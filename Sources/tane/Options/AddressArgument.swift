import ArgumentParser
import TaneCore

extension Address: @retroactive ExpressibleByArgument {
  public init?(argument: String) {
    self.init(parsing: argument)
  }
}
