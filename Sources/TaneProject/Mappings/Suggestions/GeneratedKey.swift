import TaneCore

/// A detector for generated keys, such as IDs: `1000001`, `user42`, `-NxT8e…`.
enum GeneratedKey {
  /// Returns true if a key is probably generated, unlike a chosen name such as `v2`.
  static func isLikely(_ key: String) -> Bool {
    if key.hasPrefix("-") || key.utf8.count >= 20 { return true }
    let isVersion = key.hasPrefix("v") && key.utf8.dropFirst().allSatisfy(\.isASCIIDigit)
    return !isVersion && key.utf8.contains(where: \.isASCIIDigit)
  }
}
