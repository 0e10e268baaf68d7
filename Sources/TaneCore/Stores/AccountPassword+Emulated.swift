extension AccountPassword {
  /// Returns a password in the format of the Firebase emulator, with the given salt.
  ///
  /// The format contains the password itself and is compatible with the emulator's exports; use it
  /// for development only. A persistent store replaces it with a salted hash.
  package static func emulated(of password: String, salt: String) -> AccountPassword {
    AccountPassword(hash: "fakeHash:salt=\(salt):password=\(password)", salt: salt)
  }

  /// The characters of a generated salt.
  private static let saltCharacters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
  )

  /// Returns a password in the format of the Firebase emulator, with a random salt.
  package static func emulated(of password: String) -> AccountPassword {
    emulated(
      of: password,
      salt: String((0..<20).compactMap { _ in saltCharacters.randomElement() })
    )
  }
}
