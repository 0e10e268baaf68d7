/// A destination for rendered text, which is written piece by piece to limit memory use.
package typealias TextSink = (String) -> Void

/// A format for the result of a comparison.
package protocol DifferenceRendering {
  /// Writes the rendered document to a sink; throws a `RenderingFailure` if the format does not
  /// support it.
  func write(_ document: DifferenceDocument, to sink: @escaping TextSink) throws
}
