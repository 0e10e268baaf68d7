import TaneCore

/// A keyed container for a map.
struct KeyedTreeContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  // The only member is the frame, because the standard library copies the container for every
  // request.
  let frame: TreeFrame

  init(frame: TreeFrame) {
    self.frame = frame
    if !frame.session.usesDefaultKeys, frame.convertedKeys == nil {
      frame.convertedKeys = frame.session.convertedKeys(of: frame)
    }
  }

  var codingPath: [any CodingKey] { frame.codingPath }

  var allKeys: [Key] {
    frame.attempt?.trace.recordOtherRequest()
    if frame.isInvented { return TypeMetadata.cases(of: Key.self).prefix(1).map(\.value) }
    let children = frame.tree.children
    let names =
      frame.convertedKeys.map(Array.init) ?? children.indices.map { (children[$0].key ?? "", $0) }
    return names.compactMap { name, index in
      guard let key = Key(stringValue: name) else { return nil }
      frame.visit?.markRead(index)
      return key
    }
  }

  func contains(_ key: Key) -> Bool {
    frame.attempt?.trace.recordOtherRequest()
    return child(key) != nil
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    frame.attempt?.trace.recordOtherRequest()
    // A stand-in for a missing value is not null.
    return try read(DecodedNil.self, key) { DecodedNil(isNull: $0.tree.isNull) }.isNull
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try read(type, key) { try frame.bool($0.tree, at: key) }
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try read(type, key) { try frame.string($0.tree, at: key) }
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try read(type, key) { try frame.double($0.tree, at: key) }
  }

  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try read(type, key) { try frame.float($0.tree, at: key) }
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    if let identifier = try identifier(type, key) { return identifier }
    return try read(type, key) { try frame.value(of: type, $0, at: key) }
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try readIfPresent(type, key) { try frame.bool($0.tree, at: key) }
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try readIfPresent(type, key) { try frame.string($0.tree, at: key) }
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try readIfPresent(type, key) { try frame.double($0.tree, at: key) }
  }

  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try readIfPresent(type, key) { try frame.float($0.tree, at: key) }
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try readIfPresent(type, key) { try frame.integer(type, $0.tree, at: key) }
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    // The conformance is checked only in documents, because the check takes longer than reading a
    // number.
    if frame.session.document != nil, type is any DocumentIdentifierProperty.Type,
      presentChild(key) != nil
    {
      return try decode(type, forKey: key)
    }
    return try readIfPresent(type, key) { try frame.value(of: type, $0, at: key) }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try nested(key) { _ = try $0.container(keyedBy: type) }.container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try nested(key) { _ = try $0.unkeyedContainer() }.unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    frame.attempt?.trace.recordOtherRequest()
    let key = TreeCodingKey.superclass
    return try frame.superclassFrame(of: child(named: key.stringValue), at: key)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    frame.attempt?.trace.recordOtherRequest()
    return try frame.superclassFrame(of: child(key), at: key)
  }
}

extension KeyedTreeContainer {
  /// Decodes the required value of a key with a function; throws if the key is missing.
  @inline(__always)
  func read<Value>(
    _ type: Value.Type,
    _ key: Key,
    _ body: (TreeChild) throws -> Value
  ) throws -> Value {
    guard let attempt = frame.attempt else { return try body(requiredChild(key)) }
    return try attempt.handleRequest(for: type, in: frame, at: key) { try body(requiredChild(key)) }
  }

  /// Decodes the value of a key with a function, or returns nil if it is missing or null.
  @inline(__always)
  func readIfPresent<Value>(
    _ type: Value.Type,
    _ key: Key,
    _ body: (TreeChild) throws -> Value
  ) throws -> Value? {
    guard let attempt = frame.attempt else { return try presentChild(key).map(body) }
    return try attempt.handleRequest(for: Value?.self, in: frame, at: key) {
      try presentChild(key).map(body)
    }
  }

  /// Returns the value of a property wrapper for the document's identifier, or nil if the type is
  /// not such a wrapper or the data is not a document.
  private func identifier<Value>(_ type: Value.Type, _ key: Key) throws -> Value? {
    guard let document = frame.session.document,
      let property = type as? any DocumentIdentifierProperty.Type
    else { return nil }
    frame.attempt?.trace.note(key, type)
    // Requests the field with the property's name, so that it does not count as unread.
    _ = child(key)
    return try property.init(ofDocumentAt: document.document(of: frame), for: frame) as? Value
  }

  /// Returns the frame of a nested container; `open` throws if the node is of the wrong kind.
  private func nested(_ key: Key, _ open: (TreeFrame) throws -> Void) throws -> TreeFrame {
    guard let attempt = frame.attempt else {
      return try frame.frame(of: requiredChild(key), at: key)
    }
    attempt.trace.recordOtherRequest()
    return try attempt.handleRequest(for: TreeFrame.self, in: frame, at: key) {
      let nested = try frame.frame(of: requiredChild(key), at: key)
      try open(nested)
      return nested
    }
  }

  private func child(_ key: Key) -> TreeChild? { child(named: key.stringValue) }

  private func child(named name: String) -> TreeChild? {
    let children = frame.tree.children
    let found =
      if let converted = frame.convertedKeys { converted[name] } else {
        children.index(ofKey: name)
      }
    guard let index = found else { return nil }
    frame.visit?.markRead(index)
    return TreeChild(tree: children[index], index: index)
  }

  func requiredChild(_ key: Key) throws -> TreeChild {
    guard let child = child(key) else { throw DecodingFailure.missing(key, in: frame) }
    return child
  }

  /// Returns the child under a key, or nil if it is missing or null.
  private func presentChild(_ key: Key) -> TreeChild? {
    let child = child(key)
    let session = frame.session
    session.coverage?.note(
      key,
      of: session.current?.type,
      in: frame.visit,
      isPresent: child?.tree.isNull == false
    )
    guard let child, !child.tree.isNull else { return nil }
    return child
  }
}

/// A wrapper for the result of `decodeNil`.
struct DecodedNil {
  let isNull: Bool
}

extension DecodingSession {
  /// Returns the indices of a map's children by converted key, or nil if keys are not converted.
  ///
  /// If two keys have the same converted key, the first in key order is used.
  func convertedKeys(of frame: TreeFrame) -> [String: Int]? {
    guard let convert = keyConversion(at: frame) else { return nil }
    return Dictionary(
      frame.tree.children.enumerated().map { (convert($1.key ?? ""), $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  private func keyConversion(at frame: TreeFrame) -> ((String) -> String)? {
    switch options.keyDecodingStrategy {
    case .useDefaultKeys:
      return nil
    case .convertFromSnakeCase:
      return SnakeCase.camelCase
    case .custom(let conversion):
      let path = frame.codingPath
      return { conversion(path + [TreeCodingKey.name($0)]).stringValue }
    }
  }
}
