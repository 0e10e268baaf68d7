import Foundation
import TaneCore

/// The parameter values that an app receives from a template, with the template's ETag.
struct FetchedConfig: Sendable {
  let etag: String
  let values: [String: Data]

  /// Extracts the default values of all parameters, including parameters in groups.
  ///
  /// Conditional values are not used, because conditions depend on devices and users. A parameter
  /// is missing if it has no default value in the template, or if Firebase computes its value for
  /// each user.
  init(_ revision: RemoteConfigRevision) {
    etag = revision.etag
    let template = revision.template
    var values: [String: Data] = [:]
    for parameters in [template.parameters] + template.groups.values.map(\.parameters) {
      for (key, parameter) in parameters {
        guard case .text(let text)? = parameter.defaultValue else { continue }
        values[key] = Data(text.utf8)
      }
    }
    self.values = values
  }

  /// Returns the keys that were added, changed or removed since another template.
  func updatedKeys(since other: FetchedConfig?) -> Set<String> {
    let old = other?.values ?? [:]
    return Set(values.keys).union(old.keys).filter { values[$0] != old[$0] }
  }
}
