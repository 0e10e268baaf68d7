import GRDB

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Row {
  /// Returns the value of a column, or throws the error of a damaged file where it has another type.
  ///
  /// The subscripts of a row end the process there.
  func value<Value>(_ column: String) throws -> Value
  where Value: DatabaseValueConvertible & StatementColumnConvertible {
    do {
      return try decode(Value.self, forColumn: column)
    } catch {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT)
    }
  }

  /// Returns a text in UTF-8 that a column holds as bytes, or throws the error of a damaged file.
  func text(_ column: String) throws -> String {
    let bytes: Data = try value(column)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT)
    }
    return text
  }
}
