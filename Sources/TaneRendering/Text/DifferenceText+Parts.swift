import TaneCore

extension DifferenceText {
  /// The number of differences that are rendered before any of them is written.
  private static let batchLength = 4096
  /// The number of differences that one core renders at a time.
  private static let sliceLength = 256

  /// Renders differences on all cores, and writes their lines to a sink in order.
  func render(_ part: DifferencePart, to sink: TextSink) {
    var batch: [DifferenceItem] = []
    part.forEachItem { item in
      batch.append(item)
      guard batch.count == Self.batchLength else { return }
      render(batch, to: sink)
      batch.removeAll(keepingCapacity: true)
    }
    render(batch, to: sink)
  }

  private func render(_ items: [DifferenceItem], to sink: TextSink) {
    // Task-local values are not available on threads of `parallelMap`.
    let (language, names) = (Language.current, Language.names)
    let slices = stride(from: 0, to: items.count, by: Self.sliceLength).map {
      items.dropFirst($0).prefix(Self.sliceLength)
    }
    let texts = slices.parallelMap { slice in
      Language.$current.withValue(language) {
        Language.$names.withValue(names) { slice.map { render($0) + "\n" } }
      }
    }
    for text in texts.joined() { sink(text) }
  }
}
