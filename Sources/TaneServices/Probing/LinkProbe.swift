import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A probe that checks whether links work, without downloading their content.
///
/// Requests contain no credentials.
package struct LinkProbe: Sendable {
  private static let maximumRedirects = 5

  private let transport: any Transport
  private let timeout: Duration

  /// Creates a probe with a timeout for each response.
  package init(transport: any Transport, timeout: Duration) {
    (self.transport, self.timeout) = (transport, timeout)
  }

  /// Returns the reason a link does not work, or nil if it works.
  ///
  /// - Throws: A `CancellationError`; other failures are returned as a reason.
  package func problem(of link: String) async throws -> String? {
    var url = URL(string: link)
    for _ in 0...Self.maximumRedirects {
      guard let address = url?.absoluteString, WebAddress(address) != nil else {
        return "is not a valid URL, or redirects to one that is not"
      }
      do {
        let answer = try await answer(of: address)
        if (200..<300).contains(answer.status) { return nil }
        guard (300..<400).contains(answer.status), let next = answer.fields[.location] else {
          return "returns status \(answer.status)"
        }
        url = URL(string: next, relativeTo: url)?.absoluteURL
      } catch let failure as TransportFailure {
        return "cannot be reached: \(failure.words)"
      }
    }
    return "redirects more than \(Self.maximumRedirects) times"
  }

  /// Returns the response to a HEAD request, or to a partial GET if the server rejects HEAD.
  private func answer(of address: String) async throws -> TransportResponse {
    let head = try await transport.send(TransportRequest(.head, address, timeout: timeout))
    guard head.status >= 400 else { return head }
    var request = TransportRequest(.get, address, timeout: timeout)
    request.fields[.range] = "bytes=0-0"
    return try await transport.send(request)
  }
}
