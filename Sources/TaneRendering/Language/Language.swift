/// A language that people read what Tane says in.
///
/// The code says everything in English. What programs read stays so: JSON, SARIF, JUnit, logs, journals.
package enum Language: String, Sendable, CaseIterable {
  case english = "en"
  case japanese = "ja"

  /// The language of the command that runs.
  @TaskLocal package static var current = Language.english

  /// The names of the project that the command works in, which are no words of Tane.
  @TaskLocal package static var names = ProjectNames()

  /// The language that the variables of a process ask for: the first of them that is set decides, as POSIX has it.
  package init(variables: [String: String]) {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
    let locale = names.lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
    let code = locale?.prefix { $0.isLetter }
    self = code.flatMap { Self(rawValue: String($0)) } ?? .english
  }

  /// What was said in English, in the language; as it is where the catalogue does not have it.
  package func text(_ english: String) -> String {
    switch self {
    case .english: english
    case .japanese: Translation(.japanese, keeping: Self.names.all).text(english)
    }
  }
}

extension String {
  /// The text in the language of the command that runs.
  package var localized: String { Language.current.text(self) }
}
