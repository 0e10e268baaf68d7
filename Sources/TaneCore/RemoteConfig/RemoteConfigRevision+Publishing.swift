/// The functions shared by the in-memory and the embedded store, which publish templates
/// themselves.
extension RemoteConfigRevision {
  /// The number of published versions to retain, the same as in Firebase.
  ///
  /// See <https://firebase.google.com/docs/remote-config/templates>.
  package static let maximumCount = 300

  /// Returns the revision of a project before its first publication.
  package static func unpublished(of project: String) -> RemoteConfigRevision {
    RemoteConfigRevision(
      template: RemoteConfigTemplate(),
      etag: etag(of: project, 0),
      version: nil
    )
  }

  /// Returns the ETag of a published version in Firebase's format, with the project's name instead
  /// of its number.
  package static func etag(of project: String, _ number: Int64) -> String {
    "etag-\(PercentEncoding.encodeURLPart(project))-\(number)"
  }

  package func next(
    _ template: RemoteConfigTemplate,
    of project: String,
    at time: DocumentTimestamp
  ) -> RemoteConfigRevision {
    let number = (version?.number ?? 0) + 1
    return RemoteConfigRevision(
      template: template,
      etag: Self.etag(of: project, number),
      version: RemoteConfigVersion(number: number, updateTime: time)
    )
  }

  /// Throws an error if the expected ETag is not current or the new template is invalid.
  package func check(
    _ template: RemoteConfigTemplate,
    ifMatch etag: String,
    of service: String
  ) throws(StoreError) {
    guard etag == self.etag else {
      throw StoreError(
        .conflict,
        service: service,
        "the template was changed: expected the ETag \(etag.escapingControls), found \(self.etag); "
          + "read the template again"
      )
    }
    guard let finding = RemoteConfigCheck.findings(in: template).first else { return }
    throw StoreError(
      .invalidData,
      service: service,
      finding.address.map { "\($0): \(finding.message)" } ?? finding.message
    )
  }
}
