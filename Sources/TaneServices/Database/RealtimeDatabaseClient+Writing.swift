import HTTPTypes
import TaneCore
import TaneFormats

extension RealtimeDatabaseClient {
  private typealias Piece = UpdateBatches.Piece

  /// Makes writes in as few requests as hold them.
  func write(_ writes: [TreeWrite]) async throws {
    let batches = UpdateBatches(
      of: writes.map { Piece(path: $0.path, value: $0.value) },
      bytes: settings.requestBytes,
      count: settings.requestWrites
    )
    var made = 0
    do {
      for batch in batches { try await send(batch, made: &made) }
    } catch let error as StoreError where made > 0 {
      throw StoreError(
        error.code,
        service: error.service,
        error.message + "; \(counted(made, "request")) of this update, which is too large for one,"
          + " had been made: run it again to complete it",
        paths: error.paths
      )
    }
  }

  /// A call that writes, without its body.
  func writing(
    _ method: HTTPRequest.Method,
    _ path: TreePath,
    silently: Bool,
    retry: RetryRule
  ) -> ServiceCall {
    var parameters: [(name: String, value: String)] = []
    if silently { parameters.append(("print", "silent")) }
    if settings.disablesTriggers { parameters.append(("disableTriggers", "true")) }
    return ServiceCall(method: method, url: location.url(path, parameters), retry: retry)
  }

  /// The bytes of a value as the service takes them.
  func json(_ value: Tree) throws -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(value.approximateByteCount)
    try JSONWriter(.compact).write(value) { bytes.append(contentsOf: $0) }
    return bytes
  }

  private func send(_ pieces: [Piece], made: inout Int) async throws {
    try Task.checkCancellation()
    let call = try call(writing: pieces)
    let answer = try await client.send(call)
    if answer.isSuccess {
      made += 1
      return
    }
    guard answer.isTooLarge, let parts = try await smaller(pieces) else {
      throw refusal(answer, of: call)
    }
    for part in parts { try await send(part, made: &made) }
  }

  private func call(writing pieces: [Piece]) throws -> ServiceCall {
    if pieces.count == 1, let piece = pieces.first {
      guard piece.value.existsInRealtimeDatabase else {
        return writing(.delete, piece.path, silently: false, retry: .notAttempted)
      }
      var call = writing(.put, piece.path, silently: true, retry: .notAttempted)
      call.body = try json(piece.value)
      return call
    }
    let base = Self.commonAncestor(of: pieces.map(\.path))
    var call = writing(.patch, base, silently: true, retry: .notAttempted)
    call.body = try json(pieces, below: base)
    return call
  }

  /// An object of the pieces by their paths below a node, without a copy of their values.
  private func json(_ pieces: [Piece], below base: TreePath) throws -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pieces.reduce(2) { $0 + $1.value.approximateByteCount + 64 })
    for piece in pieces {
      let path = piece.path.components.dropFirst(base.components.count).joined(separator: "/")
      bytes.append(bytes.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
      bytes += try json(Tree(.string(path)))
      bytes.append(UInt8(ascii: ":"))
      try JSONWriter(.compact).write(piece.value) { bytes.append(contentsOf: $0) }
    }
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  /// The deepest node of which all paths lie below.
  static func commonAncestor(of paths: [TreePath]) -> TreePath {
    guard var ancestor = paths.first?.parent else { return .root }
    for path in paths {
      while !ancestor.contains(path) || ancestor == path { ancestor = ancestor.parent }
    }
    return ancestor
  }

  /// The same writes in smaller requests, where the service finds one too large; nil where there are
  /// none.
  private func smaller(_ pieces: [Piece]) async throws -> [[Piece]]? {
    guard pieces.count == 1, let piece = pieces.first else {
      let middle = pieces.count / 2
      return [Array(pieces[..<middle]), Array(pieces[middle...])]
    }
    if piece.value.canBeDivided {
      let bytes = max(1024, piece.value.approximateByteCount / 2)
      let parts = Array(
        UpdateBatches(of: pieces, bytes: bytes, count: settings.requestWrites)
      )
      return parts.count > 1 ? parts : nil
    }
    // Too much below a path to be removed at once: its children go first.
    let keys = try await childKeys(at: piece.path)
    guard !keys.isEmpty else { return nil }
    let children = keys.map { Piece(path: piece.path.appending($0), value: .null) }
    let groups = stride(from: 0, to: children.count, by: 100).map { start in
      Array(children[start..<min(start + 100, children.count)])
    }
    return piece.value.isNull ? groups : groups + [pieces]
  }
}
