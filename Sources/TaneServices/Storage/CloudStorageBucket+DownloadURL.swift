import HTTPTypes
import TaneCore

extension CloudStorageBucket {
  /// The maximum number of attempts to add a token while others change the metadata.
  private static let maximumTokenAttempts = 25

  /// A Boolean value indicating whether a server provides the bucket; always true.
  package var isServed: Bool { true }

  /// Returns the existing download URL, or nil if the object has no token yet.
  package func existingDownloadURL(of name: String) async throws -> String? {
    guard let found = try await resource(at: name) else { throw missingObjectError(name) }
    return url(of: found, name)
  }

  private func url(of found: ObjectResource, _ name: String) -> String? {
    found.downloadTokens?.split(separator: ",").first.map {
      location.downloadURL(name, token: String($0))
    }
  }

  /// Returns the URL, including a token, from which anyone can download the object.
  ///
  /// If the object has no token, for example because no Firebase client uploaded it, a token is
  /// created.
  package func downloadURL(of name: String) async throws -> String? {
    for _ in 0..<Self.maximumTokenAttempts {
      guard let found = try await resource(at: name) else { throw missingObjectError(name) }
      if let url = url(of: found, name) { return url }
      guard location.api == .cloud else {
        throw StoreError(
          .unsupported,
          service: client.service,
          "\(name) has no token for a download URL, and only an administrator can create one"
        )
      }
      let token = Self.newToken()
      var call = try patchCall(
        for: [("metadata", .map([(ObjectMetadata.downloadTokensKey, .string(token))]))],
        of: name,
        ifUnchanged: found.object
      )
      let answer = try await send(&call)
      if answer.status != 412 { _ = try resource(of: answer, call, name) }
    }
    throw StoreError(
      .busy,
      service: client.service,
      "\(name) was changed by others during each of \(Self.maximumTokenAttempts) attempts; try again"
    )
  }

  /// Returns a random UUID (version 4), the token format of Firebase's own clients.
  private static func newToken() -> String {
    var bytes = (0..<16).map { _ in UInt8.random(in: 0...255) }
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = bytes.map { byte in
      let text = String(byte, radix: 16)
      return text.count == 1 ? "0" + text : text
    }
    let groups = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16]
    return groups.map { digits[$0].joined() }.joined(separator: "-")
  }
}
