import TaneCore

/// The address of a project's services, in production or in an emulator.
///
/// Each client adds the URLs of its service in an extension.
package struct ProjectLocation: Sendable, Hashable {
  /// The identifier of the project.
  package let project: String
  /// The scheme, host and port of an emulator.
  let emulatorOrigin: String?

  /// A Boolean value indicating whether the services are provided by an emulator.
  package var isEmulator: Bool { emulatorOrigin != nil }

  /// Creates the location of a Firebase project's services.
  package init(project: String) {
    self.project = project
    emulatorOrigin = nil
  }

  /// Creates the location of a project's services in an emulator at `http://HOST:PORT`.
  ///
  /// - Throws: A `StoreError` for any other URL.
  package init(emulator url: String, project: String) throws {
    emulatorOrigin = try WebAddress.emulatorOrigin(url, serving: project, "a project")
    self.project = project
  }

  /// The project as a segment of a URL's path.
  var projectSegment: String { PercentEncoding.encodeURLPart(project) }
}

extension ProjectLocation: CustomStringConvertible {
  /// The location in the format used in profiles.
  package var description: String { emulatorOrigin.map { "\($0)/\(project)" } ?? project }
}
