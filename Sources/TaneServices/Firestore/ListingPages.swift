import Synchronization
import TaneCore

/// The page tokens of listings, by the last document of the previous page.
///
/// The API continues only from its own tokens, while stores continue from a document. When pages
/// are read in order, the next token is known; any other page is searched for from the beginning.
final class ListingPages: Sendable {
  /// The maximum number of concurrent listings with remembered tokens.
  private static let limit = 64

  private let tokens = Mutex<[(path: DocumentPath, token: String)]>([])

  /// Returns the token of the page after a document, if known.
  func token(after path: DocumentPath) -> String? {
    tokens.withLock { tokens in tokens.last { $0.path == path }?.token }
  }

  func remember(_ token: String, after path: DocumentPath) {
    tokens.withLock { tokens in
      tokens.removeAll { $0.path == path }
      if tokens.count >= Self.limit { tokens.removeFirst() }
      tokens.append((path, token))
    }
  }
}
