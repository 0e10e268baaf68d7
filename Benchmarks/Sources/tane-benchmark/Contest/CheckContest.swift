import Foundation

extension Contest {
  /// Returns a contest between `JSONDecoder` and type checks that begin with the parsed tree of a
  /// JSON file.
  static func checking(_ file: URL) -> Contest {
    let foundation = own("JSONDecoder, parse and decode", ["decode-types", file.path])
    return Contest(
      contestants: [
        foundation,
        own("Tane's check of the parsed tree", ["check-types", file.path]),
        own("Tane's reader and check", ["check-types", file.path, "--parsing"]),
      ],
      reference: foundation.name,
      inputBytes: file.fileSize
    )
  }
}
