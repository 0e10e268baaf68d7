import TaneCore

extension Account {
  /// Decodes an account from the service's JSON, in which empty strings and empty claims represent
  /// absent values.
  init?(described json: Tree) throws {
    try self.init(ProtocolJSON(json))
    email = email.nonEmpty
    displayName = displayName.nonEmpty
    photoURL = photoURL.nonEmpty
    phoneNumber = phoneNumber.nonEmpty
    let salt = (password?.salt).nonEmpty
    password?.salt = salt
    customAttributes = customAttributes == "{}" ? nil : customAttributes.nonEmpty
    for index in providers.indices {
      providers[index].email = providers[index].email.nonEmpty
      providers[index].displayName = providers[index].displayName.nonEmpty
      providers[index].photoURL = providers[index].photoURL.nonEmpty
    }
  }
}

extension String? {
  fileprivate var nonEmpty: String? { self == "" ? nil : self }
}
