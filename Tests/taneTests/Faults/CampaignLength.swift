import Foundation

/// The number of attempts of a campaign, from an environment variable or a small default.
enum CampaignLength {
  static func of(_ variable: String, default length: Int) -> Int {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? length
  }
}
