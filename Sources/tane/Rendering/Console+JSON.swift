import TaneCore
import TaneFormats

extension Console {
  /// Prints the single JSON document of a command.
  func printJSON(_ literal: TreeLiteral) {
    do {
      printRaw(try JSONWriter(.pretty, keyOrder: .key).write(Tree(literal)))
    } catch {
      note("error: \(error)")
    }
  }
}
