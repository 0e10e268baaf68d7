import TaneCore

extension String {
  /// The text as a message shows it: on one line, and not longer than a line.
  var shownInMessage: String {
    let text = (unicodeScalars.count > 64 ? "\(prefix(64))…" : self)
    return text.escapingControls
  }
}
