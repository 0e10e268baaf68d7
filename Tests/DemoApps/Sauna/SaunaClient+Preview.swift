import DemoModels
import Foundation

extension SaunaClient {
  /// The client for previews: a sauna that three people heat up, and that then stays unchanged.
  public static let preview = SaunaClient { _ in
    AsyncThrowingStream { continuation in
      for (minute, temperature) in ["82", "86.5", "90"].enumerated() {
        continuation.yield(
          SaunaCurrentStates(
            temperature: temperature,
            humidity: 12,
            peopleCount: 3,
            isOpen: true,
            updatedAt: Date(timeIntervalSince1970: TimeInterval(1_778_061_600 + minute * 60))
          )
        )
      }
      continuation.finish()
    }
  } listenToOpen: {
    AsyncThrowingStream { continuation in
      continuation.yield(["aufguss", "löyly"])
      continuation.finish()
    }
  }
}
