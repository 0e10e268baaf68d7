import ArgumentParser
import Foundation
import TaneRendering
import Testing

@testable import tane

@Suite("tane in Japanese")
struct JapaneseTests {
  private static let japanese = ["LANG": "ja_JP.UTF-8"]

  @Test(
    "is what the first variable that is set asks for",
    arguments: [
      ([:], Language.english), (["LANG": "ja_JP.UTF-8"], .japanese), (["LANG": "ja"], .japanese),
      (["LANG": "ja_JP.UTF-8", "LC_ALL": "C"], .english),
      (["LANG": "C", "LC_MESSAGES": "ja_JP.UTF-8"], .japanese),
      (["LANG": "ja_JP.UTF-8", "LC_ALL": ""], .japanese), (["LANG": "jam"], .english),
    ]
  )
  func variables(variables: [String: String], language: Language) {
    #expect(Language(variables: variables) == language)
  }

  @Test("is what --language says, whatever the variables are")
  func option() async throws {
    let project = try TemporaryProject()
    let japanese = try await project.tane("diff", "--language", "ja")
    #expect(japanese.output.hasSuffix("追加 1、変更 0、削除 0。0 個の値と 0 個のオブジェクトは変更なしです。\n"))
    let english = try await project.tane("diff", "--language", "en", variables: Self.japanese)
    #expect(english.output == (try await project.tane("diff")).output)
    let refused = try await project.tane("diff", "--language=ja", "--what")
    #expect(refused.errors.hasPrefix("エラー: 不明なオプション '--what'"))
  }

  @Test("reports findings at file:line:column")
  func validate() async throws {
    let project = try TemporaryProject.demo()
    let file = "fixtures/base/databases/shops/shops.yaml"
    let text = try project.read(file)
      .replacing(/updated_at: .*/, with: "updated_at: 1000", maxReplacements: 1)
    try project.write(text + "  opens.at: .nan\n", to: file)
    let lines = text.split(separator: "\n").count + 1
    let result = try await project.tane("validate", variables: Self.japanese)
    #expect(result.status == 1)
    #expect(
      result.output == """
        local  embedded · shops, users, firestore, accounts, images · ガード open · フィクスチャ base

        \(file):7:15: エラー: Shop.updatedAt: String が必要ですが、整数 1000 です [wrong-type]
        Sources/DemoModels/Shop.swift:16:14: 補足: Shop.updatedAt の宣言はここです
          shops:/shops/0/updated_at
        \(file):\(lines):3: 警告: "opens.at" を読む型はありません。Shop が読むのは id, name, shop_image_url, \
        updated_at, foods [unread-key]
        Sources/DemoModels/Shop.swift:8:15: 補足: Shop の宣言はここです
          shops:/shops/41/opens.at
        \(file):\(lines):3: エラー: キー "opens.at" に "." があります。Realtime Database のキーには使えません（. $ # [ ] / \
        と制御文字） [illegal-key]
          shops:/shops/41/opens.at
        \(file):\(lines):13: エラー: Realtime Database には .nan を書けません。有限の数だけです [not-finite]
          shops:/shops/41/opens.at

        50 個のファイルの 1,565 個の値（13 件のドキュメント）と 30 個のオブジェクトを検査しました: エラー 3 件と警告 1 件。

        """
    )
  }

  @Test("leaves what programs read in English")
  func programs() async throws {
    let project = try TemporaryProject()
    try project.write("- {id: .nan}\n", to: "fixtures/base/databases/shops/shops.yaml")
    for reporter in ["junit", "sarif", "xcode"] {
      let japanese = try await project.tane(
        "validate",
        "--reporter",
        reporter,
        variables: Self.japanese
      )
      let english = try await project.tane("validate", "--reporter", reporter)
      #expect(japanese.output == english.output)
      #expect(
        japanese.output.contains("the Realtime Database cannot hold .nan: only finite numbers")
      )
    }
    let json = try await project.tane("validate", "--json", variables: Self.japanese)
    #expect(json.output == (try await project.tane("validate", "--json")).output)
  }

  @Test("says what was seeded, what differs, and asks")
  func seed() async throws {
    let project = try TemporaryProject()
    let seeded = try await project.tane("seed", variables: Self.japanese)
    #expect(
      seeded.output.replacing(/[0-9.]+ m?s/, with: "1 s") == """
        local  embedded · shops, images · ガード open · フィクスチャ base

        + 追加    shops:/shops
                  + [{"id":0,"name":"麺屋"},{"id":1,"name":"喫茶"}]  fixtures/base/databases/shops/shops.yaml:1:1

        計画: 追加 4 個の値、変更 0、削除 0
        投入しました: local（1 s、4 個の値と 0 個のオブジェクトを検証しました）。

        """
    )
    try project.write(
      "- {id: 0, name: 麺屋 はるかぜ}\n- {id: 1, name: 喫茶}\n",
      to: "fixtures/base/databases/shops/shops.yaml"
    )
    let compared = try await project.tane("diff", variables: Self.japanese)
    #expect(
      compared.output == """
        local  embedded · shops, images · ガード open · フィクスチャ base

        ~ 変更    shops:/shops/0/name
                  - "麺屋"
                  + "麺屋 はるかぜ"  fixtures/base/databases/shops/shops.yaml:1:17
                  = ほか 1 件は変更なし

        追加 0、変更 1、削除 0。3 個の値と 0 個のオブジェクトは変更なしです。

        """
    )
    try project.write(
      "guard: confirm\ndatabases: { shops: embedded:shops }\n",
      to: "environments/other.yaml"
    )
    let refused = try await project.tane("seed", "-e", "other", variables: Self.japanese)
    #expect(refused.status == 3)
    #expect(
      refused.errors.hasSuffix(
        "エラー: other には確認が必要ですが、端末ではありません。--yes を付けると確認済みとみなします。何も読み書きしていません。\n"
      )
    )
  }

  @Test("leaves people's data as it is, where it looks like a word of Tane as well")
  func data() async throws {
    let project = try TemporaryProject()
    try project.write(
      "guard: open\nvalues: { mode: change, kind: list }\ndatabases: { shops: embedded:shops }\n",
      to: "environments/local.yaml"
    )
    try project.write("order: list\n", to: "fixtures/base/databases/shops/shops.yaml")
    for arguments in [["env", "show"], ["fixtures", "show", "shops:/"]] {
      let japanese = try await TaneProcess.run(
        arguments,
        in: project.root,
        variables: Self.japanese
      )
      let english = try await TaneProcess.run(arguments, in: project.root)
      let (left, right) = (
        english.output.split(separator: "\n"), japanese.output.split(separator: "\n")
      )
      // What no profile says has a word of Tane's in the place of its line.
      let data = right.dropFirst().map { $0.replacing("既定", with: "default") }
      #expect(left.dropFirst().map(String.init) == data.map(String.init))
    }
    let unread = Language.japanese.text("no type reads \"a\"; Shop reads id, list, order")
    #expect(unread == "\"a\" を読む型はありません。Shop が読むのは id, list, order")
    #expect(Language.japanese.text("expected a list, found \"map\"") == "リストが必要ですが、\"map\" です")
  }

  @Test("makes reports for people")
  func reports() async throws {
    let project = try TemporaryProject()
    try project.write("- {id: .nan}\n", to: "fixtures/base/databases/shops/shops.yaml")
    let markdown = try await project.tane(
      "validate",
      "--reporter",
      "markdown",
      variables: Self.japanese
    )
    #expect(
      markdown.output == """
        ### tane validate local

        **1 個のファイルの 1 個の値と 0 個のオブジェクトを検査しました: エラー 1 件と警告 0 件。**

        | | 場所 | 指摘 | 件数 |
        |---|---|---|--:|
        | エラー | `fixtures/base/databases/shops/shops.yaml:1:8`<br>`shops:/shops/0/id` | Realtime Database には \
        .nan を書けません。有限の数だけです `not-finite` | 1 |

        未確認:

        - アプリの Swift の型がデータを読めるか: fixtures/mappings.yaml にマッピングがありません（tane validate --suggest \
        が項目を提案します）

        """
    )
    let page = try await project.tane("validate", "--reporter", "html", variables: Self.japanese)
    for text in [
      "<html lang=\"ja\">", "<label>絞り込み <input", "<b>エラー</b>", "有限の数だけです [not-finite]",
      "<code>not-finite</code> .nan、.inf、-.inf: 数値・文字列・null を使う", "error: \"エラー\"",
    ] {
      #expect(page.output.contains(text), "\(text)")
    }
    let github = try await project.tane(
      "validate",
      "--reporter",
      "github",
      variables: Self.japanese
    )
    #expect(github.output.hasPrefix("::error file="))
    #expect(github.output.contains("::Realtime Database には .nan を書けません。有限の数だけです%0A"))
  }

  @Test("explains the options of a command")
  func help() async throws {
    let project = try TemporaryProject()
    let result = try await project.tane("rot", "--help", variables: Self.japanese)
    #expect(result.status == 0)
    #expect(
      result.output == """
        概要: フィクスチャの日付のうち、まだ先で、ある時刻には過ぎているものを一覧しま
        す。

        !now +3d のように実行の時刻を起点とする日付は過ぎないので、一覧に入りません。一
        つでもあれば終了コードは 1 です。

          tane rot --until 2027-01-01

        使い方: tane rot --until <time> [--env <name> ...] [--set <name> ...]
        [--directory <dir>] [--json] [--verbose] [--timeout <duration>] [--color <when>]
        [--language <language>]

        オプション:
          --until <time>          時刻。例: 2027-01-01、+3mo
          -e, --env <name>        環境（既定: TANE_ENV、なければ local）。tane seed と
                                  tane plan では複数指定でき、順に処理します。
          --set <name>            プロファイルのセットの代わりに重ねるフィクスチャのセッ
                                  ト。複数指定できます。
          -C, --directory <dir>   プロジェクト、またはその中のフォルダ。
          --json                  テキストの代わりに JSON を一つ出力します。
          --verbose               サービスに送るリクエストをすべて標準エラー出力に表示し
                                  ます。
          --timeout <duration>    サービスが進まないまま待つ時間。例: 90s、2m（既定: プ
                                  ロファイルの limits.timeout、なければ 120s）。同じ環境
                                  の別のコマンドを待つ時間でもあります（60s）。
          --color <when>          色: auto、on、off。（値: auto, on, off、既定: auto）
          --language <language>   人が読む出力の言語。en か ja（既定: LC_ALL、
                                  LC_MESSAGES、LANG の言語）。（値: en, ja）
          --version               バージョンを表示します。
          -h, --help              ヘルプを表示します。


        """
    )
  }

  @Test("explains every option of every command")
  func pages() {
    let page = HelpPage(language: .japanese, width: 100_000)
    var commands: [any ParsableCommand.Type] = [Tane.self]
    while let command = commands.popLast() {
      commands += command.configuration.subcommands
      let english = Tane.helpMessage(for: command, columns: 100_000)
      let left = zip(
        english.split(separator: "\n"),
        page.text(of: english).split(separator: "\n")
      ).filter { english, japanese in
        english == japanese && english.contains(/[A-Za-z]+ [a-z]+ [a-z]+/)
          && !english.hasPrefix("  tane ")
          && !english.hasPrefix("  -")
      }
      #expect(left.map(\.1) == [])
    }
  }

  @Test("data in quotation marks stays as it is", arguments: ["本番", "本番。 次 （大）", "何？ a"])
  func quoted(_ name: String) {
    let text = Language.japanese.text("no environment \"\(name)\" in environments/ (local)")
    #expect(text.contains("\"\(name)\""))
    #expect(text.contains("環境"))
  }

  @Test("an error with colours is translated by its parts")
  func colours() {
    let text = Language.japanese.text(
      "\u{1B}[31merror:\u{1B}[0m 1 error in the fixtures; nothing was written"
    )
    #expect(text == "\u{1B}[31mエラー:\u{1B}[0m フィクスチャのエラー 1 件。何も書き込んでいません")
  }

  @Test(
    "leaves names of the project, and texts that could be put together in too many ways",
    .timeLimit(.minutes(10))
  )
  func names() {
    let header = "list  embedded · content, metadata · guard open · fixtures base"
    let names = ProjectNames()
    names.add(["list", "content", "metadata", "base"])
    let text = Language.$names.withValue(names) { Language.japanese.text(header) }
    #expect(text == "list  embedded · content, metadata · ガード open · フィクスチャ base")
    for text in ["(a, b: c. ", "a b0, a b1; ", "found and list or "] {
      #expect(!Language.japanese.text(String(repeating: text, count: 30)).isEmpty)
    }
    let data = String(repeating: "found ", count: 1000)
    #expect(Language.japanese.text(data) == data)
  }
}
