package import TaneCore
import TaneFormats

extension SchemaLock {
  package struct ReadResult: Sendable {
    /// The lock, or nil if a finding is an error.
    package let lock: SchemaLock?
    /// The findings in the file, ordered by position.
    package let diagnostics: [Diagnostic]
  }

  /// Parses the text of a lock.
  ///
  /// - Parameters:
  ///   - bytes: The content of the file.
  ///   - name: The name of the file in messages.
  /// - Returns: All findings, and the lock unless a finding is an error.
  package static func read(_ bytes: [UInt8], named name: String) -> ReadResult {
    let result = TreeParser.parse(bytes, named: name, as: .yaml)
    guard let tree = result.tree else {
      return ReadResult(lock: nil, diagnostics: result.diagnostics)
    }
    var reader = LockReader()
    let lock = reader.lock(tree)
    let diagnostics = (result.diagnostics + reader.diagnostics).sorted()
    return ReadResult(lock: diagnostics.containsError ? nil : lock, diagnostics: diagnostics)
  }
}
