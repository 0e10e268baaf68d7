import TaneCore

extension ProjectAgreement {
  /// What the apps' settings say that the profile does not.
  ///
  /// The settings of an app of another environment's project are that environment's.
  var appFindings: [Diagnostic] {
    guard let project else { return [] }
    return infos.flatMap { info -> [Diagnostic] in
      guard let entry = info.project else { return [] }
      if entry.value != project {
        return otherProjects.contains(entry.value) ? [] : [unknownProject(entry, project)]
      }
      return [databaseFinding(info), bucketFinding(info)].compactMap(\.self)
    }
  }

  private func unknownProject(
    _ entry: GoogleServiceInfo.Entry,
    _ project: String
  ) -> Diagnostic {
    .warning(
      .mixedProjects,
      "the app is of the project \"\(entry.value.escapingControls)\", of which no environment is, and"
        + " \(profile.name) is of \"\(project.escapingControls)\"; put the settings of that project's app"
        + " here, or correct \(profile.file)",
      at: entry.position
    )
  }

  private func databaseFinding(_ info: GoogleServiceInfo) -> Diagnostic? {
    guard let entry = info.databaseURL else { return nil }
    let origins = profile.databases.compactMap { database in
      if case .firebase(let origin) = database.url { origin.lowercased() } else { nil }
    }
    let named = entry.value.hasSuffix("/") ? String(entry.value.dropLast()) : entry.value
    guard !origins.isEmpty, !origins.contains(named.lowercased()) else { return nil }
    return mismatch(entry, "DATABASE_URL", "database", origins)
  }

  private func bucketFinding(_ info: GoogleServiceInfo) -> Diagnostic? {
    guard let entry = info.bucket else { return nil }
    let names = profile.buckets.compactMap { bucket in
      if case .bucket(let name) = bucket.url { name } else { nil }
    }
    guard !names.isEmpty, !names.contains(entry.value) else { return nil }
    return mismatch(entry, "STORAGE_BUCKET", "bucket", names)
  }

  private func mismatch(
    _ entry: GoogleServiceInfo.Entry,
    _ key: String,
    _ kind: String,
    _ known: [String]
  ) -> Diagnostic {
    .warning(
      .mixedServices,
      "\(key) is \"\(Redaction.url(entry.value).escapingControls)\", which is no \(kind) of \(profile.name)"
        + " (\(known.joined(separator: ", "))); add it to \(profile.file), or download the app's settings"
        + " again",
      at: entry.position
    )
  }
}
