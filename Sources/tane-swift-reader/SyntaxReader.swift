package import TaneSwiftSource

/// A reader for sources that runs Swift's own parser in this process.
///
/// ```swift
/// let index = SourceIndex(of: files, reader: SyntaxReader())
/// ```
package struct SyntaxReader: SourceReading {
  /// The failure type, which is `Never`: in a source with syntax errors, the valid parts are read.
  package typealias Failure = Never

  package init() {}

  /// Returns the declarations of the files, in the order of the files.
  package func summaries(of files: [SwiftFile]) -> [FileSummary] {
    files.map { DeclarationReader.summary(of: $0.bytes) }
  }
}
