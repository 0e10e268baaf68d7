/// A line below a difference: what the old side holds, what the new one does, or what they share.
struct SideLine: Hashable {
  enum Sign: String {
    case old = "-"
    case new = "+"
    case same = "="
  }

  let sign: Sign
  let text: String

  init(_ sign: Sign, _ text: String) {
    self.sign = sign
    self.text = text
  }
}
