/// A line below a difference, with text from the old side, the new side or both.
package struct SideLine: Hashable {
  package enum Sign: String {
    case old = "-"
    case new = "+"
    case same = "="
  }

  package let sign: Sign
  package let content: MarkedText

  package var text: String { content.text }

  package init(_ sign: Sign, _ text: String) { self.init(sign, MarkedText(text)) }

  package init(_ sign: Sign, _ content: MarkedText) {
    (self.sign, self.content) = (sign, content)
  }
}
