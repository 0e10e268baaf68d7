import Synchronization
import TaneCore
import TaneWire

/// What the emulator of accounts can be told to do otherwise.
final class AccountsSettings: Sendable {
  /// Whether an unknown address and a wrong password are told alike: new projects do so.
  ///
  /// Nobody learns then which addresses there are.
  private let hidesAddresses = Mutex(true)

  /// Whether an unknown address and a wrong password are told alike.
  var isEmailPrivacyImproved: Bool { hidesAddresses.withLock { $0 } }

  /// The settings as the emulator's configuration has them.
  var json: TreeLiteral {
    [
      "signIn": ["allowDuplicateEmails": false],
      "emailPrivacyConfig": ["enableImprovedEmailPrivacy": .bool(isEmailPrivacyImproved)],
    ]
  }

  /// Takes a part of the configuration.
  func change(_ json: ProtocolJSON) throws {
    if try json["signIn"]?.flag("allowDuplicateEmails") == true {
      throw AccountsFailure(
        "OPERATION_NOT_ALLOWED : Several accounts with one address are not served."
      )
    }
    if let improved = try json["emailPrivacyConfig"]?.flag("enableImprovedEmailPrivacy") {
      hidesAddresses.withLock { $0 = improved }
    }
  }
}
