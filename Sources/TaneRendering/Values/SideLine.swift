/// A line below a difference: what the old side holds, what the new one does, or what they share.
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
