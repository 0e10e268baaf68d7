/// A line below a difference: what the old side holds, what the new one does, or what they share.
package struct SideLine: Hashable {
  package enum Sign: String {
    case old = "-"
    case new = "+"
    case same = "="
  }

  package let sign: Sign
  package let text: String

  package init(_ sign: Sign, _ text: String) {
    self.sign = sign
    self.text = text
  }
}
