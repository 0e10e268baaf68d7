import Synchronization
import TaneCore

/// The page tokens of listings, by the last document of the previous page.
///
/// The API goes on by its own tokens alone, and stores are asked by the document before. Whoever reads page
/// after page is given the next one at once; anything else is looked for from the beginning.
final class ListingPages: Sendable {
  /// As many listings go on side by side without looking.
  private static let limit = 64

  private let tokens = Mutex<[(path: DocumentPath, token: String)]>([])

  /// The token of the page behind a document, if it is known.
  func token(after path: DocumentPath) -> String? {
    tokens.withLock { tokens in tokens.last { $0.path == path }?.token }
  }

  /// Remembers the token of the page behind a document.
  func remember(_ token: String, after path: DocumentPath) {
    tokens.withLock { tokens in
      tokens.removeAll { $0.path == path }
      if tokens.count >= Self.limit { tokens.removeFirst() }
      tokens.append((path, token))
    }
  }
}
