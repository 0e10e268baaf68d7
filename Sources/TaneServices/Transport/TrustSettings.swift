import TaneCore

#if Network
import NIOSSL
#endif

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The trusted certificates for encrypted connections: the certificates in `SSL_CERT_FILE` and
/// `SSL_CERT_DIR` if either is set, otherwise the system's certificates.
package struct TrustSettings: Sendable, Hashable {
  private let file: String?
  private let folder: String?

  /// The certificates of the system.
  package static let system = TrustSettings(variables: [:])

  /// Creates settings from environment variables.
  package init(variables: [String: String]) {
    func path(_ name: String) -> String? {
      variables[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    (file, folder) = (path("SSL_CERT_FILE"), path("SSL_CERT_DIR"))
  }
}

#if Network
extension TrustSettings {
  /// Returns the TLS configuration of a client.
  ///
  /// - Throws: A `TransportFailure` that names the variable whose files contain no certificates.
  func configuration() throws -> TLSConfiguration {
    var configuration = TLSConfiguration.makeClientConfiguration()
    guard file != nil || folder != nil else { return configuration }
    var certificates: [NIOSSLCertificate] = []
    if let file { certificates += try Self.certificates("SSL_CERT_FILE", file, of: [file]) }
    if let folder {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      let files = names.sorted().map { "\(folder)/\($0)" }
      certificates += try Self.certificates("SSL_CERT_DIR", folder, of: files)
    }
    configuration.trustRoots = .certificates(certificates)
    return configuration
  }

  private static func certificates(
    _ variable: String,
    _ path: String,
    of files: [String]
  ) throws -> [NIOSSLCertificate] {
    let found = files.flatMap { (try? NIOSSLCertificate.fromPEMFile($0)) ?? [] }
    guard found.isEmpty else { return found }
    throw TransportFailure(
      .encryption("\(variable) is \(path.escapingControls), which contains no PEM certificates"),
      mayHaveArrived: false
    )
  }
}
#endif
