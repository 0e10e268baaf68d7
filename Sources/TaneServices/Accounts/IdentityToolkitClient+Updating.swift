import TaneCore

extension IdentityToolkitClient {
  /// Updates an account in place, and returns the problem, if any.
  func update(_ item: AccountImport) async throws -> AccountProblem? {
    guard let existing = item.existing else { return nil }
    var omitted: [String] = []
    let requests = AccountUpdate.requests(from: existing, to: item.account, item.password)
    for (index, fields) in requests.enumerated() {
      // The request contains absolute values, so it may be repeated if nobody else has changed the
      // account. The service checks no precondition.
      var call = try call("update", fields, retry: .idempotent)
      if index == 0 { call.checkBeforeRetry = { try await checkIsUnchanged(item, existing) } }
      let answer: ServiceResponse
      do {
        answer = try await client.send(call)
      } catch ChangeBeforeRetry.updated {
        continue
      } catch ChangeBeforeRetry.changed {
        return .conflict(.changed)
      } catch let error as StoreError where error.outcome == .unknown {
        guard let found = try? await account(id: item.account.localID) else { throw error }
        if item.isStored(as: found) { return nil }
        throw found == existing && item.password == nil ? error.with(.nothingWritten) : error
      }
      if answer.isSuccess {
        _ = try json(answer, call)
        continue
      }
      if answer.status == 501 {
        // If an emulator does not implement a change, the other changes are still applied.
        omitted.append(AccountUpdate.summary(of: fields))
        continue
      }
      let failure = IdentityToolkitFailure(answer)
      switch failure.code {
      case "USER_NOT_FOUND": return .conflict(.changed)
      case "EMAIL_EXISTS": return .conflict(.emailTaken)
      case "PHONE_NUMBER_EXISTS": return .conflict(.phoneNumberTaken)
      case let code? where failure.concernsAccount: return .rejection(failure.detail ?? code)
      default: throw error(for: answer, of: call)
      }
    }
    guard !omitted.isEmpty else { return nil }
    return .rejection(
      "some changes were skipped because the server does not implement them (status 501): "
        + "\(omitted.joined(separator: ", ")); update the emulator, and run the command again"
    )
  }

  /// Throws a `ChangeBeforeRetry` if an account is not in the state to update.
  private func checkIsUnchanged(_ item: AccountImport, _ existing: Account) async throws {
    let found = try await account(id: item.account.localID)
    guard found != existing else { return }
    guard let found, item.password == nil else { throw ChangeBeforeRetry.changed }
    let rest = AccountUpdate.requests(from: found, to: item.account, nil)
    throw rest.allSatisfy(AccountUpdate.linksProvider)
      ? ChangeBeforeRetry.updated : ChangeBeforeRetry.changed
  }
}

/// The reason not to repeat the first request of an account update.
private enum ChangeBeforeRetry: Error {
  /// An earlier attempt has updated the account.
  case updated
  /// Somebody else has changed or removed the account.
  case changed
}

/// The requests that turn one state of an account into another.
///
/// See <https://cloud.google.com/identity-platform/docs/reference/rest/v1/projects.accounts/update>.
enum AccountUpdate {
  /// Returns the fields of each request, or an empty array if nothing changes.
  ///
  /// A request can contain the identity of at most one provider.
  static func requests(
    from old: Account,
    to new: Account,
    _ password: String?
  ) -> [[(String, TreeLiteral)]] {
    let id = ("localId", TreeLiteral.string(new.localID))
    var first = changes(from: old, to: new)
    if let password { first.append(("password", .string(password))) }
    first += removals(from: old, to: new, setsPassword: password != nil)
    let links = new.providers.filter { !old.providers.contains($0) }
      .map { [id, (providerLink, $0.json)] }
    return (first.isEmpty ? [] : [[id] + first]) + links
  }

  private static let providerLink = "linkProviderUserInfo"

  /// Returns true if a request only links a provider.
  static func linksProvider(_ fields: [(String, TreeLiteral)]) -> Bool {
    fields.contains { $0.0 == providerLink }
  }

  /// Returns a short description of the changes in a request, without their values.
  static func summary(of fields: [(String, TreeLiteral)]) -> String {
    let fields = fields.filter { $0.0 != "localId" }
    guard fields.map(\.0) == [providerLink],
      let id = Tree(fields[0].1)["providerId"]?.string
    else { return fields.map(\.0).joined(separator: ", ") }
    return "the provider \(id.escapingControls)"
  }

  private static func changes(from old: Account, to new: Account) -> [(String, TreeLiteral)] {
    var fields: [(String, TreeLiteral)] = []
    func add(_ name: String, _ old: String?, _ new: String?) {
      if let new, new != old { fields.append((name, .string(new))) }
    }
    func add(_ name: String, _ old: Int64?, _ new: Int64?) {
      if let new, new != old { fields.append((name, .digits(new))) }
    }
    func add(_ name: String, _ old: Bool, _ new: Bool) {
      if new != old { fields.append((name, .bool(new))) }
    }
    add("email", old.email, new.email)
    add("displayName", old.displayName, new.displayName)
    add("photoUrl", old.photoURL, new.photoURL)
    add("phoneNumber", old.phoneNumber, new.phoneNumber)
    add("customAttributes", old.customAttributes ?? "{}", new.customAttributes ?? "{}")
    // A new address is unverified unless the change sets it as verified.
    if old.email != new.email, new.email != nil {
      fields.append(("emailVerified", .bool(new.isEmailVerified)))
    } else {
      add("emailVerified", old.isEmailVerified, new.isEmailVerified)
    }
    add("disableUser", old.isDisabled, new.isDisabled)
    add("createdAt", old.createdAt, new.createdAt)
    add("lastLoginAt", old.lastLoginAt, new.lastLoginAt)
    add("validSince", old.validSince, new.validSince)
    return fields
  }

  private static func removals(
    from old: Account,
    to new: Account,
    setsPassword: Bool
  ) -> [(String, TreeLiteral)] {
    let losesPassword = old.password != nil && new.password == nil && !setsPassword
    let attributes = [
      ("EMAIL", old.email != nil && new.email == nil),
      ("DISPLAY_NAME", old.displayName != nil && new.displayName == nil),
      ("PHOTO_URL", old.photoURL != nil && new.photoURL == nil),
      ("PASSWORD", losesPassword),
    ]
    var providers = old.providers.map(\.providerID)
      .filter { id in !new.providers.contains { $0.providerID == id } }
    if old.phoneNumber != nil, new.phoneNumber == nil { providers.append("phone") }
    let fields = [
      ("deleteAttribute", attributes.filter(\.1).map(\.0)), ("deleteProvider", providers),
    ]
    return fields.filter { !$0.1.isEmpty }
      .map { name, values in (name, .list(values.map { .string($0) })) }
  }
}
