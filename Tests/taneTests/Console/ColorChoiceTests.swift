import TaneRendering
import Testing

@testable import tane

@Suite("Choice of colors")
struct ColorChoiceTests {
  @Test("Colors are used only on a capable terminal or on request")
  func colour() {
    let terminal = ColorChoice.auto.style(isTerminal: true, variables: [:])
    #expect(terminal.red("x") == "\u{1B}[31mx\u{1B}[0m")
    #expect(ColorChoice.auto.style(isTerminal: true, variables: ["NO_COLOR": "1"]).red("x") == "x")
    #expect(ColorChoice.auto.style(isTerminal: true, variables: ["NO_COLOR": ""]).red("x") != "x")
    #expect(ColorChoice.auto.style(isTerminal: true, variables: ["TERM": "dumb"]).red("x") == "x")
    #expect(ColorChoice.auto.style(isTerminal: false, variables: [:]).red("x") == "x")
    #expect(ColorChoice.on.style(isTerminal: false, variables: ["NO_COLOR": "1"]).red("x") != "x")
  }
}
