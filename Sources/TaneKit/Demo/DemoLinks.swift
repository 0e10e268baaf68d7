import TaneCore
import TaneProject
import TaneServices

/// A check of the links in fixtures.
struct DemoLinks {
  /// A link and the first position where it occurs.
  private struct Link {
    let text: String
    let address: Address
    let position: SourcePosition?
    var count = 1
  }

  /// The maximum number of links to request; hosts may limit the rate.
  private static let maximumRequests = 500

  /// The links to objects of the environment's buckets that fixtures do not describe; the objects
  /// may not exist.
  private var objects: [(link: Link, object: Address)] = []
  /// The distinct links to request.
  private var pages: [Link] = []
  /// The links to domains reserved for examples, keyed by domain.
  private var examples: [String: Link] = [:]
  /// The links to objects of buckets that the environment does not have.
  private var others: [Link] = []
  /// The number of links to objects that the fixtures describe; `DemoComparison` checks these
  /// objects.
  private var describedCount = 0

  init(of fixtures: Fixtures, in profile: EnvironmentProfile) {
    var links: [String: Link] = [:]
    for resource in fixtures.resources { Self.collect(resource.content, resource.address, &links) }
    let described = Set(fixtures.services(of: .buckets).flatMap(\.resources).map(\.address))
    for link in links.values.sorted(by: { $0.text < $1.text }) {
      if let object = Self.object(of: link.text, in: profile, described) {
        if described.contains(object) {
          describedCount += 1
        } else {
          objects.append((link, object))
        }
      } else if link.text.hasPrefix("gs://") {
        others.append(link)
      } else if let host = Self.exampleHost(of: link.text) {
        if examples[host] == nil { examples[host] = link } else { examples[host]?.count += 1 }
      } else {
        pages.append(link)
      }
    }
  }

  /// Checks the objects and pages that the links refer to.
  func check(
    with probe: LinkProbe,
    in readers: EnvironmentReaders,
    reset: String,
    report: (RunProgress) -> Void
  ) async throws -> DemoCheckResult {
    var findings = try await missing(in: readers)
    for (link, problem) in try await problems(probe, report) {
      let message =
        "\(Redaction.url(link.text).escapingControls) \(problem); correct the link, or remove it and run \(reset)"
      findings.append(.error(.brokenLink, message, at: link.position, address: link.address))
    }
    let broken = findings.count
    findings += examples.sorted { $0.key < $1.key }.map { host, link in
      .warning(
        .brokenLink,
        "\(counted(link.count, "link")) \(link.count == 1 ? "points" : "point") to \(host), a "
          + "domain reserved for examples; put the content into a bucket, and link to it there",
        at: link.position,
        address: link.address
      )
    }
    let asked = objects.count + min(pages.count, Self.maximumRequests)
    var answers: [String] = []
    if broken > 0 {
      answers.append(
        "\(broken.grouped) of \(counted(asked, "link")) \(broken == 1 ? "does" : "do") not work"
      )
    } else if asked > 0 {
      answers.append("\(counted(asked, "link")) \(asked == 1 ? "works" : "work")")
    }
    if describedCount > 0 {
      let verb = describedCount == 1 ? "points" : "point"
      answers.append("\(counted(describedCount, "link")) \(verb) to objects in the fixtures")
    }
    return DemoCheckResult(
      name: "links",
      answer: answers.isEmpty ? "none" : answers.joined(separator: ", "),
      findings: findings,
      notChecked: notChecked
    )
  }

  /// The links that are not checked, as clauses.
  private var notChecked: [String] {
    var clauses: [String] = []
    let left = pages.count - Self.maximumRequests
    if left > 0 {
      clauses.append("\(counted(left, "more link")) (at most \(Self.maximumRequests) are checked)")
    }
    if let first = others.first {
      clauses.append(
        "\(counted(others.count, "link")) to buckets that the environment does not have, such as "
          + "\(Redaction.url(first.text).escapingControls)"
      )
    }
    return clauses
  }

  /// Returns the findings about links to missing objects.
  private func missing(in readers: EnvironmentReaders) async throws -> [Diagnostic] {
    var findings: [Diagnostic] = []
    for (link, object) in objects {
      let bucket = try readers.reader(.buckets, named: object.service)
      guard try await bucket.object(at: object.path.components.joined(separator: "/")) == nil
      else { continue }
      findings.append(
        .error(
          .brokenLink,
          "this link points to \(object), which does not exist; add the object to "
            + "fixtures/SET/buckets/\(object.service), or correct the link",
          at: link.position,
          address: link.address
        )
      )
    }
    return findings
  }

  /// Requests the pages, with limited concurrency, and returns the broken links with their
  /// problems.
  private func problems(
    _ probe: LinkProbe,
    _ report: (RunProgress) -> Void
  ) async throws -> [(link: Link, problem: String)] {
    try await withThrowingTaskGroup(of: (Int, String?).self) { group in
      var problems: [Int: String] = [:]
      let asked = pages.prefix(Self.maximumRequests)
      for (index, link) in asked.enumerated() {
        if index >= 8, let (done, problem) = try await group.next() { problems[done] = problem }
        report(.count("checking links", index: index + 1, of: asked.count))
        group.addTask { (index, try await probe.problem(of: link.text)) }
      }
      for try await (done, problem) in group { problems[done] = problem }
      return asked.enumerated().compactMap { index, link in problems[index].map { (link, $0) } }
    }
  }

  private static func collect(_ tree: Tree, _ address: Address, _ links: inout [String: Link]) {
    for (key, child) in tree.keyedChildren {
      let place = Address(service: address.service, path: address.path.appending(key))
      collect(child, place, &links)
    }
    guard let text = tree.string, text.utf8.count < 2000, isLink(text) else { return }
    if links[text] == nil {
      links[text] = Link(text: text, address: address, position: tree.position)
    }
  }

  private static func isLink(_ text: String) -> Bool {
    ["https://", "http://", "gs://"].contains { text.hasPrefix($0) && text.count > $0.count }
      && !text.contains(where: \.isWhitespace)
  }

  /// Returns the address of the object that a link refers to.
  ///
  /// Objects in embedded buckets have no URLs, so a URL of any bucket is interpreted as a link to
  /// the object with the same path.
  private static func object(
    of link: String,
    in profile: EnvironmentProfile,
    _ described: Set<Address>
  ) -> Address? {
    if let object = profile.object(namedBy: link) { return object }
    guard let url = ObjectURL(link) else { return nil }
    return profile.services(of: .buckets).lazy.filter(\.location.isEmbedded)
      .map { Address(bucket: $0.name, object: url.object) }.first(where: described.contains)
  }

  /// Returns the host of a link if it is reserved for examples (RFC 2606), or nil otherwise.
  private static func exampleHost(of link: String) -> String? {
    guard let start = link.firstRange(of: "://")?.upperBound else { return nil }
    let host = link[start...].prefix { !"/?#:".contains($0) }.lowercased()
    let isReserved = ["example.com", "example.net", "example.org", "example", "invalid", "test"]
      .contains { host == $0 || host.hasSuffix(".\($0)") }
    return isReserved ? host : nil
  }
}
