import TaneCore
import TaneKit
import TaneProject
import TaneRendering

/// A studio action; for each action, there is a command with the same effect.
enum StudioAction: String {
  /// Copies a manual edit into its fixture.
  case adopt
  /// Replaces a manual edit with the fixture's value.
  case revert
  /// Resets the environment to its fixtures, with dates relative to now.
  case reset
}

/// An action at an address, as a link to its plan and as a command.
struct StudioActionText {
  let action: StudioAction
  let address: Address?
  let environment: ProjectEnvironment

  private var name: String { environment.profile.name }
  private var option: String { "-e \(ShellWord.quoted(name))" }

  /// The equivalent command.
  var command: String {
    let place = address.map { " \(ShellWord.quoted("\($0)"))" } ?? ""
    return switch action {
    case .adopt: "tane adopt\(place) \(option)"
    case .revert: "tane seed\(place) --on-conflict take \(option)"
    case .reset: "tane demo reset \(option)"
    }
  }

  /// The heading of the plan.
  var title: String {
    switch action {
    case .adopt: "Adopt into the fixture"
    case .revert: "Revert to the fixture"
    case .reset: "Reset the demo"
    }
  }

  /// A link to the plan; in a protected environment, a button that copies the command.
  var link: Markup {
    guard environment.profile.guardLevel != .protected else {
      return .copyButton(command, label: command)
    }
    let target = StudioURLs(environment: name).actionURL(action.rawValue, at: address)
    return .element("a", ["class": "button", "href": target], .say(title), .data("…"))
  }

  /// A button that copies the command, or empty markup if `link` is already such a button.
  var copyButton: Markup {
    environment.profile.guardLevel == .protected ? .empty : .copyButton(command, label: command)
  }
}

/// Quoting of command words for a POSIX shell.
enum ShellWord {
  /// Returns a word in single quotes, unless it needs no quoting.
  static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy {
      $0 > 0x7F || $0.isASCIILetterOrDigit || "_-./:@%+,=".utf8.contains($0)
    }
    return isPlain && !word.isEmpty ? word : "'\(word.replacing("'", with: "'\\''"))'"
  }
}
