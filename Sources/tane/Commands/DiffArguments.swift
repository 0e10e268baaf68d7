import SystemPackage
import TaneCore
import TaneFormats
import TaneKit
import TaneProject

/// The operands of `tane diff`: two sides, and the addresses to compare.
struct DiffArguments {
  let left: DiffOperand
  let right: DiffOperand
  let addresses: [Address]

  /// Parses the operands.
  ///
  /// - Parameters:
  ///   - operands: The operands on the command line.
  ///   - named: The environment given with `-e`, or nil.
  ///   - otherwise: The environment to use if no operand or option names one.
  ///   - directory: The base folder for relative paths.
  ///   - environments: Returns the names of the project's environments.
  /// - Throws: A `CommandFailure` with status `usage` if an operand is invalid or has no effect.
  init(
    _ operands: [String],
    named: String?,
    otherwise: String,
    in directory: FilePath,
    environments: () -> [String]
  ) throws {
    addresses = try operands.filter(Self.isAddress).map(Self.address)
    let sides = try operands.filter { !Self.isAddress($0) }.map {
      try DiffOperand($0, in: directory, environments: environments)
    }
    switch sides.count {
    case 0: (left, right) = (.environment(named ?? otherwise), .fixtures)
    case 1: (left, right) = (sides[0], .fixtures)
    case 2: (left, right) = (sides[0], sides[1])
    default:
      throw CommandFailure(
        .usage,
        "tane diff compares two sides, but \(sides.count) were given"
      )
    }
    let namesEnvironment = sides.contains { if case .environment = $0 { true } else { false } }
    if let named, namesEnvironment {
      throw CommandFailure(environment: left.label, givenAgain: named)
    }
  }

  private static func isAddress(_ operand: String) -> Bool { operand.contains(":/") }

  private static func address(_ operand: String) throws -> Address {
    guard let address = Address(parsing: operand) else {
      throw CommandFailure(
        .usage,
        "\"\(operand)\" is not a valid address; expected a database or bucket and a path, such as"
          + " shops:/shops/0"
      )
    }
    return address
  }
}

/// One side of a comparison.
enum DiffOperand {
  case fixtures
  case environment(String)
  case path(DiffPath)

  /// Parses an operand of `tane diff`.
  ///
  /// An operand is the word "fixtures", a file or folder (if it has a slash or a known extension,
  /// or exists and is not the name of an environment), or otherwise an environment.
  init(_ text: String, in directory: FilePath, environments: () -> [String]) throws {
    let path = directory.pushing(FilePath(text)).lexicallyNormalized()
    let kind = try? DiskFiles().kind(of: path)
    let isData = path.extension.flatMap(TreeFormat.init(fileExtension:)) != nil
    let isPath = text.contains("/") || text == "." || text == ".." || isData
    if text == "fixtures" {
      self = .fixtures
    } else if isPath || kind != nil && !environments().contains(text) {
      self = .path(DiffPath(name: text, path: path, kind: kind))
    } else {
      self = .environment(text)
    }
  }

  /// The operand as the user entered it.
  var label: String {
    switch self {
    case .fixtures: "fixtures"
    case .environment(let name): name
    case .path(let path): path.name
    }
  }
}

/// The node patterns given with an option.
struct DiffPatterns {
  /// The name of the option, such as `--ignore`.
  private let option: String
  /// An example of a path pattern, with wildcards.
  private let example: String
  private let texts: [String]

  init(_ texts: [String], option: String = "--ignore", example: String = "/users/*/last_login") {
    (self.texts, self.option, self.example) = (texts, option, example)
  }

  /// Returns the patterns for files, whose nodes have paths instead of addresses.
  func pathPatterns() throws -> [PathPattern] {
    try texts.map { text in
      guard text.hasPrefix("/") else {
        throw CommandFailure(
          .usage,
          "\(option) \(text.escapingControls): expected a path without a database, such as "
            + "\(example); * matches any key"
        )
      }
      return PathPattern(parsing: text)
    }
  }

  /// Returns the patterns for environments; a path without a service applies to each database and
  /// bucket.
  func addressPatterns(among services: [String]) throws -> [AddressPattern] {
    try texts.flatMap { text -> [AddressPattern] in
      if text.hasPrefix("/") {
        return services.map {
          AddressPattern(service: $0, pattern: PathPattern(parsing: text))
        }
      }
      guard let pattern = AddressPattern(parsing: text) else {
        throw CommandFailure(
          .usage,
          "\(option) \(text.escapingControls): expected an address, such as users:\(example); * "
            + "matches any key"
        )
      }
      guard services.contains(pattern.service) else {
        throw CommandFailure(
          .usage,
          "\(option) \(pattern): no database or bucket is named \"\(pattern.service)\" (known: "
            + "\(services.joined(separator: ", ")))"
            + Suggestion.clause(for: pattern.service, among: services)
        )
      }
      return [pattern]
    }
  }
}

/// The parsed `--key` options: the lists, and the member that identifies their elements.
struct DiffKeys {
  private let keys: [(lists: DiffPatterns, member: String)]

  /// Parses arguments in the format `PATTERN=MEMBER`.
  init(_ texts: [String]) throws {
    keys = try texts.map { text in
      guard let sign = text.lastIndex(of: "="), sign > text.startIndex,
        text.index(after: sign) < text.endIndex
      else {
        throw CommandFailure(
          .usage,
          "--key \(text.escapingControls): expected the path of a list and the member that "
            + "identifies its elements, such as /shops/*/menu=code"
        )
      }
      let lists = DiffPatterns(
        [String(text[..<sign])],
        option: "--key",
        example: "/shops/*/menu"
      )
      return (lists, String(text[text.index(after: sign)...]))
    }
  }

  /// Returns the rules that identify list elements in files.
  func fileIdentity() throws -> ListIdentity {
    ListIdentity(
      rules: try keys.flatMap { key in
        try key.lists.pathPatterns().map { ListIdentity.Rule(lists: $0, member: key.member) }
      }
    )
  }

  /// Returns the members that identify list elements in an environment.
  func identities(among services: [String]) throws -> [Mappings.Identity] {
    try keys.flatMap { key in
      try key.lists.addressPatterns(among: services).map {
        Mappings.Identity(lists: $0, member: key.member)
      }
    }
  }
}
