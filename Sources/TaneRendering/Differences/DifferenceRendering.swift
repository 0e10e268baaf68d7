/// Where a rendering goes, piece by piece, so that it is never held as a whole.
package typealias TextSink = (String) -> Void

/// One way to show what a comparison found.
package protocol DifferenceRendering {
  /// Hands the text to a sink; throws a `RenderingFailure` where the differences cannot be shown so.
  func write(_ document: DifferenceDocument, to sink: @escaping TextSink) throws
}
