import TaneCore
import TaneFormats

/// A rendering as a JSON patch that turns the left side into the right side.
///
/// For an environment, the patch is always the body of a multi-path update: lists in a database are
/// maps, and extras are retained, as in a seed.
package struct DifferencePatchRendering: DifferenceRendering {
  package let kind: PatchKind
  /// A closure that receives notes on differences that the patch omits.
  package let note: (String) -> Void

  package init(kind: PatchKind, note: @escaping (String) -> Void) {
    (self.kind, self.note) = (kind, note)
  }

  package func write(_ document: DifferenceDocument, to sink: @escaping TextSink) throws {
    switch kind {
    case .rtdb: try writeUpdate(of: document, to: sink)
    case .json: try writeOperations(of: try filePart(of: document), to: sink)
    case .merge: try writeMergePatch(of: try filePart(of: document), to: sink)
    }
  }

  /// Returns the only tree of a comparison of two files.
  private func filePart(of document: DifferenceDocument) throws -> DifferencePart {
    guard document.subject == .files, let part = document.parts.first else {
      throw RenderingFailure(
        .usage,
        "--patch \(kind.rawValue) requires files; for a database, use --patch rtdb"
      )
    }
    return part
  }

  private func writeOperations(of part: DifferencePart, to sink: TextSink) throws {
    let patch = JSONPatch(
      from: part.form.old,
      to: part.form.new,
      options: part.resource.rules.options
    )
    for operation in patch.operations {
      switch operation {
      case .add(let path, let value), .replace(let path, let value), .test(let path, let value):
        try check(value, at: path)
      case .remove, .move, .copy: break
      }
    }
    let operations = patch.tree.children
    let writer = JSONWriter(.compact, keyOrder: .key, escapesControls: true)
    sink("[")
    for (index, operation) in operations.enumerated() {
      sink("\(index == 0 ? "\n" : ",\n")  \(try writer.write(operation))")
    }
    sink(operations.isEmpty ? "]\n" : "\n]\n")
  }

  private func writeMergePatch(of part: DifferencePart, to sink: TextSink) throws {
    let patch: JSONMergePatch
    do {
      patch = try JSONMergePatch(
        from: part.form.old,
        to: part.form.new,
        options: part.resource.rules.options
      )
    } catch {
      throw RenderingFailure(.unsupported, error.description)
    }
    try check(patch.tree, at: .root)
    try JSONWriter(.pretty, keyOrder: .key).write(patch.tree) { bytes in
      sink(String(decoding: bytes, as: UTF8.self))
    }
  }

  private func writeUpdate(of document: DifferenceDocument, to sink: TextSink) throws {
    let update = try DatabaseUpdate(of: document)
    update.notes.forEach { note("note: \($0)") }
    let writer = JSONWriter(.compact, keyOrder: .key, escapesControls: true)
    sink("{")
    for (index, write) in update.writes.enumerated() {
      let path = Tree(.string(write.path.components.joined(separator: "/")))
      let entry = "\(try writer.write(path)): \(try writer.write(write.value))"
      sink("\(index == 0 ? "\n" : ",\n")  \(entry)")
    }
    sink(update.writes.isEmpty ? "}\n" : "\n}\n")
  }

  /// Rejects a value that JSON cannot represent, before any output is written.
  private func check(_ value: Tree, at path: TreePath) throws {
    guard !JSONValue.isRepresentable(value) else { return }
    do {
      _ = try JSONWriter(.compact).write(value)
    } catch let error as JSONWriter.UnrepresentableNodeError {
      throw RenderingFailure(.unsupported, "cannot write the patch: \(error.placed(below: path))")
    }
  }
}
