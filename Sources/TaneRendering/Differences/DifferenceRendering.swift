/// A closure that receives rendered text piece by piece, which limits memory use.
package typealias TextSink = (String) -> Void

/// A format for the result of a comparison.
package protocol DifferenceRendering {
  /// Renders the document to a sink; throws a `RenderingFailure` if the format does not support it.
  func write(_ document: DifferenceDocument, to sink: @escaping TextSink) throws
}
