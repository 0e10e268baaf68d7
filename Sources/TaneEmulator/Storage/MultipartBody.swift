/// A multipart body (RFC 2046, section 5.1).
struct MultipartBody {
  /// A part with its header fields and content.
  struct Part {
    let fields: [(name: String, value: String)]
    let content: ArraySlice<UInt8>

    /// Returns the value of the field with the given lowercase name.
    func field(_ name: String) -> String? { fields.first { $0.name == name }?.value }
  }

  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  let parts: [Part]

  /// Parses a body.
  ///
  /// - Throws: A `StorageFailure` if the boundary is missing, or the body or a part's header is
  ///   incomplete.
  init(_ body: [UInt8], contentType: String) throws(StorageFailure) {
    guard let boundary = Self.boundary(of: contentType), !boundary.isEmpty else {
      throw .invalid("A multipart body needs a Content-Type with a boundary.")
    }
    parts = try Self.parts(of: body, delimiter: Array("--\(boundary)".utf8))
  }

  static func boundary(of contentType: String) -> String? {
    for parameter in contentType.split(separator: ";").dropFirst() {
      let sides = parameter.split(separator: "=", maxSplits: 1)
      guard sides.count == 2, sides[0].trimmingBlanks.lowercased() == "boundary" else { continue }
      let value = sides[1].trimmingBlanks
      // gcloud uses single quotation marks, although they are legal characters of a boundary.
      let isQuoted =
        value.count >= 2 && ["\"", "'"].contains(value.first) && value.first == value.last
      return String(isQuoted ? value.dropFirst().dropLast() : value)
    }
    return nil
  }

  private static func parts(
    of body: [UInt8],
    delimiter: [UInt8]
  ) throws(StorageFailure) -> [Part] {
    var parts: [Part] = []
    let separator = [lineFeed] + delimiter
    // The first delimiter may be at the very start, without a line break before it.
    var position =
      body.starts(with: delimiter) ? 0 : body.firstIndex(of: separator, from: 0).map { $0 + 1 }
    while let start = position {
      let afterDelimiter = start + delimiter.count
      if body[afterDelimiter...].starts(with: "--".utf8) { return parts }
      guard let lineEnd = body[afterDelimiter...].firstIndex(of: lineFeed),
        let end = body.firstIndex(of: separator, from: lineEnd)
      else { break }
      // The line break before a delimiter belongs to the delimiter. Some clients send the line
      // break without a carriage return.
      let contentEnd = end > lineEnd + 1 && body[end - 1] == carriageReturn ? end - 1 : end
      parts.append(try part(body[..<contentEnd], from: lineEnd + 1))
      position = end + 1
    }
    throw .invalid("The multipart body ends before its last boundary.")
  }

  private static func part(
    _ bytes: ArraySlice<UInt8>,
    from start: Int
  ) throws(StorageFailure) -> Part {
    var fields: [(name: String, value: String)] = []
    var position = start
    while position <= bytes.endIndex {
      let end = bytes[position...].firstIndex(of: lineFeed) ?? bytes.endIndex
      var line = Substring(decoding: bytes[position..<end], as: UTF8.self)
      if line.unicodeScalars.last == "\r" { line.unicodeScalars.removeLast() }
      position = end + 1
      if line.isEmpty {
        return Part(fields: fields, content: bytes[min(position, bytes.endIndex)...])
      }
      let sides = line.split(separator: ":", maxSplits: 1)
      if sides.count == 2 {
        fields.append((sides[0].trimmingBlanks.lowercased(), String(sides[1].trimmingBlanks)))
      }
    }
    throw .invalid("A part of the multipart body has no empty line after its header.")
  }
}

extension Substring {
  fileprivate var trimmingBlanks: Substring {
    let start = drop { $0 == " " || $0 == "\t" }
    let end = start.lastIndex { $0 != " " && $0 != "\t" }
    return end.map { start[...$0] } ?? ""
  }
}

extension [UInt8] {
  /// Returns the first position of a byte sequence at or after a position.
  fileprivate func firstIndex(of wanted: [UInt8], from start: Int) -> Int? {
    guard let first = wanted.first else { return start }
    return withUnsafeBufferPointer { bytes in
      var position = start
      while position + wanted.count <= bytes.count {
        guard let candidate = bytes[position...].firstIndex(of: first),
          candidate + wanted.count <= bytes.count
        else { return nil }
        if bytes[candidate..<(candidate + wanted.count)].elementsEqual(wanted) { return candidate }
        position = candidate + 1
      }
      return nil
    }
  }
}
