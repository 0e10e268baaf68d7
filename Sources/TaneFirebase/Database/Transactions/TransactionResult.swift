/// The result of a transaction block.
///
/// ```swift
/// try await reference.child("stock").runTransactionBlock { data in
///   data.hasChildren() ? .success(withValue: data) : .abort()
/// }
/// ```
public struct TransactionResult {
  /// The data to write, or nil to write nothing.
  let data: MutableData?

  /// Returns a result that writes the data, or runs the block again if another client changed the
  /// value.
  public static func success(withValue value: MutableData) -> TransactionResult {
    TransactionResult(data: value)
  }

  /// Returns a result that writes nothing.
  public static func abort() -> TransactionResult { TransactionResult(data: nil) }
}
