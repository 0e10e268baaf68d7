/// A rendering of two different strings, one above the other, in which long shared text is omitted
/// and lookalike characters are spelled out.
///
/// ```
/// "… 120 characters …営業は10時から… 33 characters …"
/// "… 120 characters …営業は11時から… 33 characters …"
/// ```
package struct StringPairText {
  package let old: MarkedText
  package let new: MarkedText

  /// Lays out two strings; if both fit, they are split into words only if `marksWords` is true.
  package init(_ old: String, _ new: String, width: Int, marksWords: Bool = false) {
    let detail = Self.detail(for: old, new)
    let full = (VisibleText.quoted(old), VisibleText.quoted(new))
    let fits =
      detail == .invisible && DisplayWidth.of(full.0) <= width && DisplayWidth.of(full.1) <= width
    guard marksWords || !fits else {
      (self.old, self.new) = (MarkedText(full.0), MarkedText(full.1))
      return
    }
    let parts = WordComparison(old, new).parts
    self.old = StringLayout(parts, isOld: true, detail, width: width).text
    self.new = StringLayout(parts, isOld: false, detail, width: width).text
  }

  /// Returns the lowest level of detail that makes the strings distinguishable.
  private static func detail(for old: String, _ new: String) -> VisibleText.Detail {
    [VisibleText.Detail.invisible, .marks]
      .first { !Lookalikes.areAlike(old, new, shownIn: $0) } ?? .everything
  }
}
