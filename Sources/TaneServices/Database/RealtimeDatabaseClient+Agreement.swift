import HTTPTypes
package import TaneCore
import TaneFormats

extension RealtimeDatabaseClient {
  /// Compares the value at a path with a tree in stored form while the value is being received.
  ///
  /// A value that is too large for one response, or that has priorities, counts as different.
  package func agreement(with tree: Tree, at path: TreePath) async throws -> TreeAgreement {
    try Task.checkCancellation()
    guard path.isStorable else { return tree.isNull ? .same(tag: nil) : .different }
    var call = readCall(at: path, parameters: [("format", "export")])
    call.fields = .init(firebaseTag: true)
    let open = try await client.open(call)
    guard let body = open.body else {
      if open.answer.isTooLarge { return .different }
      throw error(for: open.answer, of: call)
    }
    var comparison = JSONStreamComparison(with: tree)
    do {
      for try await piece in body {
        WorkCounter.add(piece.count, .bytes)
        guard comparison.consume(piece) else { return .different }
      }
    } catch is TransportFailure {
      // The response was incomplete. The caller then reads the value again, and that read reports
      // errors.
      return .different
    }
    return comparison.finish() ? .same(tag: etagSupport.tag(of: open.answer)) : .different
  }
}
