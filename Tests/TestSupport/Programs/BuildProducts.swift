package import Foundation

/// The programs and modules of this build.
package enum BuildProducts {
  /// The folder that contains the test runner and the package's executables.
  package static var folder: URL {
    for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
      return bundle.bundleURL.deletingLastPathComponent()
    }
    return URL(filePath: ProcessInfo.processInfo.arguments[0]).deletingLastPathComponent()
  }
}
