import Foundation
import TaneCore

/// A converter from the types that the Firebase SDK accepts to trees: text, numbers, Booleans,
/// server values, and arrays and dictionaries of these.
struct DatabaseValueConverter {
  private let database: String
  private var components: [String]
  private var builder = TreeBuilder()
  private var problems: [String] = []

  /// Converts a value to a tree; `path` is the location of the value, for error messages.
  ///
  /// Throws a `FirebaseError` that names every invalid part of the value.
  static func tree(of value: Any?, at path: TreePath, of database: String) throws -> Tree {
    var reader = DatabaseValueConverter(database: database, components: path.components)
    reader.append(value ?? NSNull())
    guard reader.problems.isEmpty else {
      throw FirebaseError(.invalidValue, reader.problems.joined(separator: "\n"))
    }
    return reader.builder.finish()
  }

  private init(database: String, components: [String]) {
    self.database = database
    self.components = components
  }

  private mutating func append(_ value: Any) {
    switch value {
    case let wrapper as any Unwrappable: append(wrapper.wrapped ?? NSNull())
    case is NSNull: builder.appendNull()
    case let tree as Tree: builder.append(tree)
    case let text as String: builder.append(text)
    case let text as any StringProtocol: builder.append(String(text))
    case let dictionary as [AnyHashable: Any]: append(dictionary)
    case let list as [Any]: append(list)
    case is Date:
      addProblem("a Date cannot be written; write its milliseconds since 1970, or text")
    case is Data:
      addProblem("Data cannot be written; write its base64 text")
    default: appendNumber(value)
    }
  }

  private mutating func append(_ list: [Any]) {
    builder.beginList()
    for (index, element) in list.enumerated() {
      components.append(String(index))
      append(element)
      components.removeLast()
    }
    builder.endContainer()
  }

  private mutating func append(_ dictionary: [AnyHashable: Any]) {
    if let serverValue = dictionary[".sv"], dictionary.count == 1 {
      return appendServerValue(serverValue)
    }
    builder.beginMap()
    for (key, value) in dictionary {
      guard let key = key.base as? String else {
        addProblem("the key \(key.base) is a \(type(of: key.base)); keys must be strings")
        continue
      }
      components.append(key)
      builder.setKey(key)
      append(value)
      components.removeLast()
    }
    builder.endContainer()
  }

  private mutating func appendServerValue(_ value: Any) {
    if value as? String == "timestamp" { return builder.appendNull(tag: .serverTimestamp) }
    guard let operation = value as? [AnyHashable: Any], operation.count == 1,
      let step = operation["increment"]
    else {
      return addProblem(
        "{\".sv\": \(value)} is not a server value; use ServerValue.timestamp() or"
          + " ServerValue.increment(_:)"
      )
    }
    switch FoundationNumber(step) {
    case .integer, .double: break
    default: return addProblem("an increment must be a number, not \(step)")
    }
    builder.beginMap()
    builder.setKey(".sv")
    builder.beginMap()
    builder.setKey("increment")
    appendNumber(step)
    builder.endContainer()
    builder.endContainer()
  }

  private mutating func appendNumber(_ value: Any) {
    switch FoundationNumber(value) {
    case .bool(let bool): builder.append(bool)
    case .integer(let integer): builder.append(integer)
    case .double(let double): builder.append(double)
    case .largeInteger(let digits): addProblem("\(digits) does not fit in a 64-bit integer")
    case nil:
      addProblem(
        "a \(type(of: value)) cannot be written; write a string, a number, a boolean, a list, a"
          + " dictionary or nil"
      )
    }
  }

  private mutating func addProblem(_ problem: String) {
    problems.append("\(Address(service: database, path: TreePath(components))): \(problem)")
    builder.appendNull()
  }
}
