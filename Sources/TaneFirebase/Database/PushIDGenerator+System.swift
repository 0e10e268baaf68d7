import Foundation
public import TaneCore

extension PushIDGenerator {
  /// Creates a generator that uses the system's clock and random numbers.
  ///
  /// ```swift
  /// let id = PushIDGenerator().next()  // "-OQ2vG7kHx0Zc4h1pWqT"
  /// ```
  public convenience init() {
    self.init(clock: { Int64(Date().timeIntervalSince1970 * 1000) })
  }
}
