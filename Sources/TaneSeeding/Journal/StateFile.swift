import SystemPackage
import TaneCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A small file of Tane's own below `.tane/`, replaced whole or not at all.
struct StateFile: Sendable {
  let path: FilePath

  private var url: URL { URL(filePath: path.string) }

  /// The file's bytes, or nil where there is no file.
  func read() throws -> [UInt8]? {
    guard FileManager.default.fileExists(atPath: path.string) else { return nil }
    do {
      return Array(try Data(contentsOf: url))
    } catch {
      throw failure(.unreadable, "cannot be read", error)
    }
  }

  /// Puts bytes in the place of the file, with its folders, so that a reader meets the old or the new.
  func replace(with bytes: [UInt8]) throws {
    do {
      try FileManager.default.createDirectory(
        atPath: path.removingLastComponent().string,
        withIntermediateDirectories: true
      )
      try Data(bytes).write(to: url, options: .atomic)
    } catch {
      throw failure(.readOnly, "cannot be written", error)
    }
  }

  /// Takes the file away, if it is there.
  func remove() throws {
    guard FileManager.default.fileExists(atPath: path.string) else { return }
    do {
      try FileManager.default.removeItem(atPath: path.string)
    } catch {
      throw failure(.readOnly, "cannot be removed", error)
    }
  }

  private func failure(_ code: StoreError.Code, _ what: String, _ error: any Error) -> StoreError {
    let isFull = (error as? CocoaError)?.code == .fileWriteOutOfSpace
    let reason = isFull ? "the disk is full" : "check the folder and its permissions"
    return StoreError(isFull ? .diskFull : code, service: path.string, "\(what); \(reason)")
  }
}
