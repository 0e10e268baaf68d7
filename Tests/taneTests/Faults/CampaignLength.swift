import Foundation

/// How many tries a campaign makes: few by default, as many as a variable of the process says.
enum CampaignLength {
  static func of(_ variable: String, default length: Int) -> Int {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? length
  }
}
