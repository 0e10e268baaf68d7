import ArgumentParser
import Foundation
import TaneRendering
import Testing

@testable import tane

@Suite("Japanese output")
struct JapaneseTests {
  private static let japanese = ["LANG": "ja_JP.UTF-8"]

  @Test(
    "The first variable that is set determines the language",
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

  @Test("The option --language overrides the variables")
  func option() async throws {
    let project = try TemporaryProject()
    let japanese = try await project.tane("diff", "--language", "ja")
    #expect(japanese.output.hasSuffix("追加 1、変更 0、削除 0。0 個の値と 0 個のオブジェクトは変更なしです。\n"))
    let english = try await project.tane("diff", "--language", "en", variables: Self.japanese)
    #expect(english.output == (try await project.tane("diff")).output)
    let refused = try await project.tane("diff", "--language=ja", "--what")
    #expect(refused.errors.hasPrefix("エラー: 不明なオプション '--what'"))
  }

  @Test("Findings in Japanese have file, line and column")
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
        local  組み込み · shops, users, firestore, accounts, remoteConfig, images · ガード open · フィクスチャ base

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
        \(file):\(lines):13: エラー: Realtime Database には .nan を書き込めません。使えるのは有限の数値だけです [not-finite]
          shops:/shops/41/opens.at

        51 個のファイルの 1,575 個の値（13 件のドキュメント）と 30 個のオブジェクトを検査しました: エラー 3 件と警告 1 件。

        """
    )
  }

  @Test("Output for programs stays in English")
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
        japanese.output.contains("the Realtime Database cannot store .nan; use a finite number")
      )
    }
    let json = try await project.tane("validate", "--json", variables: Self.japanese)
    #expect(json.output == (try await project.tane("validate", "--json")).output)
  }

  @Test("Seeds, differences and questions are in Japanese")
  func seed() async throws {
    let project = try TemporaryProject()
    let seeded = try await project.tane("seed", variables: Self.japanese)
    #expect(
      seeded.output.replacing(/[0-9.]+ m?s/, with: "1 s") == """
        local  組み込み · shops, images · ガード open · フィクスチャ base

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
        local  組み込み · shops, images · ガード open · フィクスチャ base

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
        "エラー: other には確認が必要ですが、端末で実行されていません。--yes を付けると確認済みとみなします。何も読み書きしていません。\n"
      )
    )
  }

  @Test("User data stays unchanged even if it looks like a word of Tane")
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
      // For settings that the profile does not contain, a word of Tane's replaces the line.
      let data = right.dropFirst().map { $0.replacing("既定", with: "default") }
      #expect(left.dropFirst().map(String.init) == data.map(String.init))
    }
    let unread = Language.japanese.text("no type reads \"a\"; Shop reads id, list, order")
    #expect(unread == "\"a\" を読む型はありません。Shop が読むのは id, list, order")
    #expect(Language.japanese.text("expected a list, found \"map\"") == "リストが必要ですが、\"map\" です")
  }

  @Test(
    "Composed text is translated as a whole",
    arguments: [
      (
        "0 added, 2,000 changed, 1 moved, 3 removed; 1 value unchanged.",
        "追加 0、変更 2,000、移動 1、削除 3。1 個の値は変更なしです。"
      ),
      ("seeded 3 values, 2 documents, 1 account", "投入しました: 3 個の値、2 件のドキュメント、1 件のアカウント"),
      ("verifying local", "local を検証しています"), ("… 8 more lines", "… ほか 8 行"),
      ("map of 3 entries, 9 values", "項目 3 個のマップ、9 個の値"),
      ("expected Int, found boolean true", "Int が必要ですが、真偽値 true です"),
      ("expected Int, found the end of a list of 3", "Int が必要ですが、要素 3 個のリストの終わりです"),
      (
        "error: 1 error in the data that the app's Swift types read; nothing was written "
          + "(--no-types skips this check)",
        "エラー: アプリの Swift の型が読むデータのエラー 1 件。何も書き込んでいません（--no-types でこの検査を省けます）"
      ),
      (
        "unknown key \"b\" in \"limits\" (known: list and map, add); did you mean \"add\"?",
        "\"limits\" に不明なキー \"b\" があります（使えるのは list and map, add）。\"add\" ではありませんか？"
      ),
      (
        "unknown value \"b\" in \"values.api\" (known: change); declare it in values.yaml",
        "\"values.api\" に不明な値 \"b\" があります（使えるのは change）。values.yaml で宣言してください"
      ),
      (
        "the plan removes 7 values, but the limit of local is 1 (limits.deletes at "
          + "environments/local.yaml:5:20); raise it if this is intended",
        "計画は 7 個の値を削除しますが、local の上限は 1 です（environments/local.yaml:5:20 の limits.deletes）。意図したものなら、そこで上限を上げてください"
      ),
      (
        "expected a map, found list of 4; written as a map with the keys list, 2, 3, read back as a list of 4 with 2 nulls:"
          + " decoding [String: Named] will fail on the device",
        "マップが必要ですが、要素 4 個のリストです。キー list, 2, 3 のマップとして書かれ、リスト（要素 4、うち null 2 個）として読み出されます。デバイスでは [String: Named] のデコードに失敗します"
      ),
      (
        "Shop.rank: expected String, found integer 3; Rank is one of bronze, silver, gold",
        "Shop.rank: String が必要ですが、整数 3 です。Rank は bronze, silver, gold のいずれかです"
      ),
      (
        "F.k: expected String, found integer 1; K is one of food, none",
        "F.k: String が必要ですが、整数 1 です。K は food, none のいずれかです"
      ),
      (
        "Kind.type: expected \"text\" or \"image\", found string \"video\"",
        "Kind.type: \"text\" または \"image\" が必要ですが、文字列 \"video\" です"
      ),
      (
        "G.v: expected [String] or [String: Int] or [Int], found integer 1",
        "G.v: [String] または [String: Int] または [Int] が必要ですが、整数 1 です"
      ),
      (
        "F.i: expected Int, found number 9e+30, which Int cannot represent exactly",
        "F.i: Int が必要ですが、数値 9e+30 は Int では正確に表せません"
      ),
      (
        "DateComponents (the type of F.dc) is not analyzed",
        "DateComponents（F.dc の型）の内容は調べません"
      ),
      ("2 of 11 nodes", "全 11 件中 2 件"),
      (
        "expected a key that is a ListedRank, found \"golt\" (bronze, gold); did you mean \"gold\"?",
        "ListedRank のキーが必要ですが、\"golt\" です（bronze, gold）。\"gold\" ではありませんか？"
      ),
      (
        "Strict rejects string \"long\": this is too long",
        "Strict は文字列 \"long\" を受け付けません: this is too long"
      ),
      (
        "shops (https://demo.firebaseio.com): GET /x.json: Permission denied. (status 401); try again",
        "shops (https://demo.firebaseio.com): GET /x.json: Permission denied.（ステータス 401）。もう一度実行してください"
      ),
      (
        "#1 GET https://demo.firebaseio.com/x.json → proxy failure (no connection "
          + "(Connection refused) when connecting to 127.0.0.1:1), sent 0 B, received 0 B, 17 ms, "
          + "attempt 1; retrying in 5 ms: status 503",
        "#1 GET https://demo.firebaseio.com/x.json → プロキシのエラー（接続できません（Connection refused）（接続先 127.0.0.1:1））、送信 0 B、受信 0 B、17 ms、試行 1。5 ms 待ってから、もう一度送信します: ステータス 503"
      ),
      (
        "b: shops (/tmp/b.sqlite): another process is writing to it and did not finish in time: "
          + "try again later; nothing was written to b. The other environments: already written: "
          + "a; not written: c",
        "b: shops (/tmp/b.sqlite): 別のプロセスの書き込みが時間内に終わりませんでした。あとでもう一度実行してください。b には何も書き込んでいません。ほかの環境: 書き込み済み: a。書き込んでいません: c"
      ),
      (
        "a key contains the value of a masked field; add the mask \"users:/byMail/*: key fake email\"",
        "キーに、マスクしたフィールドの値が含まれています。マスク \"users:/byMail/*: key fake email\" を追加してください"
      ),
      (
        "--patch json and --summary cannot be combined; use one of them",
        "--patch json と --summary は同時に指定できません。一つだけ指定してください"
      ),
      (
        "--patch json, --summary and --open cannot be combined; use one of them",
        "--patch json, --summary と --open は同時に指定できません。一つだけ指定してください"
      ),
      (
        "error: b: declined; nothing was written to b. The other environments: not written: a",
        "エラー: b: 取りやめました。b には何も書き込んでいません。ほかの環境: 書き込んでいません: a"
      ),
      (
        "expected String or Int, found boolean true",
        "String または Int が必要ですが、真偽値 true です"
      ),
      (
        "a tag must be followed by a space; add one before \"}\"",
        "タグの後には空白が必要です。\"}\" の前に空白を入れてください"
      ),
      ("Expected 'rules' to be an object, found integer.", "'rules' はオブジェクトでなければなりませんが、整数です。"),
      (
        "\"parameters.d\" has value and inAppDefault; remove all but one",
        "\"parameters.d\" に value と inAppDefault の両方があります。一方にしてください"
      ),
      (
        "note: --follow: 2 resources referenced in the data are also pulled; skipped: 1 of "
          + "firestore (firestore:/users/u2), 3 of users",
        "注: --follow: データが参照する 2 個のリソースも取り込みました。除外: firestore の 1（firestore:/users/u2）、users の 3"
      ),
    ]
  )
  func joined(english: String, japanese: String) {
    let text = Language.$names.withValue(ProjectNames()) { Language.japanese.text(english) }
    #expect(text == japanese)
  }

  @Test(
    "Commands and names that contain words of Tane stay unchanged",
    arguments: [
      ("USAGE: tane fixtures show <addresses> ...", "使い方: tane fixtures show <addresses> ..."),
      ("tane fixtures show", "tane fixtures show"),
      (
        "F.list requires the key \"list\", which is missing", "F.list に必要なキー \"list\" がありません"
      ),
      ("P<String, Int>.a is declared here", "P<String, Int>.a の宣言はここです"),
      ("reading rock and roll", "rock and roll を読んでいます"),
      (
        "writing change and list atomically: 1 write",
        "change and list に書き込んでいます: 1 件の書き込み（アトミック）"
      ),
      (
        "no type reads \"add\"; Shop reads add and change, list",
        "\"add\" を読む型はありません。Shop が読むのは add and change, list"
      ),
    ]
  )
  func commandsAndNames(english: String, japanese: String) {
    let text = Language.$names.withValue(ProjectNames()) { Language.japanese.text(english) }
    #expect(text == japanese)
  }

  /// English words are two consecutive words outside of data, paths, options and commands.
  @Test("The recorded Japanese screens contain no English words")
  func screens() throws {
    let folder = TemporaryProject.repository.appending(path: "Tests/taneTests/Screens")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix("-120-japanese.txt") }
    #expect(!files.isEmpty)
    for file in files.sorted() {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      let words = text.replacing(/"[^"\n]*"|(tane|gcloud)( [a-z-]+)+|\S*[-\/.:_]\S*/, with: "_")
        .matches(of: /\b[a-z]{2,} [a-z]{2,}\b/).map { String($0.output) }
      #expect(words == [], "\(file)")
    }
  }

  @Test("Reports for people are in Japanese")
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
        .nan を書き込めません。使えるのは有限の数値だけです `not-finite` | 1 |

        未確認:

        - アプリの Swift の型でデータを読めるか: fixtures/mappings.yaml にマッピングがありません（tane validate --suggest \
        で項目の提案を表示できます）

        """
    )
    let page = try await project.tane("validate", "--reporter", "html", variables: Self.japanese)
    for text in [
      "<html lang=\"ja\">", "<label>絞り込み <input", "<b>エラー</b>", "有限の数値だけです [not-finite]",
      "<code>not-finite</code> .nan、.inf、-.inf: 数値・文字列・null を使う", "data-error=\"エラー\"",
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
    #expect(github.output.contains("::Realtime Database には .nan を書き込めません。使えるのは有限の数値だけです%0A"))
  }

  @Test("The help of a command explains its options in Japanese")
  func help() async throws {
    let project = try TemporaryProject()
    let result = try await project.tane("rot", "--help", variables: Self.japanese)
    #expect(result.status == 0)
    #expect(
      result.output == """
        概要: 指定日時までに過ぎるフィクスチャの日付を表示します。

        !now +3d のように実行時を起点とする日付は過ぎることがないため、表示されません。
        該当する日付が一つでもあれば終了コードは 1 です。

          tane rot --until 2027-01-01

        使い方: tane rot --until <time> [--env <name> ...] [--set <name> ...]
        [--directory <dir>] [--json] [--verbose] [--timeout <duration>] [--color <when>]
        [--language <language>]

        オプション:
          --until <time>          時刻。例: 2027-01-01、+3mo
          -e, --env <name>        環境（既定: TANE_ENV、なければ local）。tane seed と
                                  tane plan では複数指定でき、順に処理します。
          --set <name>            プロファイルのセットに代わるセット（複数指定可）。
          -C, --directory <dir>   プロジェクト、またはその中のフォルダ。
          --json                  テキストの代わりに一つの JSON を出力します。
          --verbose               サービスへの各リクエストを標準エラー出力に表示します。
          --timeout <duration>    サービスの応答が進まないまま待つ時間。例: 90s、2m（既
                                  定: プロファイルの limits.timeout、なければ 120s）。同
                                  じ環境の別のコマンドを待つ時間（60s）も変わります。
          --color <when>          色: auto、on、off。（値: auto, on, off、既定: auto）
          --language <language>   表示に使う言語。en か ja（既定: LC_ALL、LC_MESSAGES、
                                  LANG の言語）。（値: en, ja）
          --version               バージョンを表示します。
          -h, --help              ヘルプを表示します。


        """
    )
  }

  @Test("The Japanese help explains every option of every command")
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
      }
      #expect(left.map(\.1) == [])
    }
  }

  @Test("Data in quotation marks stays unchanged", arguments: ["本番", "本番。 次 （大）", "何？ a"])
  func quoted(_ name: String) {
    let text = Language.japanese.text("no environment \"\(name)\" in environments/ (known: local)")
    #expect(text.contains("\"\(name)\""))
    #expect(text.contains("環境"))
  }

  @Test("A colored error is translated in parts")
  func colours() {
    let text = Language.japanese.text(
      "\u{1B}[31merror:\u{1B}[0m 1 error in the fixtures; nothing was written"
    )
    #expect(text == "\u{1B}[31mエラー:\u{1B}[0m フィクスチャのエラー 1 件。何も書き込んでいません")
  }

  @Test(
    "A colored word that is already translated is kept in its sentence",
    arguments: [
      (
        "投入しました", " local in 20 ms and verified 2 values and 0 objects.",
        "\u{1B}[32m投入しました\u{1B}[0m: local（20 ms、2 個の値と 0 個のオブジェクトを検証しました）。"
      ),
      ("取り込みました", " into 2 files.", "2 個のファイルに\u{1B}[32m取り込みました\u{1B}[0m。"),
      (
        "2 個のファイルを書き込みました", ". Next:",
        "\u{1B}[32m2 個のファイルを書き込みました\u{1B}[0m。次のステップ:"
      ),
    ]
  )
  func colouredWords(word: String, english: String, japanese: String) {
    let text = "\u{1B}[32m\(word)\u{1B}[0m\(english)"
    #expect(Language.japanese.text(text) == japanese)
  }

  @Test(
    "Names of the project stay unchanged, and the translation of ambiguous texts terminates"
  )
  func names() {
    let header = "list  embedded · content, metadata · guard open · fixtures base"
    let names = ProjectNames()
    names.add(["list", "content", "metadata", "base"])
    let text = Language.$names.withValue(names) { Language.japanese.text(header) }
    #expect(text == "list  組み込み · content, metadata · ガード open · フィクスチャ base")
    for text in ["(a, b: c. ", "a b0, a b1; ", "found and list or "] {
      #expect(!Language.japanese.text(String(repeating: text, count: 30)).isEmpty)
    }
    let data = String(repeating: "found ", count: 1000)
    #expect(Language.japanese.text(data) == data)
  }
}
