import Crypto
import Foundation
import Testing

@testable import tane

/// Tests of pages of differences and findings, in a browser if one is installed.
@Suite("HTML pages")
struct ReportPageTests {
  private static let chromium = ["chromium", "chromium-browser", "google-chrome"].lazy
    .flatMap { name in
      (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map {
        "\($0)/\(name)"
      }
    }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Text that would be markup or would end an attribute or a script.
  private static let hostile = #"</script><img src=x onerror="document.title='owned'">' " & `${1}`"#

  /// Returns a project with errors in three fixture files of two types, with hostile data.
  private static func project() throws -> TemporaryProject {
    let project = try TemporaryProject()
    try project.write(
      """
      struct Shop: Codable { let name: String; let kind: Kind }
      enum Kind: String, Codable { case ramen, cafe }
      struct User: Codable { let age: Int }
      """,
      to: "Sources/Shop.swift"
    )
    try project.write(
      """
      sources: [Sources]
      mappings:
        shops:/shops: "[Shop]"
        shops:/users: "[String: User]"
      """,
      to: "fixtures/mappings.yaml"
    )
    let text = hostile.replacing("'", with: "''")
    try project.write(
      "- { name: a, kind: '\(text)' }\n- { kind: cafe }\n",
      to: "fixtures/base/databases/shops/shops.yaml"
    )
    try project.write("age: '\(text)'\n", to: "fixtures/base/databases/shops/users/u&1.yaml")
    return project
  }

  private func page() async throws -> (text: String, project: TemporaryProject) {
    let project = try Self.project()
    let result = try await project.tane("validate", "--reporter", "html")
    #expect(result.status == 1, "\(result.errors)")
    return (result.output, project)
  }

  @Test("A page contains hostile data as text and links to lines")
  func escaped() async throws {
    let (text, project) = try await page()
    #expect(!text.contains("<img"))
    #expect(text.components(separatedBy: "</script>").count == 2)
    #expect(text.contains("&lt;img src=x onerror="))
    let file = "fixtures/base/databases/shops/users/u%261.yaml"
    #expect(text.contains("<a href=\"file://\(project.root.path)/\(file)#L1\">"))
    #expect(!text.contains("http://") && !text.contains("https://"))
    let variables = [
      "GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "a/b", "GITHUB_SHA": "1f",
    ]
    let onGitHub = try await project.tane("validate", "--reporter", "html", variables: variables)
    #expect(onGitHub.output.contains("<a href=\"https://github.com/a/b/blob/1f/\(file)#L1\">"))
  }

  @Test("The policy of a page allows no other style and script than the page's own")
  func policy() async throws {
    let text = try await page().text
    let policy = try #require(text.firstMatch(of: /Content-Security-Policy" content="([^"]*)"/)).1
    let style = try #require(text.firstMatch(of: /(?s)<style>(.*?)<\/style>/)).1
    let script = try #require(text.firstMatch(of: /(?s)<script>(.*?)<\/script>/)).1
    #expect(
      policy
        == "default-src 'none'; style-src '\(Self.digest(style))'; img-src data:; "
        + "script-src '\(Self.digest(script))'; base-uri 'none'; form-action 'none'"
    )
  }

  /// Returns the source expression of a style or script in a policy.
  private static func digest(_ text: some StringProtocol) -> String {
    "sha256-" + Data(SHA256.hash(data: Data(text.utf8))).base64EncodedString()
  }

  @Test("The articles of a long section are folded in groups of a hundred")
  func groups() async throws {
    let text = try await longPage().output
    let summaries = text.matches(of: /<summary>(.*?)<\/summary>/).map { String($0.1) }
    #expect(summaries == ["1–100", "101–200", "201–250"])
    let folds = text.matches(of: /<\/?details[^>]*>/).map { String($0.0) }
    #expect(
      folds
        == [
          "<details open>", "</details>", "<details>", "</details>", "<details>", "</details>",
        ]
    )
  }

  /// Returns the page of 250 differences, and its project.
  private func longPage() async throws -> (output: String, project: TemporaryProject) {
    let project = try TemporaryProject()
    let file = "fixtures/base/databases/shops/more.yaml"
    try project.write((0..<250).map { "v\($0): old\n" }.joined(), to: file)
    #expect(try await project.tane("seed").status == 0)
    try project.write((0..<250).map { "v\($0): new\n" }.joined(), to: file)
    let result = try await project.tane("diff", "shops:/more", "--format", "html")
    #expect(result.status == 1, "\(result.errors)")
    return (result.output, project)
  }

  @Test("The colors of a page have enough contrast in light and dark mode")
  func contrast() async throws {
    let text = try await page().text
    let themes = text.matches(of: /:root \{([^}]*)\}/).map { match in
      Dictionary(
        match.1.matches(of: /--(\w+): (#[0-9a-f]+)/).map { (String($0.1), String($0.2)) },
        uniquingKeysWith: { $1 }
      )
    }
    #expect(themes.count == 2)
    for theme in themes {
      let grounds = try ["ground", "panel"].map { try #require(theme[$0]) }
      for name in ["old", "new", "other", "quiet"] {
        let color = try #require(theme[name])
        for ground in grounds {
          #expect(Self.contrast(color, ground) >= 4.5, "\(name) \(color) on \(ground)")
        }
      }
    }
  }

  /// Returns the contrast ratio of two colors, according to the Web Content Accessibility
  /// Guidelines 2.2.
  private static func contrast(_ one: String, _ other: String) -> Double {
    func luminance(_ color: String) -> Double {
      var digits = color.dropFirst().map { $0.hexDigitValue ?? 0 }
      if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
      let parts = [0, 2, 4].map { index -> Double in
        let share = Double(digits[index] * 16 + digits[index + 1]) / 255
        return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
    let (a, b) = (luminance(one), luminance(other))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  @Test(
    "A page supports filters and keyboard navigation and is accessible in Chromium",
    .enabled(if: chromium != nil, "no Chromium is installed here")
  )
  func browser() async throws {
    let (text, project) = try await page()
    let check = """
      const form = document.querySelector("form");
      const shown = () => document.querySelectorAll("article:not([hidden])").length;
      const input = (element, value) => {
        element.value = value;
        element.dispatchEvent(new Event("input", { bubbles: true }));
      };
      const all = shown();
      expect(!form.hidden, "the form is shown");
      expect(all === 3, `3 findings: ${all}`);
      const [code, file, type] = ["code", "file", "type"].map((name) => form.elements[name]);
      expect(file.options.length === 3, `2 files: ${file.options.length}`);
      input(file, "fixtures/base/databases/shops/users/u&1.yaml");
      expect(shown() === 1, `1 of a file: ${shown()}`);
      expect(form.querySelector("output").textContent === `1 of ${all}`, "the number is told");
      input(file, "");
      input(type, "User");
      expect(shown() === 1, `1 of a type: ${shown()}`);
      input(type, "");
      input(code, "missing-key");
      expect(shown() === 1, `1 of a code: ${shown()}`);
      input(code, "");
      input(form.elements.text, "NO SUCH TEXT");
      expect(shown() === 0, "none of a text");
      expect([...document.querySelectorAll("section")].every((section) => section.hidden), "sections go as well");
      input(form.elements.text, "");
      const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      const articles = [...document.querySelectorAll("article")];
      press("j");
      expect(document.activeElement === articles[0], "j goes to the first");
      press("j");
      press("k");
      expect(document.activeElement === articles[0], "k goes back");
      press("/");
      expect(document.activeElement === form.elements.text, "/ goes to the filter");
      expect(document.documentElement.lang === "en", "a language");
      expect(document.title === "tane validate local", "a title that nobody else wrote");
      for (const field of document.querySelectorAll("input, select")) expect(field.labels.length === 1, "labels");
      const levels = [...document.querySelectorAll("h1, h2, h3")].map((heading) => Number(heading.tagName[1]));
      expect(levels[0] === 1 && levels.filter((level) => level === 1).length === 1, "one first heading");
      levels.forEach((level, index) => expect(index === 0 || level <= levels[index - 1] + 1, "headings in order"));
      expect(document.querySelectorAll("main, header").length === 2, "landmarks");
      for (const link of document.querySelectorAll("a")) expect(link.textContent.trim() !== "", "links have texts");
      expect(document.querySelectorAll("img").length === 0, "no image");
      const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
      expect(new Set(ids).size === ids.length, "identifiers once");
      expect(document.documentElement.scrollWidth <= innerWidth, "no scrolling sideways");
      """
    try await Self.expectNoProblems(on: text, in: project, checkedBy: check)
  }

  @Test(
    "The articles of a long page are shown in pages of a hundred in Chromium",
    .enabled(if: chromium != nil, "no Chromium is installed here")
  )
  func browserPages() async throws {
    let (text, project) = try await longPage()
    let check = """
      const shown = () => [...document.querySelectorAll("article")].map((article) => article.querySelector("code").textContent);
      const [previous, next] = ["previous", "next"].map((name) => document.querySelector(`[name=${name}]`));
      expect(shown().length === 100 && document.querySelectorAll("details").length === 0, "the first page");
      expect(previous.disabled && !next.disabled, "only the next page");
      const first = shown()[0];
      next.click();
      next.click();
      expect(shown().length === 50 && next.disabled, `the last page: ${shown().length}`);
      expect(document.querySelector("nav span").textContent === "201–250", "the position is told");
      const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      previous.click();
      for (let count = 0; count < 101; count += 1) press("j");
      expect(document.activeElement.textContent.includes(shown()[0]) && shown().length === 50, "j turns the page");
      press("k");
      expect(shown().length === 100 && document.activeElement.textContent.includes(shown()[99]), "k turns it back");
      const field = document.querySelector("form").elements.text;
      field.value = "v24";
      field.dispatchEvent(new Event("input", { bubbles: true }));
      expect(shown().length === 11 && document.querySelector("nav").hidden, `filtered: ${shown().length}`);
      expect(document.querySelector("output").textContent === "11 of 250", "the number is told");
      field.value = "";
      field.dispatchEvent(new Event("input", { bubbles: true }));
      expect(shown()[0] === first, "the first page again");
      """
    try await Self.expectNoProblems(on: text, in: project, checkedBy: check)
  }

  /// Opens a page in Chromium, and runs a script on it that calls `expect(isSo, what)`.
  private static func expectNoProblems(
    on page: String,
    in project: TemporaryProject,
    checkedBy script: String
  ) async throws {
    let check = """
      {
      const problems = [];
      const expect = (isSo, what) => { if (!isSo) problems.push(what); };
      \(script)
      document.body.append(Object.assign(document.createElement("pre"), { id: "result", textContent:
        `RESULT:${problems.join("; ")}:END` }));
      }
      """
    let allowed = page.replacing("script-src ", with: "script-src '\(digest(check))' ")
    try project.write(allowed + "<script>\(check)</script>", to: "page.html")
    let result = try await TaneProcess.run(
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--window-size=500,800", "--dump-dom",
        "--user-data-dir=\(project.root.path)/chromium", "file://\(project.root.path)/page.html",
      ],
      in: project.root,
      variables: ["HOME": project.root.path],
      executable: URL(filePath: try #require(chromium))
    )
    #expect(result.output.contains("RESULT::END"), "\(result.output.suffix(2000))\(result.errors)")
  }

  /// Images of one pixel in two colors.
  private static let pictures = [
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGM4wcAAAAJcAMlDyBJGAAAAAElFTkSuQmCC",
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNgqGAAAAD0AHm0Tu4JAAAAAElFTkSuQmCC",
  ]

  @Test("The page of a diff shows images before and after")
  func images() async throws {
    let project = try TemporaryProject()
    let data = try Self.pictures.map { try #require(Data(base64Encoded: $0)) }
    let file = "fixtures/base/buckets/images/shop.png"
    try project.write(data[0], to: file)
    try project.write("plain", to: "fixtures/base/buckets/images/note.txt")
    #expect(try await project.tane("seed").status == 0)
    try project.write(data[1], to: file)
    try project.write("other", to: "fixtures/base/buckets/images/note.txt")
    try project.write(data[1] + Data(count: 256 * 1024), to: "fixtures/base/buckets/images/big.png")
    let page = try await project.tane("diff", "--format", "html").output
    let images = zip(Self.pictures, ["before", "after"]).map { picture, name in
      "<img class=\"\(name)\" alt=\"the image \(name)\" src=\"data:image/png;base64,\(picture)\">"
    }
    #expect(page.contains(images.joined()))
    #expect(page.components(separatedBy: "<img").count == 3)
    #expect(try await project.tane("diff").output.contains("images:/shop.png  content"))
  }

  @Test(
    "The page replaces %s in a BROWSER command or is appended",
    arguments: [
      ("firefox", ["firefox", "a b"]), ("firefox -P work", ["firefox", "-P", "work", "a b"]),
      ("show --page=%s -x", ["show", "--page=a b", "-x"]),
    ]
  )
  func browserWords(command: String, words: [String]) {
    #expect(Browser.words(of: command, page: "a b") == words)
  }

  @Test("The page of a diff opens in BROWSER and is readable only by its owner")
  func opened() async throws {
    let project = try TemporaryProject()
    try project.write(
      "#!/bin/sh\nstat -c %a \"$1\" 2>/dev/null || stat -f %Lp \"$1\"\ncp \"$1\" opened.html\n",
      to: "browser"
    )
    let browser = project.root.appending(path: "browser").path
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: browser)
    let variables = ["BROWSER": browser, "TMPDIR": project.root.path]
    let result = try await project.tane("diff", "--open", variables: variables)
    #expect(result.status == 1, "\(result.errors)")
    #expect(result.output.contains("Opened \(project.root.path)/tane-diff-"))
    #expect(try project.read("opened.html").contains("<title>tane diff local → fixtures</title>"))
    let page = try #require(
      try FileManager.default.contentsOfDirectory(atPath: project.root.path)
        .first { $0.hasPrefix("tane-diff-") }
    )
    let attributes = try FileManager.default.attributesOfItem(
      atPath: project.root.appending(path: page).path
    )
    #expect(attributes[.posixPermissions] as? Int == 0o600)

    let none = try await project.tane("diff", "--open", variables: ["BROWSER": "no-such-browser"])
    #expect(none.status == 2)
    #expect(none.errors.contains("error: no-such-browser did not open the page; open /"))
    let both = try await project.tane("diff", "--open", "--json")
    #expect(both.status == 64)
  }
}
