/// A language of human-readable output.
///
/// Messages in the code are in English. JSON, SARIF, JUnit, logs and journals are not translated,
/// because other programs read them.
package enum Language: String, Sendable, CaseIterable {
  case english = "en"
  case japanese = "ja"

  /// The language of the running command.
  @TaskLocal package static var current = Language.english

  /// The names used in the command's project, which are not translated.
  @TaskLocal package static var names = ProjectNames()

  /// Reads the language from environment variables; as in POSIX, the first nonempty one takes
  /// precedence.
  package init(variables: [String: String]) {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
    let locale = names.lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
    let code = locale?.prefix { $0.isLetter }
    self = code.flatMap { Self(rawValue: String($0)) } ?? .english
  }

  /// Translates an English text; returns it unchanged if there is no translation.
  package func text(_ english: String) -> String {
    switch self {
    case .english: english
    case .japanese: Translation.japanese(english, keeping: Self.names.all)
    }
  }
}

extension String {
  /// The text in the language of the running command.
  package var localized: String { Language.current.text(self) }
}
