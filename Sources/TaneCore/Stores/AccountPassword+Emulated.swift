extension AccountPassword {
  /// What a password is checked against where nobody else checks it: the password itself, in the form of
  /// Firebase's emulator, so that exports of the one are read by the other.
  ///
  /// For accounts of development alone. A store that outlasts the process keeps a salted hash in its place.
  public static func emulated(of password: String, salt: String) -> AccountPassword {
    AccountPassword(hash: "fakeHash:salt=\(salt):password=\(password)", salt: salt)
  }

  /// The characters of a new salt.
  private static let saltCharacters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
  )

  /// What a password is checked against, with a salt of its own.
  public static func emulated(of password: String) -> AccountPassword {
    emulated(
      of: password,
      salt: String((0..<20).compactMap { _ in saltCharacters.randomElement() })
    )
  }
}
