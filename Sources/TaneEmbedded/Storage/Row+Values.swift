import GRDB

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Row {
  /// Returns the value in a column, or throws the error for a damaged file if the value is of a
  /// different type.
  ///
  /// The subscripts of `Row` would trap instead.
  func value<Value>(_ column: String) throws -> Value
  where Value: DatabaseValueConvertible & StatementColumnConvertible {
    do {
      return try decode(Value.self, forColumn: column)
    } catch {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT)
    }
  }

  /// Returns the text in a column of UTF-8 bytes, or throws the error for a damaged file if the
  /// bytes are invalid.
  func text(_ column: String) throws -> String {
    let bytes: Data = try value(column)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT)
    }
    return text
  }
}
