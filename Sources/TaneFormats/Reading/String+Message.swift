import TaneCore

extension String {
  /// The text for a message, on one line and truncated to 64 characters.
  var truncatedForMessage: String {
    let text = (unicodeScalars.count > 64 ? "\(prefix(64))…" : self)
    return text.escapingControls
  }
}
