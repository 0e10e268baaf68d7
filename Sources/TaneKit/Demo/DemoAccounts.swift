import TaneCore
import TaneProject

/// A check that the accounts in fixtures can sign in.
package struct DemoAccounts {
  /// The maximum number of accounts to sign in with, since services limit the rate.
  private static let maximumSignIns = 50

  private let described: [DesiredResource]
  private let reader: any AccountReader
  /// The reason sign-in is skipped, as a clause, or nil if it is checked.
  private let omission: String?

  init(_ described: [DesiredResource], in reader: any AccountReader, omission: String?) {
    (self.described, self.reader, self.omission) = (described, reader, omission)
  }

  /// Signs in with the passwords in the fixtures, and combines the result with the comparison.
  ///
  /// - Parameters:
  ///   - differences: The findings from comparing the accounts with the fixtures.
  ///   - secret: Returns the password at an address in the fixtures.
  ///   - reset: The command that resets the environment to the fixtures.
  /// - Returns: The check with its result.
  /// - Throws: A `StoreError` if the accounts cannot be read, or a `CancellationError`.
  func check(
    besides differences: [Diagnostic],
    secret: (Address) -> Secret?,
    reset: String
  ) async throws -> DemoCheckResult {
    let users = described.filter { $0.content["disabled"]?.bool != true }
      .compactMap { resource -> User? in
        let place = resource.address.path.appending("password")
        guard let email = resource.content["email"]?.string,
          let password = secret(Address(service: resource.address.service, path: place)),
          password.passwordHash == nil
        else { return nil }
        return User(resource: resource, email: email, password: password)
      }
    var (findings, tried) = ([Diagnostic](), 0)
    var notChecked: [String] = []
    for user in omission == nil ? users.prefix(Self.maximumSignIns) : [] {
      do {
        guard let finding = try await finding(about: user, reset: reset) else {
          tried += 1
          continue
        }
        findings.append(finding)
      } catch let error as StoreError where error.code == .unsupported {
        notChecked.append("whether accounts can sign in: \(error.sentence)")
        break
      } catch let refusal as AccountError {
        // A failure unrelated to the account would affect all accounts.
        notChecked.append(
          "whether other accounts can sign in: the service returned the error "
            + "\("\(refusal)".escapingControls)"
        )
        break
      }
    }
    if let omission {
      notChecked.append("whether accounts can sign in (\(omission))")
    } else {
      notChecked += untriedClauses(tried: users.count)
    }
    var answers: [String] = []
    if !differences.isEmpty {
      answers.append(
        "\(counted(differences.count, "value")) \(differences.count == 1 ? "differs" : "differ") from the fixtures"
      )
    }
    if !findings.isEmpty {
      answers.append("\(counted(findings.count, "account")) cannot sign in")
    }
    if answers.isEmpty {
      answers = [tried == 0 ? "match the fixtures" : "\(counted(tried, "account")) can sign in"]
    }
    return DemoCheckResult(
      name: "accounts",
      answer: answers.joined(separator: ", "),
      findings: differences + findings,
      notChecked: notChecked
    )
  }

  /// Returns clauses about the accounts whose sign-in was not checked.
  private func untriedClauses(tried count: Int) -> [String] {
    let disabled = described.count { $0.content["disabled"]?.bool == true }
    let others = described.count - disabled - count
    return [
      count > Self.maximumSignIns
        ? "\(counted(count - Self.maximumSignIns, "more account")) (at most \(Self.maximumSignIns) are "
          + "tried)" : nil,
      others > 0 ? "\(counted(others, "account")) without an email address or password" : nil,
      disabled > 0 ? "\(counted(disabled, "account")) disabled in the fixtures" : nil,
    ].compactMap { $0 }
  }

  /// Returns the advice for a failed sign-in, or nil if the account did not cause the failure.
  ///
  /// - Parameters:
  ///   - reason: The error code from Identity Toolkit, or a reason found by the check itself.
  ///   - reset: The command that resets the environment to the fixtures.
  /// - Returns: The advice as a clause.
  package static func advice(on reason: String, reset: String) -> String? {
    switch reason {
    case "INVALID_PASSWORD", "INVALID_LOGIN_CREDENTIALS", "EMAIL_NOT_FOUND", anotherPassword:
      "existing passwords are never overwritten: remove the account from the environment, then "
        + "run \(reset)"
    case "USER_DISABLED": "the account is disabled in the environment: enable it there"
    default: nil
    }
  }

  private static let anotherPassword = "different password"

  /// Signs in a user; returns the finding if sign-in fails, or nil if it succeeds or the account
  /// does not exist (the comparison reports missing accounts).
  ///
  /// - Throws: An `AccountError` if the account did not cause the failure.
  private func finding(about user: User, reset: String) async throws -> Diagnostic? {
    let address = user.resource.address
    guard let account = try await reader.account(id: address.path.components.first ?? "") else {
      return nil
    }
    let reason: String?
    if let authentication = reader.authentication {
      do {
        _ = try await authentication.signIn(email: user.email, password: user.password.revealed)
        reason = nil
      } catch let refusal as AccountError {
        guard Self.advice(on: refusal.code, reset: reset) != nil else { throw refusal }
        reason = refusal.code
      }
    } else {
      reason = reader.isPassword(user.password.revealed, of: account) ? nil : Self.anotherPassword
    }
    guard let reason, let advice = Self.advice(on: reason, reset: reset) else { return nil }
    return .error(
      .failedSignIn,
      "this account cannot sign in with the password in the fixtures (\(reason)); \(advice)",
      at: user.resource.position ?? user.resource.content.position,
      address: address
    )
  }

  private struct User {
    let resource: DesiredResource
    let email: String
    let password: Secret
  }
}
