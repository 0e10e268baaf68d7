/// The simple commands of a shell script, as far as documentation needs them.
struct ShellScript {
  /// The words of each command, without redirections, comments and assignments before it.
  private(set) var commands: [[String]] = []
  private var words: [String] = []
  private var word: String?
  private var isRedirecting = false

  init(_ text: String) {
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case "\\": escape(with: rest.popFirst())
      case "'", "\"": quote(until: character, in: &rest)
      case "#" where word == nil: rest = rest.drop { $0 != "\n" }
      case " ", "\t": endWord()
      case "\n", ";", "|", "&": endCommand()
      case ">", "<":
        endWord()
        isRedirecting = true
      default: word = (word ?? "") + String(character)
      }
    }
    endCommand()
  }

  /// Returns the arguments of each call of a program, by its name or by a path that ends with its
  /// name.
  func arguments(of program: String) -> [[String]] {
    commands.filter { command in
      command.first == program || command.first?.hasSuffix("/\(program)") == true
    }
    .map { Array($0.dropFirst()) }
  }

  private mutating func escape(with character: Character?) {
    guard let character, character != "\n" else { return }
    word = (word ?? "") + String(character)
  }

  private mutating func quote(until end: Character, in rest: inout Substring) {
    let quoted = rest.prefix { $0 != end }
    rest = rest.dropFirst(quoted.count + 1)
    word = (word ?? "") + quoted
  }

  private mutating func endWord() {
    guard let word else { return }
    self.word = nil
    if isRedirecting {
      isRedirecting = false
    } else if !words.isEmpty || word.wholeMatch(of: /\w+=.*/) == nil {
      words.append(word)
    }
  }

  private mutating func endCommand() {
    endWord()
    isRedirecting = false
    if !words.isEmpty { commands.append(words) }
    words = []
  }
}
