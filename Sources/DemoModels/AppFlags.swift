/// The flags of the app, as stored in the parameters of Remote Config.
public struct AppFlags: Codable, Hashable, Sendable {
  /// A Boolean value indicating whether the app listens to changes of saunas.
  public let isSaunaListenerEnabled: Bool
  /// The number of posts that a room shows.
  public let postsPageSize: Int
  /// The message that the app shows during maintenance; empty at other times.
  public let maintenanceMessage: String

  /// Creates flags.
  public init(isSaunaListenerEnabled: Bool, postsPageSize: Int, maintenanceMessage: String) {
    self.isSaunaListenerEnabled = isSaunaListenerEnabled
    self.postsPageSize = postsPageSize
    self.maintenanceMessage = maintenanceMessage
  }

  private enum CodingKeys: String, CodingKey {
    case isSaunaListenerEnabled = "is_sauna_listener_enabled"
    case postsPageSize = "posts_page_size"
    case maintenanceMessage = "maintenance_message"
  }
}
