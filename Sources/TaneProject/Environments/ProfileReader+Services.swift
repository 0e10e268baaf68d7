import TaneCore

// The databases and buckets of a profile.
extension ProfileReader {
  mutating func readDatabases(_ tree: Tree?) -> [DatabaseProfile] {
    var databases: [DatabaseProfile] = []
    for entry in entries(of: tree, "databases", expected: "a map of names to URLs")
    where !entry.isNull {
      let name = FileName.composed(entry.key ?? "")
      let setting = "databases.\(name)"
      guard isUsable(name, .database, at: entry.keyPosition),
        let url = readURL(entry, setting, .database, known: ["url", "disableTriggers"])
      else { continue }
      if let other = databases.first(where: { $0.name == name }) {
        reportTwice(name, .database, at: entry.keyPosition, other.position)
      }
      let silences = entry.kind == .map ? entry["disableTriggers"] : nil
      let disableTriggers = bool(silences, "\(setting).disableTriggers")
      if let disableTriggers {
        show("\(setting).disableTriggers", String(disableTriggers), at: silences?.position)
      }
      databases.append(
        DatabaseProfile(
          name: name,
          url: url,
          disableTriggers: disableTriggers ?? false,
          position: entry.keyPosition
        )
      )
    }
    return databases
  }

  mutating func readBuckets(_ tree: Tree?, besides databases: [DatabaseProfile]) -> [BucketProfile]
  {
    var buckets: [BucketProfile] = []
    for entry in entries(of: tree, "buckets", expected: "a map of names to URLs")
    where !entry.isNull {
      let name = FileName.composed(entry.key ?? "")
      guard isUsable(name, .bucket, at: entry.keyPosition),
        let url = readURL(entry, "buckets.\(name)", .bucket, known: ["url"])
      else { continue }
      if let database = databases.first(where: { $0.name == name }) {
        reportTwice(name, at: entry.keyPosition, database.position)
      }
      if let other = buckets.first(where: { $0.name == name }) {
        reportTwice(name, .bucket, at: entry.keyPosition, other.position)
      }
      buckets.append(BucketProfile(name: name, url: url, position: entry.keyPosition))
    }
    return buckets
  }

  private mutating func isUsable(
    _ name: String,
    _ kind: ServiceKind,
    at position: SourcePosition?
  ) -> Bool {
    guard let problem = ServiceName.problem(in: name) else { return true }
    report(
      .invalidValue,
      "the \(kind.rawValue)'s name \"\(name.escapingControls)\" \(problem); addresses such as"
        + " shops:/a/b could not use it",
      at: position
    )
    return false
  }

  /// The URL of a service, written as a text or as `url` in a map.
  private mutating func readURL(
    _ entry: Tree,
    _ setting: String,
    _ kind: ServiceKind,
    known: [String]
  ) -> ServiceURL? {
    guard entry.kind == .map || entry.kind == .string else {
      report(.wrongType(of: setting, expected: "a URL or a map with a url", found: entry))
      return nil
    }
    if entry.kind == .map {
      diagnostics += Diagnostic.unknownKeys(in: entry, known: known, of: setting)
    }
    guard let url = entry.kind == .map ? entry["url"] : entry, !url.isNull else {
      // A profile that others extend may leave the URL to them.
      if !isExtended {
        report(.missingValue, "\"\(setting)\" has no url", at: entry.keyPosition)
      }
      return nil
    }
    guard let text = requiredText(url, "\(setting).url") else { return nil }
    do {
      let service = try ServiceURL(parsing: text, of: kind)
      show("\(setting).url", service.description, at: url.position)
      if case .emulator(let origin, _, _) = service {
        warnOfRemoteEmulator(origin, at: url.position)
      }
      return service
    } catch {
      report(.invalidValue, error.message, at: url.position)
      return nil
    }
  }

  /// Two names for one place would write over each other.
  mutating func reportSharedURLs(
    _ services: [(name: String, url: ServiceURL, position: SourcePosition?)],
    _ setting: String
  ) {
    for (index, service) in services.enumerated() {
      guard let other = services[..<index].first(where: { $0.url == service.url }) else { continue }
      report(
        .error(
          .duplicateURL,
          "\"\(setting).\(service.name)\" is the same place as \"\(setting).\(other.name)\""
            + " (\(service.url)); give each its own, or take one of the two out",
          at: service.position,
          notes: [Diagnostic.Note("\"\(other.name)\" stands here", at: other.position)]
        )
      )
    }
  }

  /// Two keys that differ in Unicode's form alone are one name.
  private mutating func reportTwice(
    _ name: String,
    _ kind: ServiceKind,
    at position: SourcePosition?,
    _ other: SourcePosition?
  ) {
    report(
      .error(
        .duplicateName,
        "\"\(name)\" is the name of two \(kind.rawValue)s; addresses need different names",
        at: position,
        notes: [Diagnostic.Note("the other one", at: other)]
      )
    )
  }

  private mutating func reportTwice(
    _ name: String,
    at position: SourcePosition?,
    _ other: SourcePosition?
  ) {
    report(
      .error(
        .duplicateName,
        "\"\(name)\" is the name of a database and of a bucket; addresses need different names",
        at: position,
        notes: [Diagnostic.Note("the database", at: other)]
      )
    )
  }
}
