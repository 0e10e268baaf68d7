import Foundation

/// Tells whether code runs on the main queue, which on Linux need not be on the main thread.
enum MainQueueMark {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isHere: Bool { DispatchQueue.getSpecific(key: key) == true }
}
