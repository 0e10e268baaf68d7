import TaneSwiftSource

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What `tane-swift-reader` does: a request in, the summaries of its texts out.
public enum ReaderService {
  /// The answer to a request.
  ///
  /// A request of another format than this reader's is answered with the reader's format alone, so
  /// that who asks can say which of the two is older.
  ///
  /// - Parameter request: A `ReaderRequest` as JSON.
  /// - Returns: A `ReaderAnswer` as JSON.
  /// - Throws: `DecodingError` where the request is none.
  public static func answer(to request: [UInt8]) throws -> [UInt8] {
    let decoder = JSONDecoder()
    let data = Data(request)
    let heading = try decoder.decode(ReaderHeading.self, from: data)
    guard heading.format == FileSummary.format else {
      return Array(try JSONEncoder().encode(ReaderHeading()))
    }
    let request = try decoder.decode(ReaderRequest.self, from: data)
    let files = request.texts.map { SwiftFile(name: "", bytes: Array($0.utf8)) }
    let answer = ReaderAnswer(summaries: SyntaxReader().summaries(of: files))
    return Array(try JSONEncoder().encode(answer))
  }
}
