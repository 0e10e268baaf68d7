import Foundation

/// Text inside a URL.
enum URLText {
  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
  )

  /// A part of a path or a parameter, with all but unreserved characters percent-encoded (RFC 3986,
  /// section 2.3).
  static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? text
  }

  /// A path, part by part.
  static func encoded(path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false).map { encoded(String($0)) }
      .joined(separator: "/")
  }
}
