import SystemPackage
import TaneCore
import TaneProject

/// The operands of `tane diff`, told apart: two sides, and the addresses that they are limited to.
struct DiffArguments {
  let left: DiffOperand
  let right: DiffOperand
  let addresses: [Address]

  /// Reads what was typed.
  ///
  /// - Parameters:
  ///   - operands: The operands, as they were typed.
  ///   - named: The environment of `-e`, if it was given.
  ///   - otherwise: The environment that is meant where none is named.
  ///   - directory: The folder that files are relative to.
  ///   - environments: The names of the project's environments.
  /// - Throws: A `CommandFailure` of wrong usage where a part would go unheard.
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
        "tane diff compares two sides, and was given \(sides.count)"
      )
    }
    let namesEnvironment = sides.contains { if case .environment = $0 { true } else { false } }
    if let named, namesEnvironment {
      throw CommandFailure(
        .usage,
        "the environment is named twice, as \(left.label) and with -e \(named); leave one out"
      )
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
