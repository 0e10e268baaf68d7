import TaneCore

/// The common shape of all environments' values, with one type for each value.
struct ValueShape {
  /// A value, combined from all environments.
  struct Member {
    let path: [String]
    var type: ValueType
    /// A Boolean value indicating whether any environment lacks the value.
    var isOptional = false
    /// A Boolean value indicating whether the value is a secret in any environment.
    var isSecret = false
    /// A Boolean value indicating whether the schema declares that the app reads the value at run
    /// time.
    var isRuntime = false
    /// The purpose of the value.
    var summary: String?
    /// The first value that has the type.
    fileprivate var value: ProfileValue?
  }

  /// The values, in the order of their keys.
  private(set) var members: [Member] = []
  /// The findings about values whose types differ between environments.
  private(set) var diagnostics: [Diagnostic] = []

  /// Combines the values of all environments of a project.
  init(of profiles: EnvironmentProfiles) {
    var members: [[String]: Member] = [:]
    for (path, declaration) in profiles.schema.declarations {
      members[path] = Member(
        path: path,
        type: declaration.type,
        isSecret: declaration.isSecret ?? false,
        isRuntime: declaration.isRuntime,
        summary: declaration.summary
      )
    }
    let environments = profiles.profiles.filter { !$0.isAbstract }
    for value in environments.flatMap(\.values) {
      guard var member = members[value.path] else {
        members[value.path] = Member(
          path: value.path,
          type: value.type,
          isSecret: value.isSecret,
          value: value
        )
        continue
      }
      join(value, into: &member)
      members[value.path] = member
    }
    for path in members.keys {
      let count = environments.count { profile in profile.values.contains { $0.path == path } }
      members[path]?.isOptional = count < environments.count
    }
    self.members = members.values.sorted { $0.path.lexicographicallyPrecedes($1.path) }
    reportGroups()
  }

  private mutating func join(_ value: ProfileValue, into member: inout Member) {
    member.isSecret = member.isSecret || value.isSecret
    // The type of an empty list or map is unknown.
    if value.content?.isEmpty == true { return }
    if member.value?.content?.isEmpty == true { (member.type, member.value) = (value.type, value) }
    if let type = member.type.joined(with: value.type) {
      member.type = type
      member.value = member.value ?? value
      return
    }
    diagnostics.append(
      .error(
        .wrongType,
        "\"values.\(value.keyPath)\" is \(value.type.noun), but \(member.type.noun) in another "
          + "environment; use one type, or declare the type in \(ValueSchema.file)",
        at: value.position,
        notes: [Diagnostic.Note("the other one", at: member.value?.position)]
      )
    )
  }

  /// Reports groups that are values in other environments.
  private mutating func reportGroups() {
    for (member, next) in zip(members, members.dropFirst())
    where next.path.count > member.path.count && next.path.starts(with: member.path) {
      diagnostics.append(
        .error(
          .wrongType,
          "\"values.\(member.path.joined(separator: "."))\" is a single value, but a group of "
            + "values in another environment; use the same form in both",
          at: member.value?.position,
          notes: [Diagnostic.Note("the group", at: next.value?.position)]
        )
      )
    }
  }
}

extension ValueType {
  /// The name of the type with its article, for messages.
  fileprivate var noun: String {
    switch self {
    case .text, .choice: "text"
    case .integer: "an integer"
    case .list(let element): "a list of \(element.plainName)"
    case .map(let value): "a map of \(value.plainName)"
    default: "a \(plainName)"
    }
  }

  private var plainName: String {
    switch self {
    case .choice: "text"
    case .list: "list"
    case .map: "map"
    default: Self.named.first { $0.type == self }?.name ?? ""
    }
  }
}
