import Synchronization
import TaneCore
import TaneServices

/// The configuration of projects, which administrators read and change.
///
/// Only email privacy has an effect; other settings are stored as sent. See
/// <https://cloud.google.com/identity-platform/docs/reference/rest/v2/Config>.
final class AccountsSettings: Sendable {
  /// The initial settings of a project.
  private static let initial = Tree([
    "signIn": ["allowDuplicateEmails": false], "blockingFunctions": [:],
    "emailPrivacyConfig": ["enableImprovedEmailPrivacy": false],
  ])

  private let configurations = Mutex<[String: Tree]>([:])

  /// Returns the configuration of a project, or the initial settings if the project has none.
  func configuration(of project: String) -> Tree {
    configurations.withLock { $0[project] } ?? Self.initial
  }

  /// Returns true if a project reports the same error for an unknown address and a wrong password,
  /// which hides the addresses that have accounts.
  func isEmailPrivacyImproved(in project: String) -> Bool {
    let configuration = configuration(of: project)
    return configuration["emailPrivacyConfig"]?["enableImprovedEmailPrivacy"]?.bool ?? false
  }

  /// Changes the configuration of a project.
  ///
  /// - Parameters:
  ///   - project: The project's ID.
  ///   - json: The new settings.
  ///   - mask: The paths of the settings to change, such as
  ///     `emailPrivacyConfig.enableImprovedEmailPrivacy`; if empty, settings missing in `json` are
  ///     reset to their initial value.
  /// - Throws: An `AccountsFailure` or a `WireError` for an unsupported or invalid setting.
  func change(_ project: String, _ json: ProtocolJSON, mask: [String]) throws {
    if try json["signIn"]?.flag("allowDuplicateEmails") == true {
      throw AccountsFailure(
        "OPERATION_NOT_ALLOWED : Several accounts with the same address are not supported."
      )
    }
    _ = try json["emailPrivacyConfig"]?.flag("enableImprovedEmailPrivacy")
    configurations.withLock { configurations in
      guard !mask.isEmpty else {
        configurations[project] = Self.initial.overlaid(by: json.tree)
        return
      }
      let current = configurations[project] ?? Self.initial
      configurations[project] = mask.reduce(current) { tree, path in
        let keys = path.split(separator: ".").map(String.init)
        guard !keys.isEmpty, let value = json.tree[TreePath(keys)] else { return tree }
        // The old value is removed first, so that the new value replaces it instead of being merged
        // with it.
        return tree.overlaid(by: Self.nested(.null, keys)).overlaid(by: Self.nested(value, keys))
      }
    }
  }

  private static func nested(_ value: Tree, _ keys: [String]) -> Tree {
    Tree(keys.reversed().reduce(TreeLiteral.tree(value)) { .map([($1, $0)]) })
  }
}
