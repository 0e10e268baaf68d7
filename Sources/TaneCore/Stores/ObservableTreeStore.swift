/// A Realtime Database that tells of its changes by itself.
///
/// What observes a database of another kind asks it again and again, and at once after writes of its own.
public protocol ObservableTreeStore: TreeStore {
  /// The value at a path now, and again after every change, in stored form; of a store that keeps
  /// priorities (`ExportFormTreeStore`), in export form.
  ///
  /// Whoever reads slowly may be given the newest value alone. The stream ends with an error when the
  /// store can observe no longer, and without one when its reader is cancelled.
  func trees(at path: TreePath) -> AsyncThrowingStream<Tree, any Error>
}
