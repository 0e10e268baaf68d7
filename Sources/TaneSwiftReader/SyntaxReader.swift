public import TaneSwiftSource

/// Reads sources with Swift's own parser in this process.
///
/// ```swift
/// let index = SourceIndex(of: files, reader: SyntaxReader())
/// ```
public struct SyntaxReader: SourceReading {
  /// Reading never fails; of a source with syntax errors, the valid parts are read.
  public typealias Failure = Never

  /// Creates a reader.
  public init() {}

  /// Returns the declarations of the files, in their order.
  public func summaries(of files: [SwiftFile]) -> [FileSummary] {
    files.map { DeclarationReader.summary(of: $0.bytes) }
  }
}
