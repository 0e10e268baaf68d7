/// The steps of a hand-written initializer, or of a method of a keyed container, in source order.
package struct StepsSummary: Sendable, Hashable, Codable {
  /// A keyed container.
  package struct Container: Sendable, Hashable, Codable {
    package let keys: TypeReference?
    /// The index of the enclosing container, or nil if this container decodes the type's own value.
    package let parent: Int?
    /// The key in the enclosing container.
    package let key: String

    package init(keys: TypeReference?, parent: Int? = nil, key: String = "") {
      (self.keys, self.parent, self.key) = (keys, parent, key)
    }
  }

  /// A read or a test of a value.
  package struct Read: Sendable, Hashable, Codable {
    package enum Operation: String, Sendable, Hashable, Codable {
      /// The value is present and decoded.
      case decode
      /// The value is absent, null or decoded.
      case decodeIfPresent
      case rawValue
      /// The value is a string from which the type can be created.
      case text
      /// The key is present.
      case contains
      /// The value is present and not null.
      case isPresent
      case isNull
      /// The value equals one of several strings, numbers or cases.
      case equals
      case isMap
      case isList
      /// The value is the result of a container method that an extension declares.
      case helper
    }

    /// The index of the container, or nil if the type's own value is read.
    package var container: Int?
    /// The case of the container's key type, a literal in quotation marks, or `$` for the key that
    /// a method receives.
    package var key = ""
    package var operation: Operation
    package var type: TypeReference?
    /// The path of properties from the decoded value to the tested value, such as `kind` in
    /// `head.kind`.
    package var members: [String] = []
    /// The strings and numbers of a test.
    package var texts: [String] = []
    /// The cases of a test.
    package var caseNames: [String] = []
    /// The name of the method, with its argument labels.
    package var helper = ""
    /// The type that the method's result must have, if known.
    package var result: TypeReference?
    package var place: Place

    package init(_ operation: Operation, container: Int?, key: String = "", place: Place) {
      self.operation = operation
      self.container = container
      self.key = key
      self.place = place
    }
  }

  /// Unanalyzed code of one kind, with the names of its keys or functions.
  package struct Gap: Sendable, Hashable, Codable {
    /// The kind of code.
    package enum Reason: String, Sendable, Hashable, Codable, CaseIterable {
      /// Code that throws an error depending on values.
      case rejection
      /// Code that decodes values in a way that is not analyzed.
      case decoding
      /// A call to other code with the decoder or a container.
      case call
    }

    package let reason: Reason
    /// The keys, or for `call` the names of the called code.
    package var names: [String]

    package init(_ reason: Reason, _ names: [String]) {
      (self.reason, self.names) = (reason, names)
    }
  }

  package var containers: [Container] = []
  package var steps: [Step<Read>] = []
  package var gaps: [Gap] = []

  /// Creates a summary without steps.
  package init() {}

  /// Adds a gap, or adds its names to an existing gap with the same reason.
  package mutating func addGap(_ reason: Gap.Reason, _ names: [String]) {
    let known = gaps.firstIndex { $0.reason == reason } ?? gaps.endIndex
    if known == gaps.endIndex { gaps.append(Gap(reason, [])) }
    for name in names where !gaps[known].names.contains(name) { gaps[known].names.append(name) }
  }
}

/// A method that an extension adds to keyed decoding containers.
package struct HelperSummary: Sendable, Hashable, Codable {
  /// The names by which the method can be called, with argument labels: `decode(_:forKey:)`.
  package var names: [String]
  /// The name of the generic parameter for the decoded type.
  package var parameter: String?
  package var result: TypeReference?
  package var steps: StepsSummary
  /// The read whose value the method returns unchanged, or nil if it returns any other value.
  package var value: StepsSummary.Read?

  package init(
    names: [String],
    parameter: String?,
    result: TypeReference?,
    steps: StepsSummary,
    value: StepsSummary.Read?
  ) {
    (self.names, self.parameter, self.result, self.steps) = (names, parameter, result, steps)
    self.value = value
  }
}
