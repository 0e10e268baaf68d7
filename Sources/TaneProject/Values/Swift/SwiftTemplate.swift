/// The parts of generated Swift code that are the same for every project.
enum SwiftTemplate {
  /// The lines up to the members of the type.
  static func head(importingManagers: Bool) -> [String] {
    [
      "// Made by tane env export --format swift of environments/, which is the place for changes.",
      "// swift-format-ignore-file", "// swiftlint:disable all", "", "import Foundation",
    ] + (importingManagers ? ["import TaneFirebase"] : []) + [
      "", "/// An environment of the app: where its services are, and the values that differ.",
      "internal struct TaneEnvironment: Swift.Sendable {",
    ]
  }

  /// An app's settings at Firebase as an expression.
  static func expression(_ app: GoogleServiceInfo) -> String {
    let fields: [(String, String?)] = [
      ("googleAppID", app.appID?.value), ("gcmSenderID", app.senderID?.value),
      ("apiKey", app.apiKey?.revealed), ("clientID", app.clientID?.value),
      ("bundleID", app.bundleID?.value), ("projectID", app.project?.value),
      ("databaseURL", app.databaseURL?.value), ("storageBucket", app.bucket?.value),
    ]
    let arguments = fields.map { "\($0): \($1?.swiftLiteral ?? "nil")" }
    return "FirebaseAppValues(\(arguments.joined(separator: ", ")))"
  }

  /// The Swift code for selecting an environment at run time and reading its settings.
  static let choice = """

      /// Returns the environment with the given name; nil if it is not in this build.
      internal static func named(_ name: Swift.String) -> TaneEnvironment? {
        all.first { $0.name == name }
      }

      /// The environment that is chosen when the app runs: by the launch argument `-TaneEnvironment NAME`, then the
      /// variable `TANE_ENV`, then the key `TaneEnvironment` in Info.plist, then the code.
      ///
      /// - Throws: `ChoiceError` if the chosen name is not in this build, or if no name is chosen.
      internal static func chosen(
        arguments: [Swift.String] = Foundation.ProcessInfo.processInfo.arguments,
        variables: [Swift.String: Swift.String] = Foundation.ProcessInfo.processInfo.environment,
        infoDictionary: (Swift.String) -> Swift.String? = TaneEnvironment.readInfoDictionary,
        otherwise fallback: TaneEnvironment? = nil
      ) throws -> TaneEnvironment {
        let argument = arguments.firstIndex(of: "-TaneEnvironment").map { index in
          index + 1 < arguments.count ? arguments[index + 1] : ""
        }
        let choices: [(place: Swift.String, name: Swift.String?)] = [
          ("the argument -TaneEnvironment", argument),
          ("the variable TANE_ENV", variables["TANE_ENV"].flatMap { $0.isEmpty ? nil : $0 }),
          ("the key TaneEnvironment of Info.plist", infoDictionary("TaneEnvironment").flatMap { $0.isEmpty ? nil : $0 }),
        ]
        for case (let place, let name?) in choices {
          if let environment = named(name) { return environment }
          throw ChoiceError(place: place, name: name)
        }
        guard let fallback else { throw ChoiceError(place: nil, name: "") }
        return fallback
      }

      /// The error if no environment can be chosen.
      internal struct ChoiceError: Swift.Error, Swift.CustomStringConvertible {
        /// The source of the name, or nil if there is none.
        internal let place: Swift.String?
        internal let name: Swift.String

        internal var description: Swift.String {
          let held = TaneEnvironment.all.map(\\.name).joined(separator: ", ")
          guard let place else {
            return "no environment is chosen; pass -TaneEnvironment, set TANE_ENV, or add the key TaneEnvironment to"
              + " Info.plist (this build holds \\(held))"
          }
          return "\\(place) names the environment \\"\\(name)\\", which this build does not hold (\\(held))"
        }
      }

      /// A text of the app's Info.plist.
      internal static func readInfoDictionary(_ key: Swift.String) -> Swift.String? {
        Foundation.Bundle.main.object(forInfoDictionaryKey: key) as? Swift.String
      }

      /// A value that is read when the app runs.
      internal struct RuntimeValue<Value: Swift.Sendable>: Swift.Sendable {
        internal let variable: Swift.String
        internal let fallback: Value?
        internal let parse: @Sendable (Swift.String) -> Value?

        /// The value of the variable, the Info.plist key of the same name, or the default; nil if none of them exists
        /// or it does not have the type.
        internal func value(
          variables: [Swift.String: Swift.String] = Foundation.ProcessInfo.processInfo.environment,
          infoDictionary: (Swift.String) -> Swift.String? = TaneEnvironment.readInfoDictionary
        ) -> Value? {
          guard let text = variables[variable] ?? infoDictionary(variable) else { return fallback }
          return parse(text)
        }
      }

      /// The values in the app's GoogleService-Info.plist.
      internal struct FirebaseAppValues: Swift.Sendable {
        internal let googleAppID: Swift.String?
        internal let gcmSenderID: Swift.String?
        internal let apiKey: Swift.String?
        internal let clientID: Swift.String?
        internal let bundleID: Swift.String?
        internal let projectID: Swift.String?
        internal let databaseURL: Swift.String?
        internal let storageBucket: Swift.String?
      }
    """.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)

  /// The Swift code for configuring Firebase's SDK.
  static let firebase = """

    #if canImport(FirebaseCore)
      import FirebaseCore

      extension TaneEnvironment {
        /// The options of the app that runs, or of the only one.
        internal var firebaseOptions: FirebaseCore.FirebaseOptions? {
          let own = firebaseApps.first { $0.bundleID == Foundation.Bundle.main.bundleIdentifier }
          return (own ?? (firebaseApps.count == 1 ? firebaseApps.first : nil))?.options
        }
      }

      extension TaneEnvironment.FirebaseAppValues {
        /// The options; nil if the plist lacks the app's identifier or its sender.
        internal var options: FirebaseCore.FirebaseOptions? {
          guard let googleAppID, let gcmSenderID else { return nil }
          let options = FirebaseCore.FirebaseOptions(googleAppID: googleAppID, gcmSenderID: gcmSenderID)
          options.apiKey = apiKey
          options.clientID = clientID
          if let bundleID { options.bundleID = bundleID }
          options.projectID = projectID
          options.databaseURL = databaseURL
          options.storageBucket = storageBucket
          return options
        }
      }
    #endif
    """.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
}
