/// Returns the description of the error that an operation throws.
func failure(_ operation: () async throws -> some Any) async -> String {
  do {
    return "no error, but \(try await operation())"
  } catch let error as DecodingError {
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context),
      .dataCorrupted(let context):
      return context.debugDescription
    @unknown default: return "\(error)"
    }
  } catch {
    return "\(error)"
  }
}
