import TaneKit
import Testing

@Suite("Sign-in checks of a demo")
struct DemoAccountsTests {
  @Test(
    "A demo check gives advice about an account only if the account is the cause",
    arguments: [
      ("INVALID_PASSWORD", true), ("INVALID_LOGIN_CREDENTIALS", true), ("EMAIL_NOT_FOUND", true),
      ("different password", true), ("TOO_MANY_ATTEMPTS_TRY_LATER", false),
      ("OPERATION_NOT_ALLOWED", false), ("PASSWORD_LOGIN_DISABLED", false),
      ("BLOCKING_FUNCTION_ERROR_RESPONSE", false),
    ]
  )
  func advice(reason: String, isOfAccount: Bool) {
    let advice =
      isOfAccount
      ? "existing passwords are never overwritten: remove the account from the environment, then "
        + "run RESET"
      : nil
    #expect(DemoAccounts.advice(on: reason, reset: "RESET") == advice)
    #expect(
      DemoAccounts.advice(on: "USER_DISABLED", reset: "RESET")
        == "the account is disabled in the environment: enable it there"
    )
  }
}
