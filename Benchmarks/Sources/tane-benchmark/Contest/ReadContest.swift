import Foundation

extension Contest {
  /// Returns a contest of readers of one file; each measures the time from opening the file to the
  /// value.
  static func reading(_ file: URL, _ format: SampleFormat, with python: PythonPeers?) -> Contest {
    let tane = own("Tane's reader", ["read-trees", file.path])
    let contestants =
      switch format {
      case .yaml: [libyaml(of: [file]), tane]
      case .json:
        [own(simdjson, ["parse-json", file.path]), tane]
          + (python.map { $0.readers(of: file) } ?? [])
      }
    return Contest(
      contestants: contestants,
      reference: contestants[0].name,
      inputBytes: file.fileSize
    )
  }

  /// Returns libyaml's baseline, with one thread for each file.
  static func libyaml(of files: [URL]) -> Contestant {
    let threads = files.count == 1 ? "" : ", \(files.count) threads"
    return own("libyaml's `yaml_parser_parse` in C" + threads, ["parse-yaml"] + files.map(\.path))
  }

  static func own(_ name: String, _ arguments: [String]) -> Contestant {
    Contestant(name: name, process: .own(arguments), countsItself: true)
  }

  private static let simdjson = "simdjson's DOM"
}

extension PythonPeers {
  fileprivate func readers(of file: URL) -> [Contestant] {
    [reader("orjson", of: file), reader("json", of: file)]
  }

  private func reader(_ library: String, of file: URL) -> Contestant {
    let body = """
      wall, processor = time.perf_counter(), time.process_time()
      with open(sys.argv[1], "rb") as file:
        value = \(library).loads(file.read())
      print(time.perf_counter() - wall, time.process_time() - processor)
      sys.stdout.flush()
      os._exit(0 if len(value) == 2 else 1)
      """
    return contestant(
      "Python's \(library)",
      importing: "import \(library)",
      body,
      [file],
      countsItself: true
    )
  }
}

extension URL {
  /// The number of bytes in the file, or 0 if it cannot be determined.
  var fileSize: Int { (try? resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? 0 }
}
