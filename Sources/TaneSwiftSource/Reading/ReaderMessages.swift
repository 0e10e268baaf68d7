/// The field that is common to all messages between `tane` and its reader.
package struct ReaderHeading: Codable {
  /// The format of the sender's summaries.
  package let format: Int

  package init() { format = FileSummary.format }
}

package struct ReaderRequest: Codable {
  /// The requested format of the summaries.
  package let format: Int
  /// The contents of Swift source files.
  package let texts: [String]

  package init(texts: [String]) {
    format = FileSummary.format
    self.texts = texts
  }
}

package struct ReaderResponse: Codable {
  /// The format of the summaries.
  package let format: Int
  /// The declarations in each source file, in the order of the files.
  package let summaries: [FileSummary]

  package init(summaries: [FileSummary]) {
    format = FileSummary.format
    self.summaries = summaries
  }

  /// Creates the response of a reader with a different version.
  init(format: Int) {
    self.format = format
    summaries = []
  }
}
