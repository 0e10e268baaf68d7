extension JapaneseTexts {
  static let project = #"""
    # Evaluation/FixtureArguments
    unknown key "{1}" of {2} (known: {3})
    → {2} に不明なキー "{1}" があります（使えるのは {3!}）
    {1} needs the key "{2}"; for example {3}
    → {1} にはキー "{2}" が必要です。例: {3!}
    a whole number from {1} to {2}
    → {1} から {2} の整数
    a name of letters and digits, such as "n"
    → n のような英数字の名前
    "of" of {1} must be another key of the same map, not "{2}"
    → {1} の "of" は同じマップのほかのキーでなければなりませんが、"{2}" です
    "{1}" of {2} must be {3}, not {4}
    → {2} の "{1}" は{3}でなければなりませんが、{4} です
    the template "{1}" {2}
    → テンプレート "{1}" {2}
    # Evaluation/FixtureEvaluator
    the tags of these fixtures generate more than {1} values; lower the counts of !repeat
    → これらのフィクスチャのタグから {1} 個を超える値が生成されます。!repeat の回数を減らしてください
    the tag {1} expects {2}, not {3}; for example {4}
    → タグ {1} には{2}が必要ですが、{3}です。例: {4!}
    the tag {1}
    → タグ {1}
    a number
    → 数値
    an empty list
    → 空のリスト
    a list
    → リスト
    an empty map
    → 空のマップ
    a map
    → マップ
    # Evaluation/FixtureTemplate
    has "{" without "}"; write "{{" for a brace
    → に "}" のない "{" があります。波括弧そのものは "{{" と書きます
    has "{{1}}"; expected a counter such as {n}, {n:06} or {n+100}, or "{{" for a brace
    → に "{{1}}" があります。{n}、{n:06}、{n+100} のようなカウンタが必要です。波括弧そのものは "{{" と書きます
    divides by the counter "{1}", which is 0
    → は 0 であるカウンタ "{1}" で割っています
    divides by zero in "{{1}}"
    → は "{{1}}" でゼロ除算になります
    uses the counter "{1}" outside a !repeat; define one with "as: {2}"
    → にカウンタ "{1}" がありますが、!repeat の中ではありません。!repeat で名前を付けてください: as: {2}
    uses the counter "{1}", but the enclosing !repeat has {2}
    → にカウンタ "{1}" がありますが、外側の !repeat にあるのは {2} です
    # References/FixtureReferences
    "{1}" is not a valid address; expected SERVICE:/PATH or SERVICE:/PATH#FIELD, for example users:/users/u1#name
    → "{1}" は正しいアドレスではありません。SERVICE:/PATH か SERVICE:/PATH#FIELD の形が必要です。例: users:/users/u1#name
    the fixtures contain no data for "{1}"
    → "{1}" のものを書いたフィクスチャはありません
    the fixtures contain no data for "{1}" (known: {2})
    → "{1}" のものを書いたフィクスチャはありません（あるのは {2}）
    {1} is the root of a service and has no key; write the address of a record, or add #FIELD for a value
    → {1} はサービスのルートで、キーがありません。レコードのアドレスを書くか、値なら #フィールド を加えてください
    {1} is not in the fixtures
    → {1} を書いたフィクスチャはありません
    this reference is circular: {1}
    → この参照は循環しています: {1}
    "{1}" is not the address of an object; expected BUCKET:/PATH with a bucket in the fixtures (known: {2})
    → "{1}" はオブジェクトのアドレスではありません。フィクスチャのバケット（{2}）の BUCKET:/PATH が必要です
    the bucket "{1}" is embedded and has no download URLs; remove "as: download"
    → バケット "{1}" は組み込みで、ダウンロード URL がありません。as: download を外してください
    the object {1} is not in the fixtures
    → オブジェクト {1} を書いたフィクスチャはありません
    # Tags/Definitions
    or a map of members to change
    → か、変更する部分のマップ
    the tag {1} expects nothing{2}, not {3}; for example {4}
    → タグ {1} の後ろに書けるのは「なし」{2}ですが、{3}です。例: {4!}
    the definition of {1}
    → {1} の定義
    # Tags/Tags+Choices
    a list of values
    → 値のリスト
    a map from strings to weights, or a list of maps with "value" and "weight"
    → 文字列から重みへのマップ、または value と weight のマップのリスト
    a list of two numbers or dates, or a map with "from", "to", "step" and "as"
    → 数値か日付二つのリスト、または from・to・step・as のマップ
    the weights of !weighted are all zero; at least one must be greater than zero
    → !weighted の重みがすべてゼロです。一つ以上はゼロより大きくなければなりません
    a weight of !weighted must be a whole number from 0 to 1,000,000,000, not {1}
    → !weighted の重みは 0 から 1,000,000,000 の整数でなければなりませんが、{1}です
    there is no value in this !range from {1} to {2}
    → {1} から {2} までのこの !range に値がありません
    in steps of {1}
    → （刻み {1}）
    ; write the lower bound first, and use a step greater than zero
    → 。小さい方を先に書き、刻みはゼロより大きくしてください
    # Tags/Tags+Fake
    a kind, or a map with "kind", "locale" and "of"
    → 種類、または kind・locale・of のマップ
    unknown !fake kind "{1}" (known: {2})
    → "{1}" は !fake の種類ではありません（{2!}）
    unknown !fake language "{1}" (known: {2})
    → "{1}" は !fake の言語ではありません（{2!}）
    # Tags/Tags+Files
    the path of a YAML file
    → YAML ファイルのパス
    the path of a file, or a map with "path" and "as" (text or base64)
    → ファイルのパス、または path と as（text か base64）のマップ
    the name of an environment variable, or a map with "name" and "default"
    → 環境変数の名前、または name と default のマップ
    the file {1}
    → ファイル {1}
    text or base64
    → text か base64
    {1} is not UTF-8 text; write !file { path: {2}, as: base64 }
    → {1} は UTF-8 の文字列ではありません。!file { path: {2}, as: base64 } と書いてください
    the environment variable {1} is not set; set it, or write a default: !env { name: {2}, default: … }
    → 環境変数 {1} が設定されていません。設定するか、既定値を書いてください: !env { name: {2}, default: … }
    {1} includes itself: {2}
    → {1} が自分自身を取り込んでいます: {2}
    # Tags/Tags+Generators
    a map with "count" and "do", and optionally "as", "from" and "key"
    → count と do（必要なら as・from・key も）のマップ
    a string with counters, or a map with "text" and "as" (text or integer)
    → カウンタのある文字列、または text と as（text か integer）のマップ
    this !repeat generates the key "{1}" twice; put a counter into its key, as in "key: user{n}"
    → この !repeat はキー "{1}" を二度作ります。key: user{n} のようにキーにカウンタを入れてください
    a name that no enclosing !repeat uses
    → 外側の !repeat にない名前
    "key" of !repeat must be text, such as "user{n:06}"; found {1}
    → !repeat の "key" は user{n:06} のような文字列でなければなりませんが、{1}です
    text or integer
    → text か integer
    "{1}" is not a whole number; remove "as: integer"
    → "{1}" は整数ではありません。as: integer を外してください
    # Tags/Tags+Image
    !image can be used only in the content of objects and in Firestore; put the image into a bucket, and refer to it with !url
    → !image を使えるのはオブジェクトの content と Firestore だけです。画像をバケットに置き、!url で指定してください
    a map with "size", and optionally "text" and "color"
    → size（必要なら text と color も）のマップ
    a width and a height up to {1}, such as 320x240
    → 320x240 のような、{1} までの幅と高さ
    a color such as "#4c6e91", in quotes
    → 引用符で囲んだ "#4c6e91" のような色
    # Tags/Tags+Layers
    nothing or, in a list after !append, the identity of the element
    → 「なし」、または !append のリストでは要素を識別するメンバー
    a list, or a map with "values" and "by"
    → リスト、または values と by のマップ
    {1} can be used only for databases, documents and accounts; write the whole value here
    → {1} を使えるのはデータベース、ドキュメント、アカウントだけです。ここには値全体を書いてください
    # Tags/Tags+Names
    a name
    → 名前
    a string, or a map with "text" and "length"
    → 文字列、または text と length のマップ
    # Tags/Tags+Priority
    a number or a string
    → 数値か文字列
    a map with "value" and "priority"
    → value と priority のマップ
    !priority can be used only in Realtime Databases; in Firestore, use a field instead
    → !priority を使えるのは Realtime Database だけです。Firestore に優先度はないため、フィールドに書いてください
    # Tags/Tags+References
    an address in the fixtures, with #field for a field's value, or a map with "to" and "of"
    → フィクスチャのアドレス（フィールドの値なら #field を付ける）、または to と of のマップ
    the address of an object in the fixtures, or a map with "object" and "as" (gs or download)
    → フィクスチャのオブジェクトのアドレス、または object と as（gs か download）のマップ
    gs or download
    → gs か download
    # Tags/Tags+Time
    nothing, a duration, or a map with "at" and "as"
    → 「なし」、期間、または at と as のマップ
    a date, or a map with "at" and "as"
    → 日付、または at と as のマップ
    "{1}" after {2} is not a duration; expected {3}
    → {2} の後の "{1}" は期間ではありません。{3}が必要です
    "as" of {1} must be "iso", "seconds", "milliseconds"{2} or a pattern of yyyy, MM, dd, HH, mm and ss, not {3}
    → {1} の "as" は iso、seconds、milliseconds{2} か、yyyy・MM・dd・HH・mm・ss のパターンでなければなりませんが、{3}です
    # Time/FixtureDateReader
    "{1}" is not a time zone; expected a name such as Asia/Tokyo, UTC or +09:00
    → "{1}" はタイムゾーンではありません。Asia/Tokyo、UTC、+09:00 のような名前が必要です
    {1} is not a date: a year has 12 months
    → {1} は日付ではありません: 一年は 12 か月です
    {1} is not a date: {2} has {3} days
    → {1} は日付ではありません: {2} は {3} 日までです
    {1} is not a time of day; expected 00:00 to 23:59
    → {1} は時刻ではありません。00:00 から 23:59 が必要です
    {1} is not a time zone; expected Z or an offset such as +09:00
    → {1} はタイムゾーンではありません。Z か +09:00 のような形が必要です
    {1} {2} does not exist in {3}: clocks are set forward past it; choose a time one hour later
    → {3} には {1} {2} がありません（夏時間への切り替えのため）。1 時間あとにしてください
    "{1}" is outside the years 1 to 9999
    → "{1}" は 1 年から 9999 年の範囲にありません
    "{1}" is not a date; expected a date such as 2026-04-01, today, next friday 18:00 Asia/Tokyo, -3d or 2 weeks ago
    → "{1}" は日付ではありません。例: 2026-04-01、today、next friday 18:00 Asia/Tokyo、-3d、2 weeks ago
    # Time/FixtureDuration
    a number with y, mo, w, d, h, m or s, such as +3d or -2h30m
    → y・mo・w・d・h・m・s の付いた数値（例: +3d、-2h30m）
    # Time/FixtureZone
    this zone
    → このタイムゾーン
    # Environments/Agreement/GoogleServiceInfo+Search
    this is not a property list; download the app's configuration file again from the Firebase console
    → プロパティリストではありません。Firebase のコンソールからアプリの設定をダウンロードし直してください
    the file cannot be read: {1}
    → ファイルを読めません: {1}
    # Environments/Agreement/ProjectConsistencyCheck+Apps
    the app belongs to the project "{1}", which no environment uses, but {2} uses the project "{3}"; replace this file with one from the environment's project, or correct {4}
    → アプリはプロジェクト "{1}" のものですが、このプロジェクトの環境がありません。{2} は "{3}" のものです。そのプロジェクトのアプリの設定をここに置くか、{4} を修正してください
    {1} is "{2}", which is not a {3} of {4} (known: {5}); add it to {6}, or download the app's configuration file again
    → {1} は "{2}" ですが、{4} の {3} ではありません（{5}）。{6} に追加するか、アプリの設定をダウンロードし直してください
    {1} is "{2}", but the default of {3} is "{4}" ({5}); write "default: true" for the {6} of the app in {7}, or download the app's configuration file again
    → {1} は "{2}" ですが、{3} の既定は "{4}"（{5}）です。{7} でその{6}に "default: true" を書くか、アプリの設定をダウンロードし直してください
    # Environments/Agreement/ProjectConsistencyCheck
    whether {1} ({2}) belongs to the project, because its name does not show it
    → {1}（{2}）がプロジェクトのものか: 名前からは分かりません
    "{1}" belongs to the project "{2}"{3}, but {4} specifies "{5}"; correct one of them
    → "{1}" はプロジェクト "{2}" のもの{3}ですが、{4} では "{5}" です。どちらかを修正してください
    according to its name
    → （名前からの判断）
    the credential, {1}, belongs to the project "{2}", but the environment belongs to "{3}"; use a key of the environment's project, unless this account was given access on purpose
    → 認証情報 {1} はプロジェクト "{2}" のもので、環境は "{3}" のものです。意図してこのアカウントに権限を与えたのでなければ、環境のプロジェクトの鍵を使ってください
    # Environments/CredentialCheck
    the key file in "credentials" is in a Git repository that does not ignore it; move it out of the repository, and revoke the key if it was committed
    → "credentials" の鍵のファイルが Git のリポジトリ内にあり、無視されていません。リポジトリの外に移し、コミット済みの場合は鍵を取り消してください
    other users of this machine can read the key file in "credentials"; run chmod 600 on it
    → "credentials" の鍵のファイルを、このマシンのほかのユーザーが読めます。chmod 600 を実行してください
    the key file in "credentials" is in the project's folder, where it could be committed by mistake; move it out of the project, and make sure that Git ignores it
    → "credentials" の鍵のファイルがプロジェクトのフォルダ内にあり、コミットされるおそれがあります。プロジェクトの外に移し、Git で無視されることを確認してください
    # Environments/Emulators/EmulatorHosts
    HOST:PORT without a scheme
    → スキームのない HOST:PORT
    the environment variable {1} is "{2}", which is not the address of an emulator: expected {3}, such as {4}; correct it, or unset it to use Firebase itself
    → 環境変数 {1} の "{2}" はエミュレータではありません。{4} のような{3}が必要です。修正するか、Firebase に直接接続するには設定を解除してください
    {1} has no emulator: {2} is set, so every service must use an emulator, but {3} is not set; run tane emulate for an environment with {4}, or unset {5}
    → {1} は提供されていません。{2} が設定されているため、すべてのサービスにエミュレータで接続しますが、{3} にエミュレータの指定がありません。{4} のある環境で tane emulate を実行するか、{5} の設定を解除してください
    useEmulator(withHost: "{1}", port: {2}) is not a valid emulator address: pass a host and a port, such as "127.0.0.1" and 9000
    → useEmulator(withHost: "{1}", port: {2}) はエミュレータを指していません。"127.0.0.1" と 9000 のように、エミュレータのホストとポートを渡してください
    # Environments/Emulators/EmulatorRedirection
    {1} {2} to the emulator at {3} ({4})
    → {1} は {3} のエミュレータに{2}（{4}）
    # Environments/EnvironmentError
    "{1}" is not a valid Swift member name; use letters, digits and _
    → "{1}" は Swift のメンバー名として使えません。英数字と _ で書いてください
    ; choose one with -e or TANE_ENV
    → 。-e か TANE_ENV で選んでください
    no environment "{1}" in environments/ (known: {2})
    → environments/ に環境 "{1}" はありません（{2}）
    "{1}" is not a valid environment name: it {2}; {3}
    → "{1}" は環境の名前に使えません: {2}。{3}
    the environment "{1}" cannot be used: its profile has {2}
    → 環境 "{1}" は使えません: プロファイルに {2} があります
    add one to {1}
    → {1} に追加してください
    add one to {1}, or use one of {2}
    → {1} に追加するか、{2} のいずれかを使ってください
    the environment "{1}" has no {2} or {3}; {4}
    → 環境 "{1}" に {2} や {3} はありません。{4}
    # Environments/ProfileFolder
    the project has no "environments" folder: add one with a profile, such as environments/local.yaml
    → プロジェクトにフォルダ "environments" がありません。environments/local.yaml のようなプロファイルを追加してください
    "environments" contains no profile: add one, such as environments/local.yaml
    → "environments" にプロファイルがありません。environments/local.yaml などを追加してください
    "{1}" is not a profile: the names of profiles end in .yaml
    → "{1}" はプロファイルではありません: プロファイルのファイル名は .yaml で終わります
    this name is not UTF-8; rename it
    → この名前は UTF-8 ではありません。名前を変えてください
    a schema
    → スキーマ
    this file defines the environment "{1}", whose name {2}; rename the file: {3}
    → このファイルの名前が表す環境 "{1}" は{2}: {3}。名前を変えてください
    a profile
    → プロファイル
    the environment "{1}" has two files; remove one of them
    → 環境 "{1}" のファイルが二つあります。一方を削除してください
    the other one
    → もう一方
    # Environments/ProfileInheritance
    "{1}" extends itself: {2}; remove one "extends"
    → "{1}" は自分自身を継承しています: {2}。"extends" を一つ外してください
    "{1}" extends "{2}"
    → "{1}" は "{2}" を継承しています
    no profile "{1}" in environments/ (known: {2})
    → environments/ にプロファイル "{1}" はありません（{2}）
    # Environments/ProfileReader+Ignore
    a list of address patterns
    → アドレスのパターンのリスト
    "{1}" is not a valid address pattern; expected a database or a bucket and a path with * for any key, such as users:/users/*/last_login
    → "{1}" は正しいアドレスのパターンではありません。データベースかバケットと、任意のキーを * で表したパスが必要です。例: users:/users/*/last_login
    # Environments/ProfileReader+Marker
    "off" or a map with a key
    → off、またはキーのマップ
    "{1}" is not a valid marker; expected {2}, for example marker: { key: {3} }
    → "{1}" は正しい目印ではありません。{2}が必要です。例: marker: { key: {3} }
    "{1}" is not a valid key; expected a single Realtime Database key that is not a number and contains no . $ # [ ] / or control characters
    → "{1}" は正しいキーではありません。Realtime Database のキー一つが必要です（数値ではなく、. $ # [ ] / と制御文字を含まないもの）
    # Environments/ProfileReader+Masks
    key {1}
    → キー {1}
    the stored password differs from the one that was written
    → ストアには、書き込んだものと違うパスワードが入っています
    "maskKey" must be a variable, such as ${STAGING_MASK_KEY}, because the key must not be stored with the data
    → "maskKey" は変数の名前ではありません。${STAGING_MASK_KEY} のような ${NAME} が必要です。鍵はデータと同じ場所に置けません
    # Environments/ProfileReader+Rules
    a map from addresses to "whole" or "listed"
    → アドレスから "whole" か "listed" へのマップ
    unknown ownership "{1}" (known: {2})
    → "{1}" は所有の範囲として正しくありません（使えるのは {2!}）
    "{1}" is not a valid address; expected a database and a path, such as users:/users
    → "{1}" は正しいアドレスではありません。データベースとパスが必要です。例: users:/users
    "{1}" is a {2}; "own" can contain only database nodes
    → "{1}" は{2}です。"own" に書けるのはデータベースのノードだけです
    # Environments/ProfileReader+Runs
    is not a valid size: expected a positive whole number with B, kB, MB, GB, KiB, MiB or GiB, such as 64MB
    → は正しいバイト数ではありません: B、kB、MB、GB、KiB、MiB、GiB の付いた正の整数が必要です。例: 64MB
    a map of limits
    → 上限のマップ
    it is the maximum number of concurrent batches
    → 同時に送信するバッチの数の上限です
    is not a valid duration; expected a positive whole number with ms, s, m or h, for example 90s
    → は正しい時間ではありません。ms、s、m、h の付いた正の整数が必要です。例: 90s
    a map with "objects" and "runs"
    → objects と runs のマップ
    tane undo requires the last run
    → 最後の実行は tane undo のために必要です
    "{1}" is 0; expected 1 or more: {2}
    → "{1}" が 0 です。1 以上が必要です: {2}
    # Environments/ProfileReader+Services
    a map from names to URLs
    → 名前から URL へのマップ
    the {1}'s name "{2}" {3}, so it cannot be used in addresses such as shops:/a/b; rename it
    → {1}の名前 "{2}" {3}。shops:/a/b のようなアドレスに使えません
    a {1} or a map with a {2}
    → {1}、または{2}のマップ
    "{1}" has no {2}
    → "{1}" に{2}がありません
    the emulator "{1}" is on another machine: the traffic is not encrypted, and anyone who can reach it can change all data; use 127.0.0.1, or a private network
    → エミュレータ "{1}" は別のマシンにあります。通信は暗号化されず、接続できる人は誰でもすべてのデータを変更できます。127.0.0.1 かプライベートネットワークを使ってください
    two {1}s
    → 二つの{1}
    a {1} and of a {2}
    → {1}と{2}
    the {1}
    → その{1}
    "{1}" and "{2}" are both the default; write "default: true" in only one of them
    → "{1}" と "{2}" がどちらも既定です。"default: true" は一方だけに書いてください
    "{1}" is the name of {2}; use different names, because addresses contain only the name
    → "{1}" は{2}の名前です。アドレスにはそれぞれ異なる名前が必要です
    "{1}" and "{2}" have the same location ({3}); use different locations, or remove one of the two
    → "{1}" は "{2}"（{3}）と同じ場所です。別々の場所にするか、一方を外してください
    "{1}" is defined here
    → "{1}" はここにあります
    # Environments/ProfileReader+State
    expected "local", gs://BUCKET/PATH or an object in a bucket of the profile, such as images:/tane/state.json
    → local、gs://BUCKET/PATH、またはプロファイルのバケットのオブジェクト（images:/tane/state.json など）が必要です
    "{1}" is not a valid location for the shared state; {2}
    → "{1}" は記録の置き場所ではありません。{2}
    shared state
    → 共有の記録
    the bucket "{1}" is embedded, so nobody else could read the state; use a Firebase bucket, or "state: local"
    → バケット "{1}" は組み込みで、ほかの人は記録を読めません。Firebase のバケットを指定するか、local と書いてください
    the object name "{1}" in "state" {2}
    → 記録のオブジェクトの名前 "{1}" {2}
    # Environments/ProfileReader+Values
    a string
    → 文字列
    "{1}" is empty
    → "{1}" が空です
    the JSON of a key
    → 鍵の JSON
    "credentials" contains {1}, which does not belong in a profile; write the path of a credentials file, or a variable that contains the path or an access token, such as ${GOOGLE_APPLICATION_CREDENTIALS}
    → "credentials" に{1}が含まれていますが、プロファイルには書けません。認証情報のファイルのパスか、パスまたはアクセストークンを持つ変数を書いてください。例: ${GOOGLE_APPLICATION_CREDENTIALS}
    "{1}" is {2}; expected 0 or more
    → "{1}" が {2} です。0 以上が必要です
    # Environments/ProfileReader
    a list of build configurations
    → ビルド構成のリスト
    a list of strings
    → 文字列のリスト
    the set "{1}" is listed twice
    → セット "{1}" が重複しています
    # Environments/Services/ServiceLocation+Parsing
    "{1}" is not {2}: expected {3}
    → "{1}" は{2}ではありません: {3}が必要です
    the URL "{1}" contains a user or password; remove it, and specify a credentials file in "credentials"
    → URL "{1}" にユーザーかパスワードが含まれています。削除し、"credentials" でファイルを指定してください
    the port of "{1}" is not a number between 1 and 65535; correct it
    → "{1}" のポートは 1 から 65535 の数ではありません。修正してください
    "{1}" has the form of an emulator URL, but Google's hosts do not accept plain HTTP; write the location of the Firebase service instead, as the guide to profiles shows
    → "{1}" はエミュレータの形の URL ですが、ホストは Google のもので、平文の HTTP では接続できません。Firebase のサービスは、プロファイルのガイドのとおりに書いてください
    # Environments/Services/ServiceName
    is reserved for the addresses of {1}
    → は {1} のアドレスのために予約されています
    contains "{1}"
    → に "{1}" があります
    # Environments/VariableReading
    the environment variable {1} is not set; set it, or write a default: ${{2}:-default}
    → 環境変数 {1} が設定されていません。設定するか、既定値を書いてください: ${{2}:-default}
    {1} is not a variable; expected ${NAME} or ${NAME:-default}, or $$ for a dollar sign
    → {1} は変数ではありません。${NAME} か ${NAME:-default}、ドル記号なら $$ が必要です
    # Files/DiskFiles
    it is larger than {1} bytes; write the data to a file, and pass that file
    → {1} バイトを超えています。ファイルに保存し、そのファイルを指定してください
    it is neither a file nor a folder
    → ファイルでもフォルダでもありません
    # Files/FileError+Errno
    permission denied
    → 権限がありません
    it is a folder
    → フォルダです
    part of its path is a file, not a folder
    → フォルダの場所にファイルがあります
    a file or folder already exists at its path
    → 同じ場所に別のものがあります
    the disk is read-only
    → ディスクは読み取り専用です
    the folder is not empty
    → フォルダが空ではありません
    file system error {1}
    → ファイルシステムのエラー {1}
    its links are circular
    → リンクが循環しています
    too many files are open
    → 開いているファイルが多すぎます
    its path is too long
    → パスが長すぎます
    the disk reports an input/output error
    → ディスクの入出力エラーが発生しました
    # Files/FileListing
    this is neither a file nor a folder; remove it
    → ファイルでもフォルダでもありません。削除してください
    this link is broken
    → リンク先がありません
    this link points outside the project, to {1}; replace it with a copy of its target
    → プロジェクトの外の {1} へのリンクです。リンク先をコピーしてください
    this link points to a folder that contains it
    → このリンクは自分を含むフォルダを指しています
    this link cannot be resolved: {1}
    → このリンクはたどれません: {1}
    # Fixtures/AccountEntryReader
    a user's identifier must have 1 to {1} characters; this one has {2}
    → ユーザーの ID は 1 から {1} 文字ですが、これは {2} 文字です
    "{1}" is not a valid email address; expected a name, @ and a host, such as mika@example.com
    → "{1}" は正しいメールアドレスではありません。名前、@、ホストが必要です。例: mika@example.com
    "{1}" is not a valid phone number; expected + and up to 15 digits, such as +81312345678
    → "{1}" は正しい電話番号ではありません。+ と 15 桁までの数字が必要です。例: +81312345678
    this password has {1}; Firebase requires at least {2}
    → このパスワードは{1}です。Firebase のパスワードは {2} 文字以上です
    "salt" has no effect without "passwordHash"; add the hash, or remove the salt
    → "salt" は "passwordHash" なしでは意味がありません。ハッシュを加えるか、ソルトを削除してください
    "passwordHash" and "password" cannot be combined; remove one of them, or set it to null
    → "passwordHash" と "password" を両方書くことはできません。片方を削除するか、null にしてください
    this file has no "hash" block with the algorithm of "passwordHash"; add one, such as hash: { algorithm: BCRYPT }
    → "passwordHash" のアルゴリズムを示すブロック "hash" がこのファイルにありません。追加してください。例: hash: { algorithm: BCRYPT }
    "{1}" is not Base64; write its bytes in Base64, as firebase auth:export does
    → "{1}" は Base64 ではありません。firebase auth:export のように Base64 で書いてください
    a map of claims
    → クレームのマップ
    the claim "{1}" is reserved for Firebase's tokens; rename it
    → クレーム "{1}" はトークン自体が使う名前です。名前を変えてください
    these claims take up {1} bytes as JSON; Firebase allows up to {2}
    → これらのクレームは JSON で {1} バイトあります。Firebase では {2} バイトまでです
    claims are stored as JSON, which does not support {1}
    → クレームは JSON で保存されるため、{1} は使えません
    a map from providers, such as google.com, to identities
    → google.com などのプロバイダから ID 情報へのマップ
    a map that describes an identity
    → ID 情報のマップ
    "emailVerified" has no effect without "email"; add the address, or remove it
    → "email" がないと "emailVerified" は意味を持ちません。アドレスを書くか、削除してください
    the provider "{1}" is set by the account's "{2}"; write that instead
    → プロバイダ "{1}" は、アカウントの "{2}" から決まります。そちらを書いてください
    "{1}" is empty, and Firebase does not store empty fields; remove it, or set it to null
    → "{1}" が空です。Firebase は空のフィールドを保存しません。削除するか、null にしてください
    "{1}" contains the tokens of download URLs, which the service creates; remove it
    → "{1}" はダウンロード URL のトークンで、サービスが作るものです。削除してください
    "{1}" has no rawID, the user's identifier at the provider
    → "{1}" に rawID（プロバイダでのユーザーの ID）がありません
    # Fixtures/AccountFixtureReader
    expected a map from users' identifiers to their accounts, found {1}
    → ユーザーの ID からアカウントへのマップが必要ですが、{1}です
    expected a map of the account's fields, found {1}
    → アカウントの内容のマップが必要ですが、{1}です
    # Fixtures/BucketFixtureReader
    "content" cannot be combined with a file for the object; remove one of them
    → "content" を使えるのは、ファイルのないオブジェクトだけです。"content" かファイルを削除してください
    the file
    → そのファイル
    text or bytes
    → text か bytes
    the object's name "{1}" {2}
    → オブジェクトの名前 "{1}" {2}
    the object "{1}" is the shared state ("state" in the profile); rename this file, or change "state"
    → オブジェクト "{1}" は、プロファイルで共有の記録（"state"）の保存先に指定されています。このファイルの名前を変えるか、記録の保存先を変えてください
    two files of the set "{1}" define the object "{2}"; remove one
    → セット "{1}" の二つのファイルが同じオブジェクト "{2}" を表しています。一方を削除してください
    this object {1}
    → このオブジェクト{1}
    this file was removed while it was being read
    → このファイルは処理中になくなりました
    the tag {1} is not allowed in the metadata of an object; write the value itself
    → タグ {1} はオブジェクトのメタデータに使えません。値を直接書いてください
    two files define the metadata of "{1}"; remove one
    → "{1}" のメタデータのファイルが二つあります。一方を削除してください
    there is no object for this metadata: expected the file "{1}" next to it
    → このメタデータのオブジェクトがありません: 同じフォルダにファイル "{1}" が必要です
    "{1}" is a file; objects must be in a folder with the name of their bucket (known: {2})
    → "{1}" はファイルです。オブジェクトはバケットの名前のフォルダ（{2}）に置きます
    # Fixtures/DatabaseFixtureReader
    a database
    → データベース
    # Fixtures/DatabaseLayer
    this node is defined in two files of the set "{1}"; remove it from one of them
    → このノードはセット "{1}" で重複しています。一つのファイルにまとめてください
    it is also defined here
    → ここにも書かれています
    # Fixtures/DocumentFixtureReader
    two files of the set "{1}" define this document; remove it from one of them
    → セット "{1}" の二つのファイルが同じドキュメントを表しています。一つにまとめてください
    "{1}" is the collection reserved for Tane; use another name, or change the reserved name with "marker: { key: … }" in the profile
    → "{1}" は Tane が内部データを保存するコレクションです。別の名前を使うか、プロファイルの marker: { key: … } で Tane に別のコレクションを指定してください
    Firestore does not allow a {1} with this name: {2}
    → Firestore の{1}にこの名前は使えません: {2}
    document
    → ドキュメント
    collection
    → コレクション
    "{1}" is not in the folder of a collection; move the document to a folder such as {2}/ID.yaml, or write a map of documents in this file
    → "{1}" はコレクションの場所にあります。ドキュメントは、コレクションのフォルダのファイル（{2}/ID.yaml など）か、このファイルのマップの項目として書いてください
    # Fixtures/FixtureLayers
    !remove has a value only in a list after !append; remove the value
    → !remove に値があるのは !append のリストの中だけです。外してください
    no earlier set has a value at this path; delete the !remove
    → 前のセットは、このパスに値を定義していません。!remove を外してください
    !append can add only to a list, but an earlier set has {1} here
    → !append はリストに追加しますが、前のセットのここは{1}です
    no earlier set has the element that this !remove refers to; correct the value, or delete the !remove
    → この !remove が指す要素は、前のセットにありません。値を修正するか、!remove を外してください
    # Fixtures/FixtureReader
    "{1}" is a folder with the name of a file; rename it to "{2}"
    → "{1}" はフォルダですが、名前がファイルの形式です。フォルダの名前を "{2}" にしてください
    "{1}" is not a fixture: the files of {2} end in .yaml, .yml or .json
    → "{1}" はフィクスチャではありません: {2} のファイル名は .yaml、.yml、.json のいずれかで終わります
    # Fixtures/FixtureSetReader
    two files define the settings of the set "{1}"; remove one
    → セット "{1}" の設定のファイルが二つあります。一方を削除してください
    "{1}" is skipped: the environment's profile does not configure "{2}"
    → "{1}" は除外します: 環境のプロファイルに "{2}" がありません
    two files define the {1} of the set "{2}"; remove one
    → セット "{2}" の{1}のファイルが二つあります。一方を削除してください
    "{1}" is a file; expected a folder with this name
    → "{1}" はファイルですが、フィクスチャのセットではこの名前のフォルダを使います
    "{1}" is a folder; expected a file with {2}
    → "{1}" はフォルダですが、{2} はファイルです
    "{1}" is not part of a fixture set (known: {2})
    → "{1}" はフィクスチャのセットでは使われません（使えるのは {2!}）
    # Fixtures/FixtureSetSettingsReader
    expected a map of settings, found {1}
    → 設定のマップが必要ですが、{1}です
    a positive whole number
    → 正の整数
    a string or a whole number
    → 文字列か整数
    a map from the names of tags to their definitions
    → タグの名前からその内容へのマップ
    "{1}" is not a valid tag name; expected letters, digits and hyphens, such as customer
    → "{1}" はタグの名前に使えません。英字、数字、ハイフンが必要です。例: customer
    the tag {1} is already defined; choose another name
    → タグ {1} はすでに使われています。別の名前にしてください
    # Fixtures/HashParametersReader
    "hash" has no signerKey, which {1} requires; add the key in Base64, such as signerKey: !env SIGNER_KEY
    → "hash" に、{1} に必要な signerKey がありません。鍵を Base64 で加えてください。例: signerKey: !env SIGNER_KEY
    "hash" has no algorithm; add one of {1}
    → "hash" に algorithm がありません。次のどれかを加えてください: {1}
    "{1}" is not a Firebase hash algorithm; expected one of {2}
    → "{1}" は Firebase のハッシュのアルゴリズムではありません。次のどれかが必要です: {2}
    "hash" has no {1}, which {2} requires; add {3}
    → "hash" に、{2} に必要な {1} がありません。{3}を加えてください
    "{1}" is {2}; {3} requires {4}
    → "{1}" は {2} ですが、{3} には{4}が必要です
    "{1}" is not a valid order of password and salt; expected SALT_FIRST or PASSWORD_FIRST
    → "{1}" はパスワードとソルトの順序ではありません。SALT_FIRST か PASSWORD_FIRST が必要です
    "hash.{1}" is not Base64; copy it from the hash parameters in the Firebase console
    → "hash.{1}" は Base64 ではありません。Firebase コンソールのハッシュ パラメータからコピーしてください
    # Fixtures/IncludedFiles
    is outside the project; copy it into the project
    → はプロジェクトの外にあります。プロジェクトにコピーしてください
    cannot be read: {1}
    → は読めません: {1}
    does not exist: there is no file {1}
    → はありません: ファイル {1} が存在しません
    # Fixtures/LayeredAccounts
    email address
    → メールアドレス
    phone number
    → 電話番号
    the {1} {2} also belongs to "{3}"; remove it from one of the accounts
    → {1} {2} は "{3}" でも使われています。どちらかのアカウントから削除してください
    # Fixtures/LayeredDatabase
    "{1}" at the root of a database is the key reserved for Tane; use another key, or change the reserved key with "marker: { key: … }" in the profile
    → データベースのルートの "{1}" は、Tane が内部データを保存するキーです。別のキーを使うか、プロファイルの marker: { key: … } で Tane に別のキーを指定してください
    # Fixtures/ObjectMetadataReader
    expected a map of metadata, found {1}
    → メタデータのマップが必要ですが、{1}です
    "{1}" is not a valid content type; expected a type and a subtype, such as image/jpeg
    → "{1}" は正しいコンテンツタイプではありません。タイプとサブタイプが必要です。例: image/jpeg
    a map of strings
    → 文字列のマップ
    the keys and values of this metadata take up {1} bytes; Cloud Storage allows up to {2}
    → このメタデータはキーと値を合わせて {1} バイトあります。Cloud Storage では {2} バイトまでです
    # Fixtures/Writing/FixtureUpdate
    the file that contains it is unknown
    → どのファイルにあるか不明です
    {1} does not contain it
    → {1} にはありません
    it was never written to the environment; delete its fixture if it is not needed
    → 環境に存在したことがありません。不要であれば、フィクスチャを削除してください
    the tag at {1} generates it; change it there
    → {1} のタグで生成される値です。そこで変更してください
    the tag at {1} generates part of it; change it there
    → 一部が {1} のタグで生成される値です。そこで変更してください
    another element of its list cannot be changed
    → 同じリストに変更できない要素があります
    its content is not in a separate file
    → 内容が別のファイルになっていません
    a priority can be written only in a file for the whole node
    → ノード全体のファイルにだけ書けます
    its name cannot be used as a file name
    → この名前のファイルは作れません
    {1} exists with different content; remove it to pull the object
    → {1} の内容が異なります。オブジェクトを取り込むには削除してください
    the fixture file {1} could not be read
    → フィクスチャのファイル {1} を読み取れませんでした
    the parts of {1} that contain tags cannot be changed
    → {1} のタグのある箇所は変更できません
    # Kinds/Accounts
    the location of the accounts
    → アカウントの場所
    a project ID, http://HOST:PORT/PROJECT of an emulator, or embedded:NAME
    → プロジェクトの ID、エミュレータの http://HOST:PORT/PROJECT、または embedded:NAME
    # Kinds/Adapters/Databases/DatabaseWriter
    writing {1} atomically: {2}
    → {1!} に書き込んでいます: {2}（アトミック）
    # Kinds/Adapters/Databases/UserNodes
    a single value at the root would overwrite {1}, where Tane stores its own data; define nodes below the root instead
    → ルートに一つの値を書き込むと、Tane が内部データを保存する {1} が置き換わります。ルートより下のノードを書いてください
    # Kinds/Adapters/Documents/DocumentAdapter
    the profile does not configure Firestore
    → プロファイルに場所が書かれていません
    # Kinds/Adapters/Documents/DocumentObserver
    {1}: with the fields that only the environment has, the document would be {2} in size; Firestore allows up to {3} (1 MiB)
    → {1}: 環境にだけあるフィールドと合わせると、ドキュメントは{2}になります。Firestore のドキュメントは {3} バイト（1 MiB）までです
    # Kinds/Adapters/Documents/DocumentWriter
    writing documents in atomic commits
    → ドキュメントを書き込んでいます（コミットごとにアトミック）
    # Kinds/Adapters/Objects/ObjectWriter
    {1} changed while it was being seeded; run the command again
    → 投入中に {1} が変更されました。もう一度実行してください
    the previous content of {1}, which undo needs, was downloaded but does not match the service's metadata: run the command again
    → {1} の元の内容を、サービスの情報どおりにダウンロードできませんでした。元の内容がないと書き込みを取り消せません。もう一度実行してください
    # Kinds/Firestore
    Firestore documents
    → Firestore のドキュメント
    the location of Firestore
    → Firestore の場所
    projects/PROJECT/databases/(default), http://HOST:PORT/projects/PROJECT/databases/(default) of an emulator, or embedded:NAME
    → projects/PROJECT/databases/(default)、エミュレータの http://HOST:PORT/projects/PROJECT/databases/(default)、または embedded:NAME
    "{1}" is the URL of a web page or API; write the database's name, {2}
    → "{1}" は Web ページか API の URL です。データベースの名前を書いてください。{2}
    "{1}" contains more than the database's name; remove everything after {2}
    → "{1}" にはデータベースの名前の後に余分な部分があります。{2} より後を削除してください
    "{1}" contains no database name; {2}
    → "{1}" にデータベースの名前がありません。{2}
    end it with /projects/{1}/databases/(default)
    → 末尾を /projects/{1}/databases/(default) にしてください
    write projects/{1}/databases/(default)
    → projects/{1}/databases/(default) と書いてください
    # Kinds/ProjectDeclaration
    the emulator's URL "{1}" contains no project; end it with /PROJECT
    → エミュレータの URL "{1}" にプロジェクトがありません。末尾を /PROJECT にしてください
    such as my-project
    → 例: my-project
    "{1}" is the URL of a web page or API; write the project ID, {2}
    → "{1}" は Web ページか API の URL です。プロジェクトの ID を書いてください。{2}
    "{1}" contains more than a project ID; write only the ID, {2}
    → "{1}" にはプロジェクトの ID 以外の部分があります。ID だけを書いてください。{2}
    # Kinds/RealtimeDatabases+Regions
    contains no region; expected https://NAME.REGION{1}, as shown in the Firebase console
    → にリージョンがありません: Firebase コンソールに表示される https://NAME.REGION{1} が必要です
    is in {1}, where database URLs have the form https://{2}.firebaseio.com; use that URL
    → のリージョンは {1} で、そのデータベースは https://{2}.firebaseio.com です。この URL を書いてください
    is in "{1}", where Realtime Databases are not available (known: {2})
    → のリージョン "{1}" に Realtime Database はありません（{2}）
    # Kinds/RealtimeDatabases
    database nodes
    → データベースのノード
    the URL of a database
    → データベースの URL
    https://HOST, http://HOST:PORT?ns=NAME of an emulator, or embedded:NAME
    → https://HOST、エミュレータの http://HOST:PORT?ns=NAME、または embedded:NAME
    the emulator's URL "{1}" contains no database name; end it with exactly ?ns=NAME
    → エミュレータの URL "{1}" にデータベースがありません。末尾を ?ns=NAME にし、ほかは書かないでください
    the database's name in the emulator's URL "{1}" {2}; {3}
    → エミュレータの URL "{1}" のデータベースの名前{2}。{3}
    the URL "{1}" contains more than the database's location; remove everything after the host
    → URL "{1}" にはデータベースの場所の後に余分な部分があります。ホストより後を削除してください
    the URL of the database
    → データベースの URL
    # Kinds/RemoteConfig/RemoteConfig
    Remote Config parameters
    → Remote Config のパラメータ
    the location of Remote Config
    → Remote Config の場所
    # Kinds/RemoteConfig/RemoteConfigObserver
    {1}, merged with the values that exist only in the environment: {2}
    → 環境にだけあるものと合わせると、{1}: {2}
    # Kinds/RemoteConfig/RemoteConfigTreeReader
    expected a map with "conditions", "parameters" and "groups", found {1}
    → conditions、parameters、groups のマップが必要ですが、{1}です
    a map from names to groups of parameters
    → 名前からパラメータのグループへのマップ
    a map with "parameters" and an optional "description"
    → parameters と、必要なら description を持つマップ
    an ordered list of conditions
    → 順に並んだ条件のリスト
    a map with "name" and "expression"
    → name と expression のマップ
    a map from keys to parameters
    → キーからパラメータへのマップ
    a map from the names of conditions to values
    → 条件の名前から値へのマップ
    "{1}" has {2} and {3}; remove all but one
    → "{1}" に {2!} と {3!} の両方があります。一方にしてください
    expected a string, a number, true, false or JSON, found {1} that Remote Config does not support
    → 文字列、数値、true、false、JSON のいずれかが必要ですが、Remote Config に書けない{1}です
    # Kinds/RemoteConfig/RemoteConfigWriter
    publishing Remote Config atomically
    → Remote Config を公開しています（アトミック）
    the plan lacks the version of the template to replace; plan again
    → 計画に、置き換えるテンプレートのバージョンがありません。計画を作り直してください
    # Kinds/StorageBuckets
    the URL of a bucket
    → バケットの URL
    gs://NAME, http://HOST:PORT/NAME of an emulator, or embedded:NAME
    → gs://NAME、エミュレータの http://HOST:PORT/NAME、または embedded:NAME
    the emulator's URL "{1}" contains no bucket; end it with /NAME
    → エミュレータの URL "{1}" にバケットがありません。末尾を /NAME にしてください
    the bucket's name in the URL "{1}" {2}; {3}
    → URL "{1}" のバケットの名前{2}。{3}
    the URL "{1}" contains more than the bucket's name; remove everything after the name
    → URL "{1}" にはバケットの名前の後に余分な部分があります。名前より後を削除してください
    the name of the bucket
    → バケットの名前
    # Mappings/Mappings+Load
    a mappings file
    → マッピングのファイル
    "{1}" is ignored; did you mean "{2}"?
    → "{1}" は読み込まれません。"{2}" ではありませんか？
    the project has two mappings files; merge them into one
    → プロジェクトにマッピングのファイルが二つあります。一つにまとめてください
    # Mappings/Mappings+Services
    no profile contains {1}; add "{2}" to a profile in environments/
    → {1}を書いたプロファイルがありません。environments/ のいずれかに "{2}" を追加してください
    "{1}" is a {2}; mappings apply to {3}
    → "{1}" は{2}です。マッピングに書けるのは{3}だけです
    no profile has a {1} "{2}" (known: {3})
    → {1} "{2}" のあるプロファイルがありません（{3}）
    # Mappings/Mappings+Unmatched
    the data has no value at {1}, so "{2}" is not checked{3}
    → {1} には何もないため、"{2}" は検査しません{3}
    ; did you mean "{1}:/{2}"?
    → 。"{1}:/{2}" ではありませんか？
    # Mappings/MappingsReader+Documents
    accounts cannot be mapped: Firebase Authentication defines their fields, and no type of the app decodes them; remove "{1}"
    → アカウントはマッピングできません: 内容は Firebase Authentication で決まり、アプリの型ではデコードしません。"{1}" を外してください
    "{1}" does not match documents; use a pattern for the documents of a collection, such as firestore:/posts/*
    → "{1}" はドキュメントを指していません。firestore:/posts/* のようにコレクションのドキュメントを指定してください
    If "{1}" is a field, map {2} to the type that contains it
    → "{1}" がフィールドなら、{2} の型で読み取られます
    "{1}" is a collection, but a mapping matches documents, whose paths have an even number of segments; did you mean "{2}/*"?{3}
    → "{1}" はコレクションを指していますが、マッピングはドキュメント（パスのセグメントが偶数個）を指します。"{2}/*" ではありませんか？{3}
    documents always use Firestore's decoder; remove "decoder: json"
    → ドキュメントは Firestore のデコーダが読むため、"decoder: json" は使えません。外してください
    binary data from bytes
    → バイト列からのバイナリデータ
    numbers unchanged
    → 数値のまま
    Firestore's decoder does not support the strategy "{1}", because it reads {2}; remove the strategy
    → Firestore のデコーダにストラテジー "{1}" はありません: 使えるのは{2}です
    Firestore's decoder reads dates from timestamps; to change that, use one of the strategies {1}
    → Firestore のデコーダは日付をタイムスタンプから、またはストラテジー {1} で読みます
    # Mappings/MappingsReader+Rules
    a map from address patterns to types
    → アドレスのパターンから型へのマップ
    "{1}" would map nodes at every level to the same type; use * for each variable key
    → "{1}" はすべての階層のノードに同じ型を割り当てます。任意のキーは一つずつ * で表してください
    "{1}" has no type
    → "{1}" に型がありません
    ; if you mean the type, put it in quotation marks: "{1}"
    → 。型のつもりなら引用符で囲んでください: "{1}"
    expected a type for "{1}", found {2}
    → "{1}" には型が必要ですが、{2}です
    a map from the address patterns of lists to members of their elements
    → リストのアドレスのパターンから要素のメンバーへのマップ
    expected the name of one member for "{1}", found a list; elements are matched by one member only
    → "{1}" にはメンバーの名前が一つ必要ですが、リストです。要素は一つのメンバーだけで対応付けます
    # Mappings/MappingsReader+Settings
    a map of strategies
    → ストラテジーのマップ
    strategy for keys
    → キーのストラテジー
    strategy for data
    → データのストラテジー
    the name of a strategy or a map with a format
    → ストラテジーの名前、または形式のマップ
    "{1}" is not a strategy for dates (known: {2}, { formatted: "yyyy-MM-dd" })
    → "{1}" は日付のストラテジーではありません（{2!}、{ formatted: "yyyy-MM-dd" }）
    expected "throw" for "{1}", or a map with the strings for {2}, found {3}
    → "{1}" には "throw" か {2} を表す文字列のマップが必要ですが、{3}です
    "{1}" has no string for {2}
    → "{1}" に {2} の文字列がありません
    a map from findings to "error", "warning", "note" or "ignore"
    → 指摘から error、warning、note、ignore へのマップ
    "{1}" is not a finding with a configurable severity (known: {2})
    → "{1}" は重大度を変更できる指摘ではありません（{2!}）
    # Mappings/MappingsReader+Sources
    the source "{1}" is listed twice
    → ソース "{1}" が重複しています
    the project has no file or folder "{1}"{2}
    → プロジェクトにファイルやフォルダ "{1}" はありません{2}
    a list of folders and files
    → フォルダとファイルのリスト
    "{1}" {2}: expected a folder or a file of the project, such as Sources/Models; a folder includes everything below it
    → "{1}" {2}: プロジェクトのフォルダかファイルが必要です。例: Sources/Models（フォルダはその下のすべてを含みます）
    is an absolute path
    → は絶対パスです
    points outside the project
    → はプロジェクトの外にあります
    has a *, which is not a wildcard here
    → に * があります。ここではワイルドカードを使えません
    "{1}" is not a Swift source: expected a folder or a file that ends in .swift
    → "{1}" は Swift のソースではありません: フォルダか、名前が .swift で終わるファイルが必要です
    "{1}" cannot be read: {2}
    → "{1}" を読めません: {2}
    # Mappings/MappingsReader
    "sources" is missing, which "mappings" requires; add the folders that declare the types, for example "sources: [Sources/Models]"
    → "mappings" に型がありますが、宣言の場所を示す "sources" がありません。sources: [Sources/Models] のようなフォルダのリストを追加してください
    "{1}" is not a valid address pattern; expected a database, or firestore, and a path with * for any key, such as {2}
    → "{1}" は正しいアドレスのパターンではありません。データベースか firestore と、任意のキーを * で表したパスが必要です。例: {2}
    {1} is listed twice; remove one of the two
    → {1} がここで重複しています。一方を外してください
    # Masking/SettingsReading+Masks
    a map from address patterns to masks
    → アドレスのパターンからマスクへのマップ
    "{1}" is not a valid address pattern; expected a service of the environment and a path with * for any key, such as users:/users/*/email
    → "{1}" は正しいアドレスのパターンではありません。環境のサービスと、任意のキーを * で表したパスが必要です。例: users:/users/*/email
    "{1}" has {2}; expected one mask, or one for keys and one for values, such as [key hash, fake email]
    → "{1}" に {2} があります。一つか、キーと値に一つずつが必要です。例: [key hash, fake email]
    a mask
    → マスク
    "{1}" is not a mask for keys; expected "key hash", "key fake KIND" or "key keep-format", or "drop" for keys and their values
    → "{1}" はキーのマスクではありません。key hash、key fake KIND、key keep-format、またはキーとその下を削除する drop が必要です
    "{1}" is not a mask (known: {2})
    → "{1}" はマスクではありません（使えるのは {2!}）
    "fake" needs a kind, such as "fake name" (known: {1})
    → fake には種類が必要です（{1!}）。例: fake name
    unknown kind of fake data "{1}" (known: {2})
    → "{1}" は fake の種類ではありません（{2!}）
    language of fake data
    → fake の言語
    # Project/Diagnostic+Expectations
    ; quote it to make it a string
    → 。引用符で囲むと文字列になります
    expected a finite number for "{1}", found {2}
    → "{1}" には有限の数値が必要ですが、{2} です
    expected {1} for "{2}", found {3}
    → "{2}" には{1}が必要ですが、{3}です
    unknown key "{1}" (known: {2})
    → 不明なキー "{1}"（使えるのは {2!}）
    unknown key "{1}" in "{2}" (known: {3})
    → "{2}" に不明なキー "{1}" があります（使えるのは {3!}）
    this {1} cannot be read: {2}
    → この{1}を読めません: {2}
    # Project/Diagnostic+Unknown
    no fixture set "{1}" in fixtures/ (known: {2})
    → fixtures/ にフィクスチャのセット "{1}" はありません（{2}）
    "{1}" is not a valid fixture set name: it {2}; {3}
    → "{1}" はフィクスチャのセットの名前に使えません: {2}。{3}
    database or bucket
    → データベースまたはバケット
    the environment has no {1} "{2}" (known: {3})
    → 環境に{1} "{2}" はありません（{3}）
    # Project/NameRule
    expected 1 to {1} bytes without /, \ or control characters, and no leading period
    → / \ と制御文字を含まず、. で始まらない 1 から {1} バイトが必要です
    is empty
    → 空です
    is {1} bytes long
    → {1} バイトあります
    begins with "."
    → "." で始まります
    # Project/Project+Reading
    a link points outside the project, to {1}; replace it with a copy of its target
    → プロジェクトの外の {1} へのリンクがあります。リンク先をコピーしてください
    it is {1} bytes in size, but at most {2} can be read
    → {1} バイトあります。読めるのは {2} バイトまでです
    # Project/Project
    no such folder
    → フォルダがありません
    {1} passes through a link to {2}, outside the project
    → {1} の途中に、プロジェクトの外の {2} へのリンクがあります
    # Project/SettingsFile
    "{1}" is a folder; expected {2}
    → "{1}" はフォルダですが、{2} はファイルです
    # Project/SettingsReading
    "{1}" is not a {2} (known: {3})
    → "{1}" は{2}に使えません（使えるのは {3!}）
    # Setup/SetupEnvironment
    tane init reserves this name
    → tane init が使う名前です
    # Values/ContentReading
    {1} is not a valid value of "{2}"; expected {3}
    → {1} は "{2}" の値として正しくありません。{3} が必要です
    # Values/EnvironmentProfiles+Comparing
    {1} (different values)
    → {1}（別の値）
    # Values/Export/FlatText
    "{1}" and "{2}" would both be named {3} in {4}; rename one
    → "{1}" と "{2}" は {4} でどちらも {3} になります。一方の名前を変えてください
    contains no ASCII letter or digit, which a name in {1} requires
    → に ASCII の英字も数字もありません。{1}の名前に必要です
    would be named {1} in {2}, but this variable affects how programs run
    → は{2}では {1} になりますが、この変数はプログラムの動作に影響します
    a shell script
    → シェルスクリプト
    a .env file
    → .env ファイル
    a dollar sign that some parsers expand
    → 一部のツールが展開するドル記号
    both kinds of quotes
    → 両方の引用符
    a backslash that parsers interpret differently
    → ツールによって解釈の異なるバックスラッシュ
    a control character
    → 制御文字
    an .xcconfig file
    → .xcconfig ファイル
    a line break
    → 改行
    $( or ${ that Xcode expands
    → Xcode が展開する $( か ${
    white space at its beginning or end
    → 先頭か末尾の空白
    \ or ; at its end
    → 末尾の \ か ;
    # Values/Export/PropertyListText
    a property list
    → プロパティリスト
    "{1}" contains {2}, which {3} cannot contain; remove it, or choose another format
    → "{1}" に{2}が含まれていますが、{3}には書けません。削除するか、別の形式を選んでください
    "{1}" {2}; choose another name, or another format
    → "{1}" {2}。別の名前か、別の形式を選んでください
    # Values/Swift/SwiftExport
    is reserved in generated code
    → は、生成されるコードですべての環境が使う名前です
    contains no letter or digit, which a Swift name requires
    → に英字も数字もありません。Swift の名前に必要です
    would be named {1} in Swift, but another value already has this name
    → は Swift では {1} になり、別の値と重複します
    needs the name {1} in Swift, but this name is already in use
    → の Swift での名前 {1} はすでに使われています
    "{1}" is read at run time, which is possible only for single values; use a single value, or remove "runtime: true" from the schema
    → "{1}" はアプリの実行時に読み取られますが、実行時に読み取れるのは単一の値だけです。単一の値にするか、スキーマの "runtime: true" を削除してください
    "{1}" allows strings that cannot be cases of a Swift enumeration; change the strings, or choose another format
    → "{1}" には、Swift の列挙型のケースにできない文字列が許可されています。文字列を変えるか、別の形式を選んでください
    "{1}.member" is "{2}" in another profile; use the same name
    → "{1}.member" は、別のプロファイルでは "{2}" です。同じ名前にしてください
    "{1}.member" is also the member of another service; use different names
    → "{1}.member" は、別のサービスのメンバーでもあります。別の名前にしてください
    has no valid and unique name in Swift
    → には、Swift で使える固有の名前がありません
    # Other
    verifying {1}
    → {1!} を検証しています
    storing
    → 保存しています
    removing
    → 削除しています
    uploading
    → アップロードしています
    folder
    → フォルダ
    file
    → ファイル
    connects
    → 接続します
    connect
    → 接続します
    # ProfileConfigProvider
    the environment variable {1} is not a valid value of "values.{2}"; expected one that environments/values.schema.yaml allows
    → 環境変数 {1} は "values.{2}" の値として正しくありません。environments/values.schema.yaml で許可された値が必要です
    # Values/ValueReader
    a map of the app's settings
    → アプリの設定のマップ
    a map of values
    → 値のマップ
    "{1}" has "runtime: true" in the schema, so its value must be a single variable: ${NAME} or ${NAME:-default}
    → "{1}" はスキーマで "runtime: true" なので、値は一つの変数でなければなりません: ${NAME} か ${NAME:-default}
    {1} is not a valid value of "{2}"; expected one of {3}
    → {1} は "{2}" の値として正しくありません。{3} のいずれかが必要です
    write a variable, such as ${{1}}
    → ${{1}} のような変数を書いてください
    "{1}" is a secret, but the profile contains its value; {2}
    → "{1}" は秘密ですが、値がプロファイルに直接書かれています。{2}
    "{1}" contains {2}, which does not belong in a profile; {3}, or set "secret: false" in {4} if it is not a secret
    → "{1}" に{2}が含まれていますが、プロファイルには書けません。{3}。秘密でなければ {4} に secret: false と書いてください
    unknown value "{1}" (known: {2})
    → 不明な値 "{1}"（使えるのは {2!}）
    unknown value "{1}" in "{2}" (known: {3})
    → "{2}" に不明な値 "{1}" があります（使えるのは {3!}）
    ; declare it in {1}
    → 。{1} で宣言してください
    the value "{1}" is missing; add it here
    → 値 "{1}" がありません。ここに追加してください
    it is declared as required here
    → ここでは必須です
    the values in "{1}" have different types; expected one type for all of them
    → "{1}" の値の型がそろっていません。すべて同じ型が必要です
    # Values/ValueSchemaReader
    a type or a map of values
    → 型、または値のマップ
    "{1}.allowed" is empty
    → "{1}.allowed" が空です
    "{1}.of" is for lists and maps; "{2}" has the type {3}
    → "{1}.of" を使えるのはリストとマップだけです。"{2}" の型は {3} です
    "{1}" is not a valid type; expected one of {2}
    → "{1}" は正しい型ではありません。{2!} のいずれかが必要です
    "{1}" does not specify the type of its values; add "of" with a type, such as "of: text"
    → "{1}" に値の型がありません。of: text のように of: で型を追加してください
    # Values/ValueShape
    "values.{1}" is {2}, but {3} in another environment; use one type, or declare the type in {4}
    → "values.{1}" は{2}ですが、別の環境では{3}です。型をそろえるか、{4} で型を宣言してください
    "values.{1}" is a single value, but a group of values in another environment; use the same form in both
    → "values.{1}" は値ですが、別の環境では値のグループです。そろえてください
    the group
    → グループ
    a list of {1}
    → {1} のリスト
    a map of {1}
    → {1} のマップ
    # Values/ValueType
    an absolute URL, such as https://api.example.com
    → https://api.example.com のような絶対 URL
    a positive whole number with ms, s, m or h, such as 90s
    → 90s のような、ms、s、m、h の付いた正の整数
    a whole number with B, kB, MB, GB, KiB, MiB or GiB, such as 64MB
    → 64MB のような、B、kB、MB、GB、KiB、MiB、GiB の付いた整数
    one of {1}
    → {1} のいずれか
    # Setup/AppFolder
    it is a link
    → リンクです
    it is larger than 1 MiB
    → 1 MiB を超えています
    it is not a Firebase file that contains a project ID
    → プロジェクトを指定する Firebase のファイルではありません
    it is not JSON, or contains an invalid project or host
    → JSON でないか、プロジェクトまたはホストが正しくありません
    """#
}
