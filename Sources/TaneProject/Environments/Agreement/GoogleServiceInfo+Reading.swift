import Foundation
import TaneCore

extension GoogleServiceInfo {
  /// Parses a property list, or returns nil if it is not a dictionary.
  init?(_ bytes: [UInt8], file: String) {
    let list = try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    guard let list = list as? [String: Any] else { return nil }
    let places = PropertyListPositions(bytes, file: file)
    func entry(_ key: String) -> Entry? {
      guard let text = list[key] as? String, !text.isEmpty else { return nil }
      return Entry(value: text, position: places.position(ofValueOf: key))
    }
    self.file = file
    project = entry("PROJECT_ID")
    databaseURL = entry("DATABASE_URL")
    bucket = entry("STORAGE_BUCKET")
    bundleID = entry("BUNDLE_ID")
    appID = entry("GOOGLE_APP_ID")
    senderID = entry("GCM_SENDER_ID")
    clientID = entry("CLIENT_ID")
    apiKey = (list["API_KEY"] as? String).map(Secret.init)
  }
}

/// The positions of values in an XML property list, which Foundation's parser does not report.
private struct PropertyListPositions {
  private let lines: [Substring]
  private let file: String

  init(_ bytes: [UInt8], file: String) {
    lines = String(decoding: bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false) { $0.isNewline }
    self.file = file
  }

  /// Returns the position of a key's string value, or of the file if the value is not found.
  func position(ofValueOf key: String) -> SourcePosition {
    let (marker, value) = ("<key>\(key)</key>", "<string>")
    guard let first = lines.firstIndex(where: { $0.contains(marker) }) else {
      return SourcePosition(file: file)
    }
    for index in lines.indices[first...] {
      var rest = lines[index]
      if index == first, let range = rest.firstRange(of: marker) {
        rest = rest[range.upperBound...]
      }
      guard let range = rest.firstRange(of: value) else { continue }
      let column = lines[index][..<range.upperBound].count + 1
      return SourcePosition(file: file, line: index + 1, column: column)
    }
    return SourcePosition(file: file)
  }
}
