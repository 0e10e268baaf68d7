import Foundation
import TaneProject

extension EnvironmentProfiles {
  /// Returns the environment selected at launch: by the argument `-TaneEnvironment NAME`, then the
  /// variable `TANE_ENV`, then the key `TaneEnvironment` in Info.plist, or else `local`.
  ///
  /// Generated code for apps (`TaneEnvironment.chosen(otherwise:)`) uses the same order.
  ///
  /// - Throws: An `EnvironmentError` that states where the name came from.
  func chosenProfile(
    arguments: [String] = ProcessInfo.processInfo.arguments,
    infoDictionary: (String) -> String? = {
      Bundle.main.object(forInfoDictionaryKey: $0) as? String
    }
  ) throws(EnvironmentError) -> EnvironmentProfile {
    let argument = arguments.firstIndex(of: "-TaneEnvironment").map { index in
      index + 1 < arguments.count ? arguments[index + 1] : ""
    }
    let entry = infoDictionary("TaneEnvironment").flatMap { $0.isEmpty ? nil : $0 }
    let choices = [
      ("-TaneEnvironment", argument), ("TANE_ENV", chosenName),
      ("Info.plist", entry),
    ]
    for case (let source, let name?) in choices {
      do {
        return try profile(named: name)
      } catch {
        throw error.naming(source)
      }
    }
    return try profile(named: defaultName)
  }
}
