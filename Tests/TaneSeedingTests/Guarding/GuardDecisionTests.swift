import TaneProject
import TaneSeeding
import Testing

@Suite("Guards of environments")
struct GuardDecisionTests {
  private func decision(_ level: String, interactive: Bool, yes: Bool) throws -> GuardDecision {
    let project = try SeedingProject([:], profile: "guard: \(level)")
    return GuardDecision(
      for: try project.profile(),
      isInteractive: interactive,
      assumesYes: yes
    )
  }

  @Test("An open environment requires no confirmation")
  func open() throws {
    #expect(try decision("open", interactive: false, yes: false) == .proceed)
  }

  @Test("A confirming environment asks yes or no on a terminal, or accepts --yes")
  func confirm() throws {
    #expect(try decision("confirm", interactive: true, yes: false) == .askYesOrNo)
    #expect(try decision("confirm", interactive: true, yes: true) == .proceed)
    #expect(try decision("confirm", interactive: false, yes: true) == .proceed)
    #expect(
      try decision("confirm", interactive: false, yes: false)
        == .refuse(
          "local requires confirmation, but Tane is not running in a terminal. Pass --yes to "
            + "confirm"
        )
    )
  }

  @Test("A protected environment asks for its name on a terminal and never accepts --yes")
  func protected() throws {
    #expect(try decision("protected", interactive: true, yes: true) == .askName)
    #expect(
      try decision("protected", interactive: false, yes: true)
        == .refuse(
          "local is protected: confirm by typing its name in a terminal, or apply an approved plan "
            + "(tane apply PLAN --approve DIGEST). --yes has no effect here"
        )
    )
  }
}
