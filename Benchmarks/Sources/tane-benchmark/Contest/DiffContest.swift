import Foundation

/// Two files to compare.
struct DiffPair {
  let base: URL
  let other: URL
  let twin: SampleTwin
  let format: SampleFormat

  init(_ trees: SampleTrees, _ twin: SampleTwin, _ format: SampleFormat) {
    base = trees.file(nil, format)
    other = trees.file(twin, format)
    (self.twin, self.format) = (twin, format)
  }

  var files: [URL] { [base, other] }

  /// The exit code of a comparison of values.
  var status: Int32 { twin.isDifferent ? 1 : 0 }
}

extension Contest {
  /// Returns a contest between the whole process of `tane diff`, other comparison tools and the
  /// baselines.
  ///
  /// The slow contestants are the libraries that create a report and the tools that compare text.
  static func comparing(
    _ pair: DiffPair,
    tane: String,
    python: PythonPeers?,
    includingSlow: Bool
  ) -> Contest {
    let paths = pair.files.map(\.path)
    let diff = Contestant(
      name: "`tane diff`",
      process: ChildProcess(program: tane, arguments: ["diff"] + paths),
      expected: pair.status
    )
    var contestants = [diff, own("Tane's readers, both files at once", ["read-trees"] + paths)]
    if pair.format == .yaml { contestants.append(libyaml(of: pair.files)) }
    if pair.format == .json, let python {
      contestants.append(python.equality(of: pair))
      if includingSlow { contestants += python.comparisons(of: pair) }
    }
    if includingSlow { contestants += textual(pair) }
    return Contest(
      contestants: contestants,
      reference: diff.name,
      inputBytes: pair.base.fileSize + pair.other.fileSize
    )
  }

  private static func textual(_ pair: DiffPair) -> [Contestant] {
    let status: Int32 = pair.twin.isDifferentText ? 1 : 0
    let paths = pair.files.map(\.path)
    return [
      Contestant(
        name: "`diff`",
        process: ChildProcess(program: "diff", arguments: paths),
        expected: status
      ),
      Contestant(
        name: "`git diff --no-index`",
        process: ChildProcess(program: "git", arguments: ["diff", "--no-index"] + paths),
        expected: status
      ),
    ]
  }
}

extension PythonPeers {
  private static let readBoth = """
    a, b = (orjson.loads(open(path, "rb").read()) for path in sys.argv[1:])
    def end(text, differs):
      sys.stdout.write(text)
      sys.stdout.flush()
      os._exit(1 if differs else 0)

    """

  /// Returns the cheapest possible comparison in Python, which only reports whether the values
  /// differ.
  fileprivate func equality(of pair: DiffPair) -> Contestant {
    contestant(
      "orjson, parse both and `==`",
      importing: "import orjson",
      Self.readBoth + "end('', a != b)",
      pair.files,
      expected: pair.status
    )
  }

  fileprivate func comparisons(of pair: DiffPair) -> [Contestant] {
    [
      contestant(
        "jsonpatch `make_patch`, parsed by orjson",
        importing: "import orjson, jsonpatch",
        Self.readBoth + "patch = jsonpatch.make_patch(a, b); end(patch.to_string(), bool(patch))",
        pair.files,
        expected: pair.status
      ),
      contestant(
        "deepdiff-rs `diff_json`",
        importing: "import json, orjson, deepdiff_rs",
        """
        a, b = (open(path, "rb").read().decode() for path in sys.argv[1:])
        report = deepdiff_rs.diff_json(a, b)
        sys.stdout.write(report)
        sys.stdout.flush()
        os._exit(1 if report.strip() != "{}" else 0)
        """,
        pair.files,
        expected: pair.status
      ),
      contestant(
        "deepdiff, parsed by orjson",
        importing: "import orjson, deepdiff",
        Self.readBoth + "found = deepdiff.DeepDiff(a, b); end(found.to_json(), bool(found))",
        pair.files,
        expected: pair.status
      ),
    ]
  }
}
