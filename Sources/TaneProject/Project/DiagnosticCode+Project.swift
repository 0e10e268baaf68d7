package import TaneCore

extension DiagnosticCode {
  /// An existing file or folder that cannot be read.
  package static let unreadableFile: DiagnosticCode = "unreadable-file"
  /// A missing folder that a project requires.
  package static let missingFolder: DiagnosticCode = "missing-folder"
  /// An `environments` folder without profiles.
  package static let missingProfile: DiagnosticCode = "missing-profile"
  /// A folder in place of a file.
  package static let notAFile: DiagnosticCode = "not-a-file"
  /// A file in place of a folder.
  package static let notAFolder: DiagnosticCode = "not-a-folder"
  /// An unknown file or folder in a project.
  package static let unexpectedFile: DiagnosticCode = "unexpected-file"
  /// A file name that is not valid text or represents no valid name.
  package static let illegalFileName: DiagnosticCode = "illegal-file-name"
  /// A symbolic link that points outside of the project, is circular or is broken.
  package static let unusableLink: DiagnosticCode = "unusable-link"

  package static let unknownKey: DiagnosticCode = "unknown-key"
  package static let wrongType: DiagnosticCode = "wrong-type"
  /// An invalid value of the right type.
  package static let invalidValue: DiagnosticCode = "invalid-value"
  /// A missing value that is required.
  package static let missingValue: DiagnosticCode = "missing-value"

  /// An environment without a profile.
  package static let unknownEnvironment: DiagnosticCode = "unknown-environment"
  /// An environment with two profiles.
  package static let duplicateEnvironment: DiagnosticCode = "duplicate-environment"
  /// Profiles that extend each other in a cycle.
  package static let extendsCycle: DiagnosticCode = "extends-cycle"
  /// An unset environment variable that a profile or a fixture reads.
  package static let unsetVariable: DiagnosticCode = "unset-variable"
  /// Text that begins with `${` but is not a valid variable.
  package static let invalidVariable: DiagnosticCode = "invalid-variable"
  /// A name that is used twice, such as the name of two services of a profile.
  package static let duplicateName: DiagnosticCode = "duplicate-name"
  /// Two databases or buckets at the same location.
  package static let duplicateURL: DiagnosticCode = "duplicate-url"

  /// Credentials that other people may be able to read.
  package static let exposedCredentials: DiagnosticCode = "exposed-credentials"
  /// An emulator on another machine.
  package static let remoteEmulator: DiagnosticCode = "remote-emulator"
  /// Parts of a profile, or of an app's settings, that belong to different projects.
  package static let mixedProjects: DiagnosticCode = "mixed-projects"
  /// A database whose URL is for the wrong region.
  package static let wrongRegion: DiagnosticCode = "wrong-region"
  /// A service in an app's settings that is not in the profile.
  package static let mixedServices: DiagnosticCode = "mixed-services"

  /// A fixture set without a folder.
  package static let unknownSet: DiagnosticCode = "unknown-set"
  /// A setting or fixtures for an unknown service.
  package static let unknownService: DiagnosticCode = "unknown-service"
  /// Fixtures that are skipped because the profile does not configure their service.
  package static let notSeeded: DiagnosticCode = "not-seeded"
  /// Data that is described twice, such as a node in two files of a set.
  package static let describedTwice: DiagnosticCode = "described-twice"
  /// Fixtures for data reserved by Tane.
  package static let reservedKey: DiagnosticCode = "reserved-key"
  /// An invalid object name.
  package static let illegalObjectName: DiagnosticCode = "illegal-object-name"
  /// An object that exceeds the maximum size.
  package static let objectTooLarge: DiagnosticCode = "object-too-large"
  /// Metadata of a missing object.
  package static let missingObject: DiagnosticCode = "missing-object"

  /// Security rules that do not compile.
  package static let invalidRules: DiagnosticCode = "invalid-rules"
  /// A request that the security rules allow or deny unexpectedly.
  package static let unexpectedAccess: DiagnosticCode = "unexpected-access"
  /// A request that is denied because the evaluation of the security rules fails.
  package static let failingRule: DiagnosticCode = "failing-rule"
  /// A part of the security rules that no request exercises.
  package static let unexercisedRule: DiagnosticCode = "unexercised-rule"
}
