package import TaneSwiftSource

/// A reader of sources that uses Swift's own parser, in this process.
///
/// ```swift
/// let index = SourceIndex(of: files, reader: SyntaxReader())
/// ```
package struct SyntaxReader: SourceReading {
  /// Reading never fails: the valid parts of a source with syntax errors are read.
  package typealias Failure = Never

  package init() {}

  /// Returns the declarations of the files, in the order of the files.
  package func summaries(of files: [SwiftFile]) -> [FileSummary] {
    files.map { DeclarationReader.summary(of: $0.bytes) }
  }
}
