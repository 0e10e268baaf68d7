/// The flat memory of a tree: immutable once built, shared by every subtree taken from it.
final class TreeStorage: Sendable {
  let nodes: [NodeRecord]
  let text: [UInt8]
  let sources: [SourceFile]

  init(nodes: [NodeRecord], text: [UInt8], sources: [SourceFile]) {
    self.nodes = nodes
    self.text = text
    self.sources = sources
  }

  func string(_ range: Range<Int>) -> String {
    text.withUnsafeBufferPointer { String(decoding: $0[range], as: UTF8.self) }
  }

  func position(file: Int, offset: UInt32) -> SourcePosition? {
    guard file < sources.count else { return nil }
    return sources[file].position(at: offset)
  }
}
