import TaneCore
import TaneFormats

extension Console {
  /// Prints a command's only JSON document.
  func printJSON(_ literal: TreeLiteral) {
    do {
      printRaw(try JSONWriter(.pretty, keyOrder: .key).write(Tree(literal)))
    } catch {
      note("error: \(error)")
    }
  }
}
