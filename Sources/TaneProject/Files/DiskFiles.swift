package import SystemPackage

/// The files on this machine's disks.
///
/// Only regular files are read by default, since reading a pipe may block forever, and a device may
/// provide endless data.
package struct DiskFiles: ProjectFiles {
  package let read: FileCache?
  package let areOnDisk = true
  private let maximumStreamedBytes: Int?

  /// Creates an interface to the file system.
  ///
  /// - Parameters:
  ///   - maximumStreamedBytes: The maximum number of bytes to read from a pipe or device, such as a
  ///     shell's `<(…)`, or nil to reject them.
  ///   - read: The cache of files that were already read, or nil to read every file again.
  package init(readingStreamsUpTo maximumStreamedBytes: Int? = nil, after read: FileCache? = nil) {
    self.maximumStreamedBytes = maximumStreamedBytes
    self.read = read
  }

  /// Returns the kind of the item at a path after following links, or nil if it does not exist.
  package func kind(of path: FilePath) throws(FileError) -> FileKind? {
    try Self.nilIfMissing { () throws(Errno) in FileKind(try path.stat().type) }
  }

  /// Returns the entries of a folder in the byte order of their names, or nil if the folder does
  /// not exist.
  package func entries(of folder: FilePath) throws(FileError) -> [FileEntry]? {
    guard let names = try Self.nilIfMissing({ () throws(Errno) in try Self.names(in: folder) })
    else { return nil }
    var entries: [FileEntry] = []
    for (name, isUTF8, kind) in names {
      let kind =
        // An item whose name is not UTF-8 cannot be looked up by that name.
        if let kind { kind } else if isUTF8 { try Self.kind(of: folder.appending(name)) } else {
          FileKind.other
        }
      // An entry without a kind was removed in the meantime.
      if let kind { entries.append(FileEntry(name: name, isUTF8: isUTF8, kind: kind)) }
    }
    return entries
  }

  /// Returns the size of a file in bytes, or nil if it does not exist.
  package func byteCount(of file: FilePath) throws(FileError) -> Int? {
    try Self.nilIfMissing { () throws(Errno) in Int(try file.stat().size) }
  }

  /// Returns the bytes of a file, or nil if it does not exist.
  package func bytes(of file: FilePath) throws(FileError) -> [UInt8]? {
    let isFile = try checkKind(of: file)
    let maximum = isFile ? Int.max : maximumStreamedBytes ?? 0
    let bytes = try Self.nilIfMissing { () throws(Errno) in
      try Self.withDescriptor(of: file) { (descriptor) throws(Errno) in
        // Only regular files have a size.
        let size = isFile ? Int(try descriptor.stat().size) : 0
        var bytes = try Self.bytes(from: descriptor, count: size)
        // The file may have grown, or its size is unknown.
        try Self.readChunks(from: descriptor) {
          bytes.append(contentsOf: $0)
          return bytes.count <= maximum
        }
        return bytes
      }
    }
    guard bytes?.count ?? 0 <= maximum else {
      throw FileError(
        "it is larger than \(maximum) bytes; write the data to a file, and pass that file"
      )
    }
    return bytes
  }

  /// Calls a closure with successive parts of a file, and returns the file's size in bytes, or nil
  /// if the file does not exist.
  package func readChunks(
    of file: FilePath,
    _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(FileError) -> Int? {
    _ = try checkKind(of: file)
    return try Self.nilIfMissing { () throws(Errno) in
      try Self.withDescriptor(of: file) { (descriptor) throws(Errno) in
        try Self.readChunks(from: descriptor) {
          body($0)
          return true
        }
      }
    }
  }

  /// Returns true if a file's group or everyone can read it, or false if it does not exist.
  package func isReadableByOthers(_ file: FilePath) throws(FileError) -> Bool {
    let permissions = try Self.nilIfMissing { () throws(Errno) in try file.stat().permissions }
    return permissions.map { !$0.isDisjoint(with: [.groupRead, .otherRead]) } ?? false
  }

  /// Returns the absolute path with all links resolved, or nil if nothing exists there.
  package func canonicalPath(of path: FilePath) throws(FileError) -> FilePath? {
    try Self.nilIfMissing { () throws(Errno) in try Self.canonical(path) }
  }
}

extension DiskFiles {
  /// The number of bytes to read at a time.
  private static let pieceSize = 256 * 1024

  /// Returns false for a readable stream, and true for a file, a folder or a missing item.
  ///
  /// - Throws: A `FileError` for a stream if streams are rejected: opening one could block forever.
  private func checkKind(of file: FilePath) throws(FileError) -> Bool {
    guard try kind(of: file) == .other else { return true }
    if maximumStreamedBytes == nil { throw FileError("it is neither a file nor a folder") }
    return false
  }

  /// Returns the kind of the item at a path, without following a link, or nil if it does not exist.
  private static func kind(of path: FilePath) throws(FileError) -> FileKind? {
    try nilIfMissing { () throws(Errno) in
      FileKind(try path.stat(followTargetSymlink: false).type)
    }
  }

  private static func nilIfMissing<Value>(
    _ body: () throws(Errno) -> Value
  ) throws(FileError) -> Value? {
    do {
      return try body()
    } catch {
      guard error.meansMissing else { throw FileError(error) }
      return nil
    }
  }

  private static func withDescriptor<Value>(
    of file: FilePath,
    _ body: (FileDescriptor) throws(Errno) -> Value
  ) throws(Errno) -> Value {
    let descriptor: FileDescriptor
    do {
      descriptor = try FileDescriptor.open(file, .readOnly, options: .closeOnExec)
    } catch {
      throw error as? Errno ?? .ioError
    }
    // Nothing was written, so a failure to close loses nothing.
    defer { try? descriptor.close() }
    return try body(descriptor)
  }

  /// Reads at most `count` bytes, directly into the memory of an array.
  private static func bytes(
    from descriptor: FileDescriptor,
    count: Int
  ) throws(Errno) -> [UInt8] {
    var failure: Errno?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
      do throws(Errno) {
        while read < count {
          let rest = UnsafeMutableBufferPointer(rebasing: buffer[read...])
          let length = try Self.read(from: descriptor, into: UnsafeMutableRawBufferPointer(rest))
          guard length > 0 else { return }
          read += length
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  private static func read(
    from descriptor: FileDescriptor,
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(Errno) -> Int {
    do {
      return try descriptor.read(into: buffer)
    } catch {
      throw error as? Errno ?? .ioError
    }
  }

  @discardableResult
  private static func readChunks(
    from descriptor: FileDescriptor,
    _ body: (UnsafeRawBufferPointer) -> Bool
  ) throws(Errno) -> Int {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 16)
    defer { buffer.deallocate() }
    var total = 0
    while true {
      let count = try read(from: descriptor, into: buffer)
      guard count > 0 else { return total }
      total += count
      guard body(UnsafeRawBufferPointer(rebasing: buffer[..<count])) else { return total }
    }
  }
}

extension FileKind {
  fileprivate init(_ type: FileType) {
    switch type {
    case .regular: self = .file
    case .directory: self = .folder
    case .symbolicLink: self = .link
    default: self = .other
    }
  }
}
