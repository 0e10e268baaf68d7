public import TaneCore

extension DiagnosticCode {
  /// A file or folder that is there and cannot be read.
  public static let unreadableFile: DiagnosticCode = "unreadable-file"
  /// A folder that a project needs and does not have.
  public static let missingFolder: DiagnosticCode = "missing-folder"
  /// A folder of profiles that holds none.
  public static let missingProfile: DiagnosticCode = "missing-profile"
  /// A folder where a file is expected, or the other way round.
  public static let notAFile: DiagnosticCode = "not-a-file"
  /// A file where a folder is expected.
  public static let notAFolder: DiagnosticCode = "not-a-folder"
  /// A file or folder with which a project does nothing.
  public static let unexpectedFile: DiagnosticCode = "unexpected-file"
  /// A file name that cannot be read as text, or stands for no name.
  public static let illegalFileName: DiagnosticCode = "illegal-file-name"
  /// A symbolic link that leads out of the project, round in a circle or nowhere.
  public static let unusableLink: DiagnosticCode = "unusable-link"

  /// A key that a file does not know.
  public static let unknownKey: DiagnosticCode = "unknown-key"
  /// A value of another kind than expected.
  public static let wrongType: DiagnosticCode = "wrong-type"
  /// A value of the right kind that means nothing here.
  public static let invalidValue: DiagnosticCode = "invalid-value"
  /// A value that must be there and is not.
  public static let missingValue: DiagnosticCode = "missing-value"

  /// An environment that no file describes.
  public static let unknownEnvironment: DiagnosticCode = "unknown-environment"
  /// An environment that two files describe.
  public static let duplicateEnvironment: DiagnosticCode = "duplicate-environment"
  /// Profiles that extend each other in a circle.
  public static let extendsCycle: DiagnosticCode = "extends-cycle"
  /// An environment variable that a profile reads and that is not set.
  public static let unsetVariable: DiagnosticCode = "unset-variable"
  /// A `${` that is not followed by a variable's name and `}`.
  public static let invalidVariable: DiagnosticCode = "invalid-variable"
  /// A name that stands for two services of a profile.
  public static let duplicateName: DiagnosticCode = "duplicate-name"
  /// Two databases, or two buckets, at one place.
  public static let duplicateURL: DiagnosticCode = "duplicate-url"

  /// Credentials that others can get at.
  public static let exposedCredentials: DiagnosticCode = "exposed-credentials"
  /// An emulator on another machine.
  public static let remoteEmulator: DiagnosticCode = "remote-emulator"
  /// Parts of a profile, or of an app's settings, that belong to different projects.
  public static let mixedProjects: DiagnosticCode = "mixed-projects"
  /// A database whose URL names another region than the one it is in.
  public static let wrongRegion: DiagnosticCode = "wrong-region"
  /// A service of an app's settings that the profile does not have.
  public static let mixedServices: DiagnosticCode = "mixed-services"

  /// A fixture set without a folder.
  public static let unknownSet: DiagnosticCode = "unknown-set"
  /// Fixtures of a database or bucket that the profile does not have.
  public static let unknownService: DiagnosticCode = "unknown-service"
  /// Fixtures that this version of Tane leaves alone.
  public static let notSeeded: DiagnosticCode = "not-seeded"
  /// A node or an object that two files of one set describe.
  public static let describedTwice: DiagnosticCode = "described-twice"
  /// A fixture describes what Tane keeps in a database for itself.
  public static let reservedKey: DiagnosticCode = "reserved-key"
  /// A name that a storage bucket cannot hold.
  public static let illegalObjectName: DiagnosticCode = "illegal-object-name"
  /// An object that is larger than its bucket takes.
  public static let objectTooLarge: DiagnosticCode = "object-too-large"
  /// Metadata of an object that is not there.
  public static let missingObject: DiagnosticCode = "missing-object"
}
