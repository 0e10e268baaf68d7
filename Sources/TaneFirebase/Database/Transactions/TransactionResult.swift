/// The result of a transaction block.
///
/// ```swift
/// try await reference.child("stock").runTransactionBlock { data in
///   data.hasChildren() ? .success(withValue: data) : .abort()
/// }
/// ```
public struct TransactionResult {
  /// The data to write; nil to change nothing.
  let data: MutableData?

  /// Writes the data, unless others have changed the value that the block received.
  public static func success(withValue value: MutableData) -> TransactionResult {
    TransactionResult(data: value)
  }

  /// Writes nothing.
  public static func abort() -> TransactionResult { TransactionResult(data: nil) }
}
