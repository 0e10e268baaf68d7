import TaneCore
import TaneFormats

/// A parser for the JSON that clients send.
enum DatabaseDataParser {
  /// Parses a tree.
  ///
  /// - Throws: A `DatabaseFailure` with the message of `notJSON`, followed by the position and a
  ///   description of the error.
  static func tree(of bytes: [UInt8]) throws(DatabaseFailure) -> Tree {
    let result = JSONReader(recordsPositions: false).read(bytes, named: "body")
    guard let tree = result.tree else {
      let finding = result.diagnostics.first
      let place = finding?.position.map { "line \($0.line), column \($0.column)" }
      let details = [place, finding?.message].compactMap { $0 }.joined(separator: ": ")
      throw DatabaseFailure(
        DatabaseFailure.notJSON.message + (details.isEmpty ? "" : " (\(details))")
      )
    }
    return tree
  }
}
