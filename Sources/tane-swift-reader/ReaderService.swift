import TaneSwiftSource

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The service of `tane-swift-reader`, which summarizes the Swift sources in a request.
package enum ReaderService {
  /// Returns the response to a request.
  ///
  /// The response to a request in a different format contains only the reader's format, so that the
  /// client can report which of the two is older.
  ///
  /// - Parameters:
  ///   - request: A `ReaderRequest` as JSON.
  ///   - note: A closure that is called with the index of each text before it is read.
  /// - Returns: A `ReaderResponse` as JSON.
  /// - Throws: `DecodingError` if the request is invalid.
  package static func answer(
    to request: [UInt8],
    reading note: (_ index: Int) -> Void = { _ in }
  ) throws -> [UInt8] {
    let decoder = JSONDecoder()
    let data = Data(request)
    let heading = try decoder.decode(ReaderHeading.self, from: data)
    guard heading.format == FileSummary.format else {
      return Array(try JSONEncoder().encode(ReaderHeading()))
    }
    let request = try decoder.decode(ReaderRequest.self, from: data)
    let summaries = request.texts.enumerated().flatMap { index, text in
      note(index)
      return SyntaxReader().summaries(of: [SwiftFile(name: "", bytes: Array(text.utf8))])
    }
    return Array(try JSONEncoder().encode(ReaderResponse(summaries: summaries)))
  }
}
