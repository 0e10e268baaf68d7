package import TaneSwiftSource

/// A reader that runs Swift's own parser in this process.
///
/// ```swift
/// let index = SourceIndex(of: files, reader: SyntaxReader())
/// ```
package struct SyntaxReader: SourceReading {
  /// The error type, which is `Never`: if a source has syntax errors, its valid parts are
  /// summarized.
  package typealias Failure = Never

  package init() {}

  /// Returns summaries of the declarations in files, in the order of the files.
  package func summaries(of files: [SwiftFile]) -> [FileSummary] {
    files.map { DeclarationReader.summary(of: $0.bytes) }
  }
}
