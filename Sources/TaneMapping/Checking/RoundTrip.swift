import TaneCore

/// A comparison of data with the data that a type encodes after decoding it.
struct RoundTrip {
  let address: Address
  private(set) var findings: [Diagnostic] = []

  /// Compares decoded data with encoded data; unread keys have separate findings.
  mutating func compare(_ read: Tree, _ written: Tree, _ visit: Visit?, path: [String] = []) {
    switch (read.kind, written.kind) {
    case (.map, .map):
      compareMaps(read, written, visit, path)
    case (.list, .list) where read.children.count == written.children.count:
      for (index, (left, right)) in zip(read.children, written.children).enumerated() {
        let child = visit?.child(left, at: index)
        compare(left, right, child, path: path + [String(index)])
      }
    default:
      guard read != written else { return }
      let found = NodeDescription.describe(read)
      note(.warning, "\(found) is written back as \(NodeDescription.describe(written))", read, path)
    }
  }

  private mutating func compareMaps(
    _ read: Tree,
    _ written: Tree,
    _ visit: Visit?,
    _ path: [String]
  ) {
    for (index, child) in read.children.enumerated() where visit?.isRead(index) != false {
      let key = child.key ?? ""
      if let other = written[key] {
        compare(child, other, visit?.child(child, at: index), path: path + [key])
      } else if child.isNull {
        note(.note, "null is read but not written back", child, path + [key])
      } else {
        let what = NodeDescription.describe(child)
        note(.warning, "\(what) is read but not written back", child, path + [key])
      }
    }
    for child in written.children where !child.isNull {
      guard let key = child.key, read[key] == nil else { continue }
      let what = NodeDescription.describe(child)
      note(
        .note,
        "the data has no \"\(key)\", but the type writes it back as \(what)",
        read,
        path + [key]
      )
    }
  }

  private mutating func note(
    _ severity: Diagnostic.Severity,
    _ message: String,
    _ tree: Tree,
    _ path: [String]
  ) {
    findings.append(
      Diagnostic(
        severity,
        .roundTrip,
        message,
        at: Address(service: address.service, path: address.path.appending(TreePath(path))),
        position: tree.position
      )
    )
  }
}

extension TreeEncoder {
  /// Creates the encoder that matches a decoder, or returns nil if it has a custom strategy.
  init?(matching decoder: TreeDecoder) {
    self.init()
    switch decoder.dateDecodingStrategy {
    case .deferredToDate: dateEncodingStrategy = .deferredToDate
    case .secondsSince1970: dateEncodingStrategy = .secondsSince1970
    case .millisecondsSince1970: dateEncodingStrategy = .millisecondsSince1970
    case .iso8601: dateEncodingStrategy = .iso8601
    case .custom: return nil
    }
    switch decoder.dataDecodingStrategy {
    case .deferredToData: dataEncodingStrategy = .deferredToData
    case .base64: dataEncodingStrategy = .base64
    case .custom: return nil
    }
    switch decoder.keyDecodingStrategy {
    case .useDefaultKeys: keyEncodingStrategy = .useDefaultKeys
    case .convertFromSnakeCase: keyEncodingStrategy = .convertToSnakeCase
    case .custom: return nil
    }
    if case .convertFromString(let positive, let negative, let nan) =
      decoder.nonConformingFloatDecodingStrategy
    {
      nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: positive,
        negativeInfinity: negative,
        nan: nan
      )
    }
    userInfo = decoder.userInfo
  }
}
