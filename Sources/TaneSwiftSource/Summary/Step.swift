/// A step of a hand-written initializer, with reads of the type `Read`.
package indirect enum Step<Read> {
  /// A read or a test of a value; if it fails, the initializer throws, unless the step is part of a
  /// condition.
  case read(Read)
  /// A condition that is met if all of its steps succeed, the steps that run if it is met, and the
  /// steps that run if it is not.
  case choice(condition: [Step], success: [Step], failure: [Step])
  /// The initializer throws an error.
  case fail
}

extension Step: Sendable where Read: Sendable {}
extension Step: Equatable where Read: Equatable {}
extension Step: Hashable where Read: Hashable {}
extension Step: Encodable where Read: Encodable {}
extension Step: Decodable where Read: Decodable {}

extension Step {
  /// All reads of the step, including the reads of its branches.
  package var reads: [Read] {
    switch self {
    case .read(let read): [read]
    case .choice(let condition, let success, let failure):
      (condition + success + failure).flatMap(\.reads)
    case .fail: []
    }
  }

  /// Returns the steps with their reads converted.
  ///
  /// A read that cannot be converted is omitted. If it is part of a condition, the condition and
  /// its branches are omitted as well, and `omit` is called with each read of the branches.
  static func converting<Other>(
    _ steps: [Step],
    omit: (Read) -> Void = { _ in },
    _ convert: (Read) -> [Step<Other>]?
  ) -> [Step<Other>] {
    steps.flatMap { $0.converted(convert, omit: omit, isStrict: false) ?? [] }
  }

  private static func all<Other>(
    _ steps: [Step],
    _ convert: (Read) -> [Step<Other>]?
  ) -> [Step<Other>]? {
    let converted = steps.map { $0.converted(convert, omit: { _ in }, isStrict: true) }
    return converted.contains { $0 == nil } ? nil : converted.flatMap { $0 ?? [] }
  }

  private func converted<Other>(
    _ convert: (Read) -> [Step<Other>]?,
    omit: (Read) -> Void,
    isStrict: Bool
  ) -> [Step<Other>]? {
    switch self {
    case .read(let read): return convert(read)
    case .fail: return [.fail]
    case .choice(let condition, let success, let failure):
      guard let condition = Self.all(condition, convert) else {
        (success + failure).flatMap(\.reads).forEach(omit)
        return nil
      }
      guard isStrict else {
        return [
          .choice(
            condition: condition,
            success: Self.converting(success, omit: omit, convert),
            failure: Self.converting(failure, omit: omit, convert)
          )
        ]
      }
      guard let success = Self.all(success, convert), let failure = Self.all(failure, convert)
      else { return nil }
      return [.choice(condition: condition, success: success, failure: failure)]
    }
  }
}
