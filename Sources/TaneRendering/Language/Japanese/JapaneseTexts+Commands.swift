extension JapaneseTexts {
  static let commands = #"""
    # Commands/DiffImages
    note: an image of {1} is omitted from the page: {2}
    → 注: {1} の画像をページに入れられませんでした: {2}
    # Console/CommandContext
    note: completed an interrupted pull: {1}
    → 注: 中断していた pull を完了しました: {1}
    note: an interrupted pull cannot be completed: {1}
    → 注: 中断していた pull を完了できません: {1}
    # Commands/Pulling/PullSession
    preparing the fixture files
    → フィクスチャのファイルを準備しています
    writing the fixtures
    → フィクスチャを書き込んでいます
    # Commands/Init/InitReport
    of the same project
    → 同じプロジェクト
    # Commands/BrowserPage
    cannot write {1}
    → {1} に書き込めません
    Opened {1}
    → {1} を開きました
    {1} did not open the page; open {2} yourself, or set the environment variable BROWSER to a browser
    → {1} でページを開けませんでした。{2} を手動で開くか、環境変数 BROWSER でブラウザを指定してください
    # Commands/CommandEnvironment
    {1}; nothing was written
    → {1}。何も書き込んでいません
    {1}  {2} · {3} · guard{4} · fixtures{5}
    → {1}  {2} · {3} · ガード{4} · フィクスチャ{5}
    reading the fixtures
    → フィクスチャを読んでいます
    note: relative dates are relative to the last seed, {1}; use --at now to renew them
    → 注: 相対的な日付は前回の投入時（{1}）を起点にしています。--at now で現在を起点にできます
    note: relative dates are relative to now, because the time of the last seed cannot be read: {1}
    → 注: 前回の投入の時刻を読めないため、相対的な日付の起点は現在です: {1}
    the fixtures
    → フィクスチャ
    … and {1} (tane validate shows all)
    → … {1}（tane validate ですべて表示）
    no databases or buckets
    → データベースもバケットもありません
    {1}: {2} has no database or bucket "{3}" (known: {4})
    → {1}: {2} にデータベースまたはバケット "{3}" はありません（{4}）
    no services
    → サービスなし
    # Commands/Demo/DemoAccounts
    whether accounts can sign in: {1}
    → アカウントでサインインできるか: {1}
    whether other accounts can sign in: the service returned the error {1}
    → ほかのアカウントでサインインできるか: サービスの応答は {1}
    whether accounts can sign in ({1})
    → アカウントでサインインできるか（{1}）
    {1} {2} from the fixtures
    → {1}がフィクスチャと{2}
    {1} cannot sign in
    → {1}ではサインインできません
    match the fixtures
    → フィクスチャのとおり
    {1} can sign in
    → {1}でサインインできます
    {1} (at most {2} are tried)
    → {1}: 試したのは {2} 件です
    {1} without an email address or password
    → {1}（メールアドレスまたはパスワードなし）
    {1} disabled in the fixtures
    → {1}（フィクスチャで無効）
    existing passwords are never overwritten: remove the account from the environment, then run {1}
    → 環境にあるパスワードは上書きされません。環境のアカウントを削除してから {1} を実行してください
    the account is disabled in the environment: enable it there
    → このアカウントは環境で無効になっています。環境で有効にしてください
    different password
    → 別のパスワード
    this account cannot sign in with the password in the fixtures ({1}); {2}
    → このアカウントはフィクスチャのパスワードではサインインできません（{1}）。{2}
    # Commands/Demo/DemoCheck
    nothing was checked
    → 何も確認していません
    not checked
    → 未確認
    the app's Swift types cannot read the following
    → アプリの Swift の型では次のデータを読めません
    the app's Swift types can read {1}
    → アプリの Swift の型で {1} を読めます
    whether links work (--no-links)
    → リンク先があるか（--no-links）
    is still in the future
    → まだ先です
    was still in the future at the last seed
    → 前回の投入時にはまだ先でした
    no date in the future
    → まだ先のものはなし
    no date that was in the future at the last seed
    → 前回の投入時にまだ先だったものはなし
    {1} {2} and has since passed; {3}
    → {1} は{2}が、すでに過ぎています。{3}
    {1} {2} and will have passed by {3}; {4}
    → {1} は{2}が、{3} には過ぎています。{4}
    {1} renews it
    → {1} で更新できます
    write a later date, or one relative to the seed (!now +3d)
    → より先の日付か、投入時を起点とする日付（!now +3d）を書いてください
    {1} {2} passed
    → 過ぎた日付: {1}{2}
    {1} will have passed by {2}
    → {2} に過ぎている日付: {1}
    {1} is protected, and a service records each sign-in
    → {1} は protected で、サインインがサービスに記録されるため
    {1} is not ready: {2}.
    → {1} は準備ができていません: {2}。
    Not checked: {1}.
    → 未確認: {1}。
    # Commands/Checking/CheckCommand
    Check profiles, fixtures, types, schema, masks and exports.
    → プロファイル、フィクスチャ、型などを検査します。
    Checks everything in the project that can be checked without a service, in one run for CI: all profiles, the mappings, the fixtures of every environment with the Swift types that read them, fixtures/schema.yaml, masks, and files written by tane env export. Exits with 1 for errors, including changes to types that break data or released apps, and with 2 if a file cannot be read. A harmless change to types is a note.
    → サービスに接続せずに検査できるものを、CI 向けにまとめて検査します: すべてのプロファイル、マッピング、各環境のフィクスチャとそれを読む Swift の型、fixtures/schema.yaml、マスク、tane env export で書き出したファイル。エラーがあれば終了コードは 1 です。データや公開済みのアプリが読めなくなる型の変更もエラーです。読めないファイルがあれば 2 です。影響のない型の変更は補足として表示します。
    Check only the fixtures of these environments; may be repeated.
    → フィクスチャを検査する環境を限ります（複数指定可）。
    Treat warnings and harmless changes to types as errors.
    → 警告と、影響のない型の変更をエラーとして扱います。
    # TaneKit
    checking {1}
    → {1!} を検査しています
    the fixtures of {1}
    → {1}のフィクスチャ
    the fixtures of {1}, whose profile has errors
    → {1!} のフィクスチャ（プロファイルにエラーがあります）
    the fixture set {1}, which no profile uses
    → どのプロファイルにもないフィクスチャのセット {1!}
    the credentials at {1}: {2}
    → {1} の認証情報: {2}
    {1}, which does not exist (run tane schema to create it)
    → {1}（ありません。tane schema で作成できます）
    {1}: the Swift sources were not read
    → {1}: Swift のソースを読んでいません
    the schema
    → スキーマ
    the data of the environments (tane diff, tane validate --live)
    → 環境にあるデータ（tane diff、tane validate --live）
    this file does not match its profiles; run tane env export {1} --output {2}
    → このファイルは現在のプロファイルと異なります。tane env export {1} --output {2} を実行してください
    {1}, because a profile that it was exported from has errors
    → {1}（もとのプロファイルにエラーがあります）
    this file was exported from {1}, which no longer exists; remove the file, or export another environment to it
    → このファイルのもとになった {1} がありません。ファイルを削除するか、別の環境を書き出してください
    whether {1} should contain only the environments {2}
    → {1} の環境が {2} だけでよいか
    # Commands/Demo/DemoCommand
    Check or reset an environment before a demo.
    → デモの前に環境を確認するか、初期状態に戻します。
    Run these commands before a presentation.
    → デモの前に実行するコマンドです。
    Check whether an environment is ready for a demo.
    → 環境がデモに使える状態かを確認します。
    Checks that the environment matches the fixtures, the app's Swift types can read it, its objects exist, links in the fixtures work, dates that were in the future at the last seed still are, accounts can sign in with the passwords in the fixtures, and the security rules allow and deny the requests in fixtures/rules.yaml as they should. Tane writes nothing, but a service records the time of each sign-in and may run functions for it. With the guard "protected" or --no-accounts, Tane does not sign in. Each finding suggests a fix. Exits with 1 if there are findings.
    → 環境がフィクスチャのとおりか、アプリの Swift の型で読めるか、オブジェクトがあるか、フィクスチャのリンク先があるか、前回の投入時に先だった日付がまだ先か、アカウントがフィクスチャのパスワードでサインインできるか、セキュリティルールが fixtures/rules.yaml のリクエストを期待どおりに許可、拒否するかを確認します。Tane は何も書き込みませんが、サービスはサインインの時刻を記録し、関数を実行することがあります。ガードが "protected" の環境と --no-accounts のときはサインインしません。各指摘には対処方法も表示します。問題があれば終了コードは 1 です。
    The time at which dates must still be in the future, such as +2h or "friday 18:00" (default: now).
    → 日付がこの時刻にまだ先であることを確認します。例: +2h、"friday 18:00"（既定: 現在）。
    Do not check links.
    → リンク先があるかを確認しません。
    Do not check Swift types.
    → Swift の型で読めるかを検査しません。
    Do not sign in with the accounts of the fixtures.
    → フィクスチャのアカウントでサインインしません。
    Reset an environment to its fixtures, with relative dates counted from now.
    → 環境を、現在の日付でフィクスチャの状態に戻します。
    Works like tane seed --on-conflict take --at now: manual changes in the environment are overwritten. As with any seed, the changes are shown, confirmed according to the profile's guard, recorded and verified, and tane undo reverts them. Values that exist only in the environment are kept unless --prune is given.
    → tane seed --on-conflict take --at now と同じで、環境で誰かが変更した値は上書きされます。通常の投入と同じく、差分を表示し、プロファイルのガードに従って確認し、記録し、検証します。tane undo で元に戻せます。環境にだけあるものは、--prune を付けない限り残ります。
    Show what would be written, and write nothing.
    → 書き込む内容を表示するだけで、何も書き込みません。
    Remove environment values that the fixtures do not contain.
    → フィクスチャになく、環境にだけあるものを削除します。
    Confirm automatically if the environment's guard is "confirm".
    → ガードが "confirm" の環境で、確認を省略します。
    Do not check whether the Swift types of fixtures/mappings.yaml can read the fixtures.
    → fixtures/mappings.yaml の Swift の型がフィクスチャを読めるかを検査しません。
    # Commands/Demo/DemoComparison
    , plus {1} not in the fixtures ({2} --prune removes extras)
    → 、ほかにフィクスチャにない {1}（{2} --prune で削除）
    1 value matches the fixtures
    → 1 個の値がフィクスチャのとおりです
    {1} match the fixtures
    → {1} がフィクスチャのとおりです
    {1} {2} present
    → {1}が{2}あります
    {1} of {2} {3} missing or different
    → {2}のうち {1} 個が{3}見つからないか、内容が違います
    the object in the environment differs from the one in the fixtures
    → 環境のオブジェクトがフィクスチャと違います
    this object is missing from the environment
    → このオブジェクトは環境にありません
    {1}; {2} uploads it
    → {1}。{2} でアップロードされます
    the environment has no value here, but the fixtures do
    → フィクスチャと違い、環境にはここに何もありません
    the value in the environment differs from the one in the fixtures
    → 環境の値がフィクスチャと違います
    the list in the environment has an element that is not in the fixtures
    → フィクスチャのリストにない要素が環境にあります
    this list has a different order in the environment than in the fixtures
    → 環境では、このリストの順序がフィクスチャと違います
    {1}; {2} writes the fixtures' value, and tane diff {3} shows both
    → {1}。{2} でフィクスチャの値が書き込まれ、tane diff {3} で両方を確認できます
    # Commands/Demo/DemoLinks
    {1} {2}; correct the link, or remove it and run {3}
    → {1}{2}。リンクを修正するか、削除してから {3} を実行してください
    {1} {2} to {3}, a domain reserved for examples; put the content into a bucket, and link to it there
    → {1} が {3} を{2}指していますが、これは例示用に予約されたホストで、アプリには何も表示されません。表示するものをバケットに置き、そこを指してください
    {1} of {2} {3} not work
    → {2}のうち {1} 件が{3}使えません
    {1} {2} to objects in the fixtures
    → {1} がフィクスチャのオブジェクトを{2}指しています
    {1} to buckets that the environment does not have, such as {2}
    → 環境にないバケットへの{1}（{2} など）
    {1} (at most {2} are checked)
    → {1}: 確認したのは {2} 件です
    this link points to {1}, which does not exist; add the object to fixtures/SET/buckets/{2}, or correct the link
    → {1} を指していますが、そのオブジェクトはありません。fixtures/SET/buckets/{2} の下に追加するか、リンクを修正してください
    checking links
    → リンク先を確認しています
    # Commands/DiffArguments
    tane diff compares two sides, but {1} were given
    → tane diff で比較できるのは二つまでですが、{1} 個指定されました
    the environment is given twice, as {1} and with -e {2}; remove one of them
    → 環境が {1} と -e {2} で重複して指定されています。一方を外してください
    "{1}" is not a valid address; expected a database or bucket and a path, such as shops:/shops/0
    → "{1}" は正しいアドレスではありません。データベースまたはバケットとパスが必要です。例: shops:/shops/0
    # Commands/DiffCommand
    Compare fixtures, environments, files or folders.
    → フィクスチャ・環境・ファイル・フォルダを比較します。
    Without operands, compares the environment (left) with the fixtures (right). An operand is the name of an environment, the word "fixtures", or a YAML or JSON file or a folder of such files, which is read as one tree. With only one operand, the other side is the fixtures. A file of a fixture set, such as fixtures/SET/databases/NAME/shops.yaml, can also be compared with the corresponding data in an environment or in the merged fixtures. An operand with ":/" is an address that limits the comparison.
    → 引数を省略すると、環境（左）とフィクスチャ（右）を比較します。引数には、環境の名前、"fixtures" という語、YAML か JSON のファイル、またはそのフォルダ（一つのツリーとして読みます）を指定できます。一つだけ指定すると、フィクスチャと比較します。fixtures/SET/databases/NAME/shops.yaml のようなフィクスチャのセットのファイルは、環境や、重ね合わせたフィクスチャの対応するデータとも比較できます。":/" を含む引数は、比較する範囲を絞り込むアドレスです。
    List elements are matched by their "id", "key" or "uid", otherwise by their "name", "slug" or "path" and by their contents; --key specifies another member. The numbers 1 and 1.0 are different in files, but the same in a Realtime Database.
    → リストの要素は "id"、"key"、"uid"、なければ "name"、"slug"、"path" と内容で対応付けます。--key で別のメンバーを指定できます。数値の 1 と 1.0 は、ファイルでは異なり、Realtime Database では同じです。
    Exits with 0 if there are no differences and 1 otherwise.
    → 差分がなければ終了コードは 0、あれば 1 です。
    LEFT and RIGHT (an environment, "fixtures", a file or a folder), and addresses that limit the comparison.
    → LEFT と RIGHT（環境、"fixtures"、ファイル、フォルダ）と、比較する範囲を絞り込むアドレス。
    Ignore differences at and below these nodes, such as users:/users/*/last_login, or /users/*/last_login in files; may be repeated. ** matches any number of keys.
    → これらのノード以下の差分を除外します。例: users:/users/*/last_login、ファイルでは /users/*/last_login（複数指定可）。** は任意の数のキーを表します。
    The member that identifies list elements, such as /shops/*/menu=code, or shops:/shops/*/menu=code; may be repeated.
    → リストの要素を対応付けるメンバー（複数指定可）。例: /shops/*/menu=code、shops:/shops/*/menu=code
    # Commands/DiffFile
    this file cannot be read: {1}
    → このファイルを読めません: {1}
    no such file or folder
    → ファイルまたはフォルダがありません
    # Commands/DiffKeys
    --key {1}: expected the path of a list and the member that identifies its elements, such as /shops/*/menu=code
    → --key {1}: リストと、要素を識別するメンバーが必要です。例: /shops/*/menu=code
    note: --key {1}={2} has no effect: no list at this path has a unique "{3}" in every element
    → 注: --key {1}={2} は無効です。すべての要素が異なる値の "{3}" を持つリストが、その場所にありません
    # Commands/DiffPathReader
    this folder cannot be read: {1}
    → このフォルダを読めません: {1}
    the node {1} is defined in two files; remove it from one of them
    → ノード {1} が複数のファイルに書かれています。一つのファイルにまとめてください
    # Commands/DiffPatterns
    {1} {2}: expected a path without a database, such as {3}; * matches any key
    → {1} {2}: 任意のキーを * で表したパスが必要です。例: {3}（ファイルにはデータベースがありません）
    {1} {2}: expected an address, such as users:{3}; * matches any key
    → {1} {2}: 任意のキーを * で表したアドレスが必要です。例: users:{3}
    {1} {2}: no database or bucket is named "{3}" (known: {4})
    → {1} {2}: データベースまたはバケット "{3}" はありません（{4}）
    # Commands/DiffPresentation
    Print only the number of differences, by service and top-level node.
    → 差分の数だけを、サービスと最上位ノードごとに示します。
    Print a patch that turns the left side into the right side: json (RFC 6902), merge (RFC 7396) or rtdb (the body of a multi-path update).
    → 左を右にするパッチを出力します: json（RFC 6902）、merge（RFC 7396）、rtdb（マルチパス更新の本文）。
    text, markdown, github (a comment for a pull request), or html (a standalone page).
    → 出力の形式。github はプルリクエストのコメント、html は単独のページです。
    Show the differences as a page in the browser.
    → 差分のページをブラウザで開きます。
    {1} and {2} cannot be combined; use one of them
    → {1!} と {2!} は同時に指定できません。一つだけ指定してください
    # Commands/DiffCommand: environments
    nothing was compared
    → 何も比較していません
    {1}: the path of a fixture file already determines which node is compared; remove the address
    → {1}: ファイルと比較する場所は、そのファイルの位置で決まります。アドレスを外してください
    note: {1}: {2}
    → 注: {1}: {2}
    note: {1} is not compared: only one of the environments has it
    → 注: {1} は一方の環境にしかないため、比較していません
    {1} is outside fixtures/SET/databases/NAME, so its node is unknown; compare it with another file
    → {1} は fixtures/SET/databases/NAME の外にあり、どのノードのファイルか判断できません。別のファイルと比較してください
    {1} in the fixtures; nothing was compared
    → フィクスチャの {1}。何も比較していません
    # Commands/DiffCommand: files
    {1}: an address can limit a comparison of environments or fixtures, but not of files; remove the address
    → {1}: ファイルは全体を比較します。アドレスで範囲を絞り込めるのは環境とフィクスチャだけです
    --patch {1} requires files with a single document, but one of the files has {2}
    → --patch {1} を使えるのは、文書が一つのファイルだけですが、{2} を含むファイルがあります
    {1} in the given files; nothing was compared
    → 指定されたファイルに {1} があります。何も比較していません
    note: {1} that {2} neither YAML nor JSON {3} not compared
    → 注: YAML でも JSON でも{2}ない {1} は{3}比較していません
    # Commands/DiffSession
    put the environment first: tane diff {1} {2}
    → 環境の名前を先に書いてください: tane diff {1!} {2!}
    both sides are the fixtures; compare them with an environment or a file
    → 両方ともフィクスチャです。環境かファイルを指定してください
    # Commands/Doctor/Doctor
    credentials of {1}
    → {1} の認証情報
    cannot be used
    → 使えません
    is set
    → が設定されています
    is set, but its file cannot be read
    → が設定されていますが、そのファイルを読めません
    set it to the path of a service account's key file, or unset it and run {1}
    → サービスアカウントの鍵のファイルを指定するか、設定を解除して {1} を実行してください
    none found; to use a Firebase project, run {1}
    → ありません。Firebase のプロジェクトを使うには {1} を実行してください
    created by {1}
    → {1} の認証情報
    ready to read Swift sources
    → Swift のソースを読み取れます
    not built yet; the first run of tane validate builds it, which takes a few minutes
    → まだビルドされていません。最初の tane validate がビルドします（数分かかります）
    not found
    → 見つかりません
    project
    → プロジェクト
    credentials
    → 認証情報
    reader
    → リーダー
    profiles
    → プロファイル
    fixtures
    → フィクスチャ
    mappings
    → マッピング
    data
    → データ
    types
    → 型
    objects
    → オブジェクト
    links
    → リンク
    dates
    → 日付
    accounts
    → アカウント
    default
    → 既定
    a boolean
    → 真偽値
    nothing
    → 空
    {1}; run tane env list for details
    → {1}。tane env list で確認できます
    not inspected
    → 未確認
    the default environment "{1}" does not exist; run tane init to create "local"
    → 既定の環境 "{1}" がありません。tane init で local を作成できます
    {1}; run tane validate for details
    → {1}。tane validate で確認できます
    run tane init to create fixtures/mappings.yaml, which maps data to the app's Swift types
    → どの Swift の型でデータを読むかは fixtures/mappings.yaml に書きます。tane init で作成できます
    the mappings have errors; run tane validate for details
    → マッピングにエラーがあります。tane validate で確認できます
    no types are checked; run tane validate --suggest for suggested mappings
    → 検査対象の型がありません。tane validate --suggest で項目の提案を表示できます
    its emulators are running
    → エミュレータは動いています
    its emulators are not running; run tane emulate to start them
    → エミュレータは動いていません。tane emulate で起動できます
    some emulators are running
    → 一部のエミュレータが動いています
    {1} cannot be reached; run tane env check {2} to see why
    → {1} に接続できません。tane env check {2} で理由を確認できます
    # Commands/Doctor/DoctorCommand
    Diagnose the setup: project, credentials, emulators, tools.
    → プロジェクト、認証情報、エミュレータなどを診断します。
    Checks the machine, the project, its profiles, fixtures and mappings, the credentials, the emulators in profiles and the Swift source reader, and suggests fixes. Nothing is written, and no Firebase service is contacted: tane env check does that.
    → マシン、プロジェクト、そのプロファイル・フィクスチャ・マッピング、認証情報、プロファイルにあるエミュレータ、Swift ソースのリーダーを調べ、対処方法を表示します。何も書き込まず、Firebase のサービスにも接続しません（接続の確認は tane env check で行います）。
    With --store, reads everything in an environment's embedded stores instead, and verifies the checksums of objects. --repair copies the file, removes damaged data and seeds it again from the fixtures.
    → --store を付けると、代わりに環境の組み込みストアをすべて読み、オブジェクトをチェックサムと照合します。--repair を付けると、ファイルをコピーしてから壊れたデータを削除し、フィクスチャから投入し直します。
    Check the embedded stores of an environment.
    → 環境の組み込みストアを調べます。
    With --store: remove damaged data, and seed it again from the fixtures.
    → --store と併用: 壊れたデータを削除し、フィクスチャから投入し直します。
    With --repair: confirm automatically if the environment's guard is "confirm".
    → --repair と併用: ガードが "confirm" の環境で、確認を省略します。
    --repair requires --store
    → --repair には --store が必要です
    # Commands/Doctor/StoreDoctor
    --repair copies the file, removes the damaged data and seeds it again from the fixtures.
    → --repair を付けると、ファイルをコピーしてから壊れたデータを削除し、フィクスチャから投入し直します。
    removed the damaged data; the previous file was kept as {1}
    → 壊れたデータを削除しました。元のファイルは同じフォルダに {1} として残しています
    note: the location of {1} is unknown; run tane diff to see what is missing
    → 注: {1} は元の場所が不明です。不足しているデータは tane diff で確認できます
    {1} the file: {2}
    → {1} ファイル: {2}
    {1} of {2} damaged
    → {2}のうち {1} 個が壊れています
    the table {1} is missing
    → テーブル {1} がありません
    the table {1} does not have the columns and indexes that Tane created
    → テーブル {1} の列とインデックスが、Tane の作ったものと異なります
    a row of the table {1} has no parent row
    → テーブル {1} に、親の行のない行があります
    found {1} of the table "leaf" without an entry in the table "database"
    → テーブル leaf に、対応するデータベースのない {1}があります
    a value at an unreadable address
    → 場所を読み取れない値
    is not a valid Realtime Database value
    → は Realtime Database の値として正しくありません
    does not match its checksum
    → はチェックサムと一致しません
    does not match its index entry
    → は別の名前で登録されています
    Everything in the store can be read.
    → ストアのデータはすべて読み取れます。
    {1} has no embedded service, so there is no store on this machine to check
    → {1} には組み込みのサービスがないため、このマシンで調べるストアはありません
    # Commands/Emulation/AccountEmulation
    it was rejected
    → 拒否されました
    {1}: users/{2}: {3}; the account is skipped
    → {1}: users/{2}: {3}。このアカウントは除外します
    {1}: {2}; the file is skipped
    → {1}: {2}。除外します
    # Commands/Emulation/UnsupportedExportParts
    {1} lists the folder "{2}", which cannot be copied to the new export: each part of an export must have its own folder
    → {1} の "{2}" は引き継げません。エクスポートの各部分には専用のフォルダが必要です
    {1} is a link to a folder and cannot be copied to the new export; replace it with the folder
    → {1} はフォルダへのリンクのため引き継げません。リンク先をコピーしてください
    # Commands/Emulation/EmulateCommand
    Run a local emulator for Firebase services.
    → Firebase のローカルエミュレータを起動します。
    Official client SDKs and Admin SDKs connect as they do to Firebase's own emulators, through the printed environment variables. An embedded environment is served directly, so tane diff shows what an app has written; any other is emulated in separate stores under .tane/emulator and never receives a request. Security rules are parsed but not evaluated, unless an option asks for it: anyone who can reach the ports can read and write everything. Requests from web pages are accepted only for pages of localhost, unless other origins are allowed.
    → 公式のクライアント SDK と Admin SDK は、表示される環境変数を使い、Firebase のエミュレータと同じように接続できます。組み込みの環境はそのまま提供されるため、アプリが書き込んだデータを tane diff で確認できます。ほかの環境は .tane/emulator の専用ストアでエミュレートされ、環境自体には何も送信されません。セキュリティルールは解析されますが、オプションを指定しない限り評価されません。ポートに接続できる人は誰でもすべてのデータを読み書きできます。ウェブページからのリクエストは、ほかのオリジンを許可しない限り、localhost のページのものだけを受け付けます。
    The address to bind; other machines can connect unless it is a loopback address.
    → 待ち受けるアドレス。ループバックアドレス以外を指定すると、ほかのマシンからも接続できます。
    Accept requests for this host name as well; localhost and the bound address are always accepted.
    → このホスト名へのリクエストにも応答します。localhost と待ち受けアドレスには常に応答します。
    Also accept requests from web pages with this origin (* for any origin); pages from localhost are always accepted.
    → このオリジンのウェブページにも応答します（* はすべて）。localhost のページには常に応答します。
    Seed the fixtures first.
    → 最初にフィクスチャを投入します。
    Start empty, and discard all data on exit.
    → 空の状態から始め、終了時にすべて破棄します。
    Start with the data of a folder written by firebase emulators:export.
    → firebase emulators:export の出力フォルダから始めます。
    On exit, export everything into a folder, in the layout of firebase emulators:export.
    → 終了時に、firebase emulators:export の形式でフォルダに書き出します。
    The emulator for Firestore: tane, or google, which evaluates security rules and needs Java.
    → Firestore のリクエストに応答するエミュレータ: Tane のもの、または Google のもの（セキュリティルールを評価し、Java が必要です）。
    Evaluate the security rules in firebase.json for Realtime Databases (on), or not (off).
    → firebase.json にある Realtime Database のセキュリティルールを評価するか（on）、しないか（off）。
    Log every request to standard error.
    → すべてのリクエストを標準エラー出力に表示します。
    Run a shell command with the variables set, and exit with its exit code.
    → 変数を設定してシェルコマンドを実行し、その終了コードで終了します。
    "{1}" is not a valid host name; expected a name such as dev.example.
    → "{1}" は正しいホスト名ではありません。例: dev.example
    "{1}" is not an origin; expected SCHEME://HOST[:PORT], for example https://app.example, or *.
    → "{1}" は正しいオリジンではありません。SCHEME://HOST[:PORT] の形か * が必要です。例: https://app.example
    # Commands/Emulation/EmulateSession+Exports
    {1} is an export that contains {2}, which Tane cannot write; add --import {3} to copy it unchanged, or export to another folder
    → {1} は {2} を含むエクスポートで、Tane では書き出せないため失われます。残すには --import {3} で始めるか、別のフォルダを指定してください
    imported {1} from {2}
    → {2} から {1} をインポートしました
    ; it will be copied unchanged into the new export
    → 。変更せずにエクスポートにコピーします
    skipped the data of "{1}", which has an unsupported format{2}
    → 除外: "{1}"（エクスポートのこの部分の形式には対応していません{2}）
    # Commands/Emulation/EmulateSession
    warning: {1} is ignored: it is not JSON, or contains an invalid project or host
    → 警告: {1} を無視します。JSON でないか、プロジェクトまたはホストが正しくありません
    wrote the data to {1}
    → データを {1} に書き込みました
    the guard of {1} is "{2}"
    → {1} にはガードがあります（{2}）
    {1}: run tane seed first, which asks for confirmation
    → {1}。先に、確認を求める tane seed を実行してください
    {1}, and --import would replace its data; add --in-memory to serve the export from memory instead
    → {1}。--import を使うとデータが置き換わります。--in-memory を付けると、代わりにエクスポートをメモリ上で提供します
    warning: listening on {1}: anyone on the network who can reach it can read, change and delete all data, without a password
    → 警告: {1} で待ち受けています。ネットワークから接続できる人は誰でも、パスワードなしですべてのデータを読み取り、変更、削除できます
    warning: {1} with --hub-port; the emulator hub was not started
    → 警告: {1}（--hub-port で指定）。ハブは提供されません。
    {1}: cannot listen on {2}:{3}: {4}; choose an address of this machine
    → {1}: {2}:{3} で待ち受けられません: {4}。このマシンのアドレスを指定してください
    the address does not belong to this machine
    → このマシンのアドレスではありません
    the host is unknown
    → ホストが見つかりません
    {1}: cannot listen on {2}:{3}: {4}; choose another port (0 for any free port)
    → {1}: {2}:{3} で待ち受けられません: {4}。別のポートを指定してください（0 は空いているポート）
    the port is in use
    → ポートが使用中です
    the port requires administrator rights
    → このポートには管理者権限が必要です
    warning: {1}
    → 警告: {1}
    nothing is served
    → 何も提供していません
    did not overwrite {1} changed manually since the last seed (tane seed shows the changes)
    → 前回の投入後に手動で変更された {1} を残しました（tane seed で確認できます）
    Ready in {1} ms. Press Ctrl-C to stop.
    → {1} ms で準備できました。Ctrl-C で終了します。
    Security rules are not evaluated: anyone who can reach the ports can read and write everything.
    → セキュリティルールは評価されません。ポートに接続できる人は誰でもすべてのデータを読み書きできます。
    not evaluated
    → 評価されません
    evaluated for {1}
    → {1} について評価されます
    Realtime Databases
    → Realtime Database
    Realtime Databases are protected by {1}.
    → Realtime Database には {1} が適用されます。
    firebase.json specifies no rules for these Realtime Databases: {1}.
    → firebase.json に次の Realtime Database のルールの指定はありません: {1}。
    Firestore is served by Google's emulator {1}, which evaluates {2}.
    → Firestore には Google のエミュレータ {1} を使い、{2} を評価します。
    Firestore is served by Google's emulator {1}; firebase.json specifies no rules for it.
    → Firestore には Google のエミュレータ {1} を使います。firebase.json にルールの指定はありません。
    Other security rules are not evaluated: anyone who can reach the ports can read and write everything else.
    → ほかのセキュリティルールは評価されません。ポートに接続できる人は誰でもほかのすべてのデータを読み書きできます。
    rules
    → ルール
    the security rules do not allow and deny requests as expected
    → セキュリティルールの許可と拒否が期待どおりではありません
    the security rules allow and deny {1} as expected
    → セキュリティルールは {1}を期待どおりに許可、拒否します
    the security rules of Firestore (no request is for Firestore)
    → Firestore のセキュリティルール（Firestore へのリクエストがありません）
    the security rules of Firestore ({1})
    → Firestore のセキュリティルール（{1}）
    Do not check security rules.
    → セキュリティルールを確認しません。
    # Commands/RulesCommand
    Check security rules.
    → セキュリティルールを検査します。
    Check which data each user may read and write.
    → 各ユーザーがどのデータを読み書きできるかを検査します。
    Evaluates the requests in fixtures/rules.yaml against the security rules that firebase.json names, with the environment's fixtures as data: Tane evaluates the rules of Realtime Databases; Google's Firestore emulator, which needs Java, evaluates those of Firestore. Reports each request that is allowed or denied unexpectedly, each denial caused by an error in the rules, and each rule that no request exercises.
    → fixtures/rules.yaml のリクエストを、環境のフィクスチャをデータとして、firebase.json のセキュリティルールで判定します。Realtime Database のルールは Tane が、Firestore のルールは Google の Firestore エミュレータ（Java が必要）が評価します。期待に反して許可または拒否されるリクエスト、ルールのエラーによる拒否、どのリクエストも使わないルールを報告します。
    firebase.json specifies no security rules for Firestore; add "firestore": {"rules": "FILE"}
    → firebase.json に Firestore のセキュリティルールがありません。"firestore": {"rules": "FILE"} を追加してください
    firebase.json specifies no security rules for the Realtime Database "{1}"; add "database": {"rules": "FILE"}
    → firebase.json に Realtime Database "{1}" のセキュリティルールがありません。"database": {"rules": "FILE"} を追加してください
    {1}, which exercise {2} of {3} of the security rules
    → {1}（セキュリティルールの {3} のうち {2} 個を使用）
    * expression
    → {1} 個の式
    security rules
    → セキュリティルール
    no request of {1} exercises this rule
    → {1} のどのリクエストもこのルールを使っていません
    accounts:/{1} is not in the fixtures; correct the ID, or add the account
    → accounts:/{1} はフィクスチャにありません。ID を修正するか、アカウントを追加してください
    {1} may {2}, but "deny" lists the user
    → {1} は {2} を実行できますが、"deny" に書かれています
    {1} may not {2}, but "allow" lists the user: {3}
    → {1} は {2} を実行できませんが、"allow" に書かれています: {3}
    {1} may not {2}, but only because evaluating the rules fails: {3}
    → {1} が {2} を実行できない理由は、ルールの評価エラーだけです: {3}
    cannot determine whether {1} may {2}: the request failed: {3}
    → {1} に {2} が許可されるかどうかを判定できません。リクエストが失敗しました: {3}
    this file does not exist; create it with the users and requests to check
    → このファイルがありません。検査するユーザーとリクエストを書いて作成してください
    a user who is signed out has no claims; remove "claims", or write accounts:/ID after "as"
    → サインインしていないユーザーに "claims" は指定できません。"claims" を削除するか、"as" の後に accounts:/ID を書いてください
    "{1}" is in both "allow" and "deny"; remove the user from one of them
    → "{1}" が "allow" と "deny" の両方にあります。一方から削除してください
    "{1}" is not a user; expected accounts:/ID or signed-out
    → "{1}" は正しいユーザーではありません。accounts:/ID か signed-out が必要です
    expected one of the keys get, list, create, update, delete, read and write in each request
    → リクエストには get、list、create、update、delete、read、write のいずれか一つのキーが必要です
    expected the address of {1}
    → {1}のアドレスが必要です
    a collection, such as firestore:/shops
    → firestore:/shops のようなコレクション
    a document, such as firestore:/shops/a
    → firestore:/shops/a のようなドキュメント
    a location in a Realtime Database, such as shops:/sauna-1
    → shops:/sauna-1 のような Realtime Database の場所
    "allow" is missing; list at least one user who may make this request, to show that other users are not denied merely because the request is invalid, or write [] if nobody may make it
    → "allow" がありません。ほかのユーザーが拒否されるのはリクエストが正しくないからではないと分かるように、このリクエストを実行できるユーザーを書いてください。誰も実行できないなら [] と書いてください
    "{1}" is not defined in "users"
    → "{1}" は "users" にありません
    a map of users
    → ユーザーのマップ
    a map of values by path
    → パスから値へのマップ
    a list of requests
    → リクエストのリスト
    a list of users
    → ユーザーのリスト
    a file of rules
    → ルールのファイル
    Also write a GitHub Actions workflow that uses Tane's action from a repository, for example OWNER/tane@main.
    → リポジトリにある Tane のアクションを使う GitHub Actions のワークフローも書きます（例: OWNER/tane@main）。
    --workflow {1}: expected a repository and a branch, tag or commit, for example OWNER/tane@main
    → --workflow {1}: OWNER/tane@main のように、リポジトリとブランチ、タグまたはコミットが必要です
    note: a client uses the {1} "{2}", which is not part of {3}; its data is stored separately
    → 注: {1} "{2}" は {3} のものではないため、別のデータで提供します
    "data" is missing; add the data to write or, to check a deletion, use the key delete
    → "data" がありません。削除を検査するには、キー delete を使ってください
    the export has data of {1}, which would all be imported into "{2}"; remove all but one of them from the export
    → エクスポートに {1} のデータがありますが、この環境ではどれも "{2}" です。一つを残して、エクスポートから削除してください
    Realtime Database
    → Realtime Database
    # Emulator/Rules
    Parse error
    → 構文エラー
    Expected 'rules' property.
    → 'rules' プロパティが必要です。
    Expected 'rules' to be an object, found {1}.
    → 'rules' はオブジェクトでなければなりませんが、{1}です。
    Expected only 'rules', found '{1}'.
    → 'rules' だけが必要ですが、'{1}' があります。
    '{1}' is not a number.
    → '{1}' は数値ではありません。
    '{1}' is not a valid key.
    → '{1}' は正しいキーではありません。
    '{1}' is already the variable of an enclosing location.
    → '{1}' は上の階層ですでに変数になっています。
    '{1}' is not a valid variable name.
    → '{1}' は変数の名前ではありません。
    A location can have only one '$' variable.
    → 一つの場所に書ける '$' の変数は一つだけです。
    Expected '.indexOn' to be a string or a list of strings.
    → '.indexOn' には文字列か文字列のリストが必要です。
    Expected '{1}' to be a string or a Boolean value.
    → '{1}' には文字列か真偽値が必要です。
    Expected '{1}'.
    → '{1}' が必要です。
    Expected an object with rules, found {1}.
    → ルールのオブジェクトが必要ですが、{1}です。
    Expected four hexadecimal digits after '\u'.
    → '\u' の後に 4 桁の 16 進数が必要です。
    Invalid regular expression: {1}.
    → 正規表現が正しくありません: {1}。
    No such method or property '{1}'.
    → メソッドまたはプロパティ '{1}' はありません。
    Only values in 'auth' can be accessed with [ ].
    → 要素があるのは 'auth' の値だけです。
    The argument of {1}
    → {1} の引数
    The argument of {1} must be a {2}.
    → {1} の引数は {2} でなければなりません。
    The comment is not terminated.
    → コメントが閉じられていません。
    The expression ends unexpectedly.
    → 式が途中で終わっています。
    The expression is nested too deeply.
    → 式の入れ子が深すぎます。
    The list passed to {1} must not be empty.
    → {1} に渡すリストは空にできません。
    The operands of {1} must have the same type.
    → {1} の両辺は同じ型でなければなりません。
    The regular expression is not terminated.
    → 正規表現が閉じられていません。
    The right operand of {1} must be a string literal or null, because the left operand is query.orderByChild.
    → 並べ替えのキーと比べるため、{1} の右辺は文字列リテラルか null でなければなりません。
    The string is not terminated.
    → 文字列が閉じられていません。
    Unexpected '{1}'.
    → '{1}' はここに書けません。
    Unknown rule '{1}'; expected .read, .write, .validate or .indexOn.
    → ルール '{1}' はありません。.read、.write、.validate、.indexOn のいずれかが必要です。
    Unknown variable '{1}'.
    → 変数 '{1}' はありません。
    {1} must be a Boolean expression; compare the value, as in '… == true'.
    → {1} は真偽値の式でなければなりません。'… == true' のように値を比べてください。
    {1} takes {2}, not {3}.
    → {1} の引数は {2}です（{3} 個あります）。
    * argument
    → {1} 個
    {1} must be Boolean.
    → {1}は真偽値でなければなりません。
    {1} must be a {2}, not a {3}.
    → {1}は {2} でなければなりませんが、{3} です。
    The left operand of {1}
    → {1} の左辺
    The right operand of {1}
    → {1} の右辺
    The operand of !
    → ! の対象
    The operand of -
    → - の対象
    The condition of ?
    → ? の条件
    An element of a list
    → リストの要素
    "$" is supported only at the end of a pattern
    → "$" は末尾にだけ書けます
    "^" is supported only at the beginning of a pattern
    → "^" は先頭にだけ書けます
    ")" without "("
    → ")" に対応する "(" がありません
    nothing to repeat before "{1}"
    → "{1}" が繰り返すものがありません
    "{1}" is missing
    → "{1}" がありません
    "i" is the only supported flag
    → 書けるフラグは "i" だけです
    the brackets are empty
    → 角括弧の中が空です
    a character is missing after "\"
    → "\" の後に文字がありません
    the pattern, a group or an alternative is empty
    → パターン、グループ、または選択肢が空です
    expected a repetition count of at most 1000
    → 繰り返しの回数（1000 以下）が必要です
    the minimum number of repetitions is greater than the maximum
    → 繰り返しの回数の順が逆です
    the pattern ends unexpectedly
    → 途中で終わっています
    the pattern has too many nested parentheses
    → 括弧の入れ子が深すぎます
    the pattern is too large
    → 大きすぎます
    the character range is not valid
    → 文字の範囲が正しくありません
    this character is not valid here
    → この文字はここに書けません
    no {1} rule applies to the location
    → この場所に当てはまる {1} のルールがありません
    only numbers and strings can be added
    → 足せるのは数値と文字列だけです
    only two numbers or two strings can be compared
    → 大小を比べられるのは数値どうしか文字列どうしだけです
    the root has no parent
    → ルートに親はありません
    the value is not Boolean
    → 値が真偽値ではありません
    the value is not a number
    → 値が数値ではありません
    the value is not a string
    → 値が文字列ではありません
    # Emulator/Environments/Google
    warning: Google's Firestore emulator {1} is not supported; install 1.19 or 1.20
    → 警告: Google の Firestore エミュレータ {1} には対応していません。1.19 か 1.20 をインストールしてください
    warning: Google's Firestore emulator has exited; restart tane emulate
    → 警告: Google の Firestore エミュレータが終了しました。tane emulate を起動し直してください
    Google's Firestore emulator did not start on port {1}: {2}; try again
    → Google の Firestore エミュレータをポート {1} で起動できませんでした: {2}。もう一度試してください
    it did not print its version
    → バージョンが出力されませんでした
    {1} cannot start {2}: {3}; reinstall Google's Firestore emulator or Java
    → {1} で {2} を起動できません: {3}。Google の Firestore エミュレータか Java をインストールし直してください
    {1} needs Java {2} or newer, and {3} is Java {4}: install a newer Java, or set JAVA_HOME to its folder
    → {1} には Java {2} 以降が必要ですが、{3} は Java {4} です。新しい Java をインストールするか、JAVA_HOME にそのフォルダを設定してください
    Google's Firestore emulator needs Java, which was not found: install Java 11 or newer, or set JAVA_HOME to its folder
    → Google の Firestore エミュレータに必要な Java が見つかりません。Java 11 以降をインストールするか、JAVA_HOME にそのフォルダを設定してください
    {1} does not exist or is not a file; set {2} to the path of {3}.jar
    → {2} の値 {1} はファイルではありません。{3}.jar のパスを設定してください
    Google's Firestore emulator was not found: run gcloud components install {1}, apt-get install google-cloud-cli-firestore-emulator or firebase setup:emulators:firestore, or set {2} to the path of {3}.jar
    → Google の Firestore エミュレータが見つかりません。gcloud components install {1}、apt-get install google-cloud-cli-firestore-emulator、firebase setup:emulators:firestore のいずれかを実行するか、{2} に {3}.jar のパスを設定してください
    {1}, which firebase.json specifies for the security rules of {2}, does not exist
    → {1} がありません。firebase.json が {2} のセキュリティルールのファイルとして指定しています
    the Realtime Database
    → Realtime Database
    Google's Firestore emulator rejected {1} with status {2}
    → Google の Firestore エミュレータが {1} を拒否しました（ステータス {2}）
    the security rules of the Realtime Database are not valid
    → Realtime Database のセキュリティルールが正しくありません
    the security rules of Firestore are not valid
    → Firestore のセキュリティルールが正しくありません
    these rules are not for Firestore; expected "service cloud.firestore"
    → このルールは Firestore のものではありません。"service cloud.firestore" が必要です
    # Commands/Emulation/EmulatedEnvironment
    stop the emulator first
    → 先に終了してください
    wait until that process has ended
    → 終了するまで待ってください
    {1}: {2}, or serve separate stores with --in-memory; nothing is served
    → {1}: {2}。または --in-memory で専用のストアを使ってください。何も提供していません
    # Commands/Emulation/EmulatedService
    the emulator responded to {1} {2} with an unexpected stream
    → エミュレータは {1} {2} にストリームで応答しました
    the emulator responded to {1} {2} with {3}: {4}
    → エミュレータは {1} {2} に {3} で応答しました: {4}
    # Commands/Emulation/EmulatorExport
    {1} cannot be replaced: {2}
    → {1} を置き換えられません: {2}
    {1}; the complete export is in {2}
    → {1}。エクスポートの全体は {2} にあります
    {1} cannot be written: {2}
    → {1} に書き込めません: {2}
    # Commands/Emulation/EmulatorImport
    {1}; the import is incomplete: run the command again to complete it
    → {1}。インポートは完了していません。もう一度実行すると完了します
    {1} cannot be imported: expected a list for "{2}", found {3}
    → {1} は使えません: "{2}" にはリストが必要ですが、{3}です
    {1} is {2} bytes in size; at most {3} can be read
    → {1} は {2} バイトあります。読めるのは {3} バイトまでです
    # Commands/Emulation/ExportFiles
    {1} cannot be used
    → {1} は使えません
    it is a folder; expected a file
    → フォルダです。ファイルが必要です
    it is not a file
    → ファイルではありません
    {1} is a link that points outside the export, to {2}; replace it with a copy of its target
    → {1} はエクスポートの外の {2} へのリンクです。リンク先をコピーしてください
    # Commands/Emulation/ExportFolder
    the part "{1}"
    → 部分 "{1}"
    {1} is a broken link; remove it
    → {1} はリンク先がありません。削除してください
    {1} {2}; an export replaces everything in its folder: use a separate folder
    → {1} は{2}。エクスポートはフォルダの中身をすべて置き換えるため、専用のフォルダを指定してください
    is the project's folder
    → プロジェクトのフォルダです
    contains the project
    → プロジェクトを含んでいます
    is the home folder
    → ホームフォルダです
    contains the home folder
    → ホームフォルダを含んでいます
    is in the project's {1}
    → プロジェクトの {1} の中にあります
    {1} exists and is not a folder
    → {1} はすでにあり、フォルダではありません
    {1} is not empty and does not contain an export; use another folder, so that its files are not lost
    → {1} にはエクスポート以外のデータがあり、失われます。別のフォルダを指定してください
    and {1} more
    → ほか {1} 件
    {1} contains files that are not part of the export ({2}) and would be lost; move them elsewhere, or use another folder
    → {1} にはエクスポートのほかに {2} があり、失われます。移動するか、別のフォルダを指定してください
    {1} cannot be written: check the permissions of {2}
    → {1} に書き込めません。{2} の権限を確認してください
    {1} is a mount point, which cannot be replaced; use a folder in it
    → {1} はディスクのマウント先のため置き換えられません。その中のフォルダを指定してください
    # Commands/Emulation/ExportMetadata
    {1} refers to "{2}", which is outside the export
    → {1} がエクスポートの外の "{2}" を指しています
    # Commands/Emulation/FirestoreEmulation
    {1} could not be exported: {2}; everything else was exported
    → {1} をエクスポートできませんでした: {2}。ほかはすべて書き込みました
    # Commands/Emulation/ShellCommand
    the command cannot be started: {1}
    → コマンドを起動できません: {1}
    # Commands/EnvironmentCheckCommand
    Check that an environment's services can be reached and accessed.
    → 環境の各サービスへの接続とアクセス権を確認します。
    Changes nothing: write access is tested with requests that have no effect. Compares the projects that the profile, the credential and the apps' GoogleService-Info.plist files name. Exits with 2 if a service cannot be reached or read, and with 1 if a service cannot be written to or a setting does not match.
    → 何も変更しません。書き込めるかどうかは、データに影響しないリクエストで確認します。プロファイル、認証情報、アプリの GoogleService-Info.plist が示すプロジェクトも照合します。接続または読み取りのできないサービスがあれば終了コードは 2、書き込みのできないサービスや食い違いがあれば 1 です。
    The environment (default: -e, then TANE_ENV, then local).
    → 環境（既定: -e、なければ TANE_ENV、なければ local）。
    # Commands/EnvironmentCheckReport
    the region in the URL of "{1}" is wrong; use {2}
    → "{1}" の URL のリージョンが実際と異なります。{2} と書いてください
    credential accepted
    → 認証情報は有効
    credential not accepted
    → 認証情報は無効
    not {1}
    → {1}ではない
    {1} not checked
    → {1}: 未確認
    # Commands/EnvironmentCommand
    Inspect, check, compare and export environments.
    → 環境の表示・検査・比較・書き出しを行います。
    # Commands/EnvironmentDiffCommand
    Compare the project, services and values of two environments.
    → 二つの環境のプロジェクト・サービス・値を比較します。
    Compares the profiles without reading the services; tane diff LEFT RIGHT compares their data. A secret is named but never shown. Exits with 0 if there are no differences and 1 otherwise.
    → プロファイルだけを比較し、サービスからは何も読み取りません。データは tane diff LEFT RIGHT で比較できます。秘密は名前だけを表示し、値は表示しません。差分がなければ終了コードは 0、あれば 1 です。
    The environment on the left.
    → 左の環境。
    The environment on the right.
    → 右の環境。
    the values of "{1}" have {2}
    → "{1}" の値に {2} があります
    # Commands/EnvironmentExportCommand
    Export an environment as Swift, JSON or another format.
    → 環境を Swift や JSON などの形式で書き出します。
    Writes the parts of a profile that an app needs: the environment's name, its services and its values. Swift code contains the named environments, or by default all that the build configuration allows (allowIn in a profile). Secrets are omitted unless --reveal is given, and are never written to Swift code. --check writes nothing, and exits with 1 if the --output file is stale.
    → プロファイルの内容のうちアプリに渡すもの（環境の名前、サービス、値）を書き出します。Swift のコードには、指定した環境、なければそのビルド構成で許可された環境（プロファイルの allowIn）がすべて入ります。秘密は --reveal を付けない限り除外され、Swift のコードには決して入りません。--check を付けると何も書き込まず、--output のファイルの内容が古ければ終了コード 1 で終了します。
    The environments; only Swift accepts several (default: those that --configuration allows).
    → 環境。複数指定できるのは Swift だけです（既定: --configuration の環境）。
    swift, json, plist, xcconfig, dotenv or shell.
    → 書き出す形式。
    The file to write (default: standard output).
    → 書き込むファイル（既定: 標準出力）。
    Write nothing; exit with 1 if the --output file is stale.
    → 何も書き込まず、--output のファイルが古ければ終了コード 1 で終了します。
    Write secrets as well.
    → 秘密も書き出します。
    The build configuration of the output, such as release; environments whose allowIn does not list it are omitted.
    → 出力を使うビルド構成。例: release。allowIn にこの構成がない環境は除外されます。
    With Swift, add a member for each database and bucket to the managers of TaneFirebase.
    → Swift の場合、データベースとバケットごとのメンバーを TaneFirebase のマネージャに追加します。
    --check requires --output
    → --check には、ファイルを示す --output が必要です
    --reveal and --format swift cannot be combined: everyone who has the app can read its code; declare the value with "runtime: true", or choose another format
    → --reveal と --format swift は同時に指定できません。アプリのコードにあるものは、アプリを持つ人なら誰でも読めます。値を runtime: true と宣言するか、別の形式を選んでください
    --managers requires --format swift
    → --managers を使えるのは --format swift のときだけです
    # Commands/EnvironmentExportSession
    --reveal writes secrets, but never to Swift code
    → --reveal で書き出せますが、Swift のコードには入りません
    read by the app at run time
    → アプリの実行時に読み取られます
    {1} does not exist: run {2}
    → {1} がありません。{2} を実行してください
    {1} is stale: run {2}
    → {1} は古くなっています。{2} を実行してください
    the format {1} can contain only one environment, but {2} were given; choose one
    → {1} に含められる環境は一つですが、{2} 個指定されました。一つだけ指定してください
    {1} is not allowed in {2} (allowIn: {3} in {4}); nothing was written
    → {1} は {2} では許可されていません（{4} の allowIn: {3}）。何も書き込んでいません
    no environment is allowed in {1}; nothing was written
    → {1} で許可された環境はありません。何も書き込んでいません
    {1} when generating the {2} output; nothing was written
    → {2} に入るはずの内容に {1} があります。何も書き込んでいません
    note: {1} {2} omitted ({3}): {4}
    → 注: {1} を{2}除外しました（{3}）: {4}
    # Commands/EnvironmentListCommand
    List environments and report all problems in their profiles.
    → 環境の一覧と、プロファイルの問題をすべて表示します。
    guard {1}
    → ガード {1}
    # Commands/EnvironmentShowCommand
    Show a resolved profile with the origin of each value.
    → 解決されたプロファイルを、値の出所とともに表示します。
    # Commands/FixturesCommand
    List, inspect and format fixtures.
    → フィクスチャの一覧・表示・整形を行います。
    # Commands/FixturesFormatCommand
    Format fixture files.
    → フィクスチャファイルを整形します。
    Indents by two spaces, puts one space after colons and commas, keeps only necessary quotes, and removes white space at the ends of lines. Values, tags, anchors, comments, blank lines and the order of keys are kept. A file that cannot be read is not changed.
    → インデントは空白二つ、コロンとコンマの後は空白一つ、引用符は必要な箇所だけ、行末の空白はなしにします。値、タグ、アンカー、コメント、空行、キーの順序は変わりません。読めないファイルはそのまま残ります。
    Write nothing; exit with 1 if a file is not formatted.
    → 何も書き込まず、整形が必要なファイルがあれば終了コード 1 で終了します。
    Format only the files of this set; may be repeated.
    → このセットのファイルだけを対象にします（複数指定可）。
    the project has no fixture set "{1}" (known: {2})
    → プロジェクトにフィクスチャのセット "{1}" はありません（{2}）
    files that cannot be read were not changed
    → 読めないファイルはそのまま残しました
    ~ change
    → ~ 変更
    Nothing to do: {1} checked.
    → 書き込むものはありません: {1} を確認しました。
    {1} of {2} must be formatted.
    → {2} のうち {1} 個は整形が必要です。
    Formatted {1} of {2}.
    → {2} のうち {1} 個を整形しました。
    # Commands/FixturesListCommand
    List the resources that fixtures describe and their files.
    → フィクスチャのリソースとそのファイルを一覧表示します。
    nothing was listed
    → 何も表示していません
    No fixtures.
    → フィクスチャはありません。
    Relative dates are relative to {1}.
    → 相対的な日付の起点は {1} です。
    Environment variables: {1}
    → 環境変数: {1}
    # Commands/FixturesShowCommand
    Show the merged value of a node with the origin of each part.
    → セットを重ねたノードの値を、出所とともに表示します。
    Tags such as !now and !repeat are evaluated: a generated value is shown with the line of its tag.
    → !now や !repeat などのタグは評価されます。生成された値にはタグの行を示します。
    The node, such as users:/users/u1.
    → ノード。例: users:/users/u1
    nothing was shown
    → 何も表示していません
    # Commands/Init/InitCommand
    Set up Tane for an existing app.
    → 既存のアプリで Tane を使い始める準備をします。
    Searches the folder for Firebase settings: GoogleService-Info.plist files, google-services.json, firebase.json, .firebaserc, *.xcconfig, Xcode projects and Swift files. Shows the files to be written, asks for confirmation, and writes a profile for each project, an embedded profile called "local", first fixtures and fixtures/mappings.yaml. Existing files are not changed. No service is contacted.
    → フォルダから Firebase についての情報を読み取ります: GoogleService-Info.plist、google-services.json、firebase.json、.firebaserc、*.xcconfig、Xcode のプロジェクト、Swift ファイル。書き込む内容を表示して確認し、プロジェクトごとのプロファイル、組み込みのプロファイル local、最初のフィクスチャ、fixtures/mappings.yaml を書き込みます。すでにあるファイルはそのまま残り、どのサービスにも接続しません。
    An export whose data becomes the first fixtures, in any format that tane pull --from reads.
    → 最初のフィクスチャにするエクスポート（形式は tane pull --from と同じ）。
    A Firebase project and the name of its environment; may be repeated.
    → Firebase のプロジェクトと環境の名前（複数指定可）。
    A service that the app uses, instead of those found in the folder; may be repeated.
    → アプリが使うサービス。フォルダから読み取ったものの代わりに使います（複数指定可）。
    A folder of the app's models, instead of those that are found; may be repeated.
    → アプリのモデルのフォルダ。見つかったものの代わりに使います（複数指定可）。
    Write without confirmation.
    → 確認せずに書き込みます。
    --project {1}: expected an environment name and a project ID, for example staging=my-app-stg
    → --project {1}: 環境の名前とプロジェクトの ID が必要です。例: staging=my-app-stg
    "{1}" is not a valid environment name: {2}
    → "{1}" は環境の名前に使えません: {2}
    "{1}" is not a valid project ID; expected 6 to 30 lowercase letters, digits and hyphens, for example my-app-stg
    → "{1}" は正しいプロジェクト ID ではありません。英小文字、数字、ハイフンで 6 から 30 文字が必要です。例: my-app-stg
    the environment {1} already exists and uses the project {2}; choose a different environment name for the project {3}
    → 環境 {1} はすでにあり、プロジェクトは {2} です。プロジェクト {3} の環境には別の名前を選んでください
    --sources {1}: no such folder in {2}
    → --sources {1}: {2} にこのフォルダはありません
    {1} contains the data of one service, but the app uses {2}; run tane init without --from, then tane pull ADDRESS --from {3} with one of the addresses {4}
    → {1} は一つのサービスのデータですが、アプリは {2} を使っています。--from なしで tane init を実行してから、{4} のどれかを ADDRESS として tane pull ADDRESS --from {3} を実行してください
    # Commands/Init/InitExport
    cannot read {1}: {2}
    → {1} を読めません: {2}
    cannot read {1}; nothing was written
    → {1} を読めません。何も書き込んでいません
    {1} has an unsupported file name extension; expected JSON, YAML or CSV
    → {1} の拡張子には対応していません。JSON、YAML、CSV のいずれかが必要です
    # Commands/Init/InitMappings
    note: the Swift sources are not read yet; tane validate --suggest proposes mappings
    → 注: Swift のソースはまだ読んでいません。tane validate --suggest がマッピングを提案します
    # Commands/Init/InitReport
    note: {1}:{2}: {3} was not added to any profile; add it to the profile of its environment
    → 注: {1}:{2}: {3} は、どのプロファイルにも書き込んでいません。該当する環境のプロファイルに追加してください
    {1} from Swift code
    → Swift のコードにある{1}
    note: {1} was skipped: {2}
    → 注: {1} を除外しました: {2}
    note: {1} more {2} skipped
    → 注: ほかに {1} 件を{2}除外しました
    no Firebase settings; specify projects with --project NAME=ID, and services that the app uses with --service
    → Firebase の情報はありません。--project NAME=ID でプロジェクトを、--service でアプリが使うサービスを指定できます
    adds 1 line
    → 1 行を追加
    already exists
    → すでにあります
    = keep
    → = 維持
    + add
    → + 追加
    the data of {1}
    → {1} のデータ
    for editors
    → エディタ用
    the project {1}
    → プロジェクト {1}
    {1} on port {2}
    → {1!}（ポート {2}）
    no models
    → データをデコードする型はありません
    models in {1}
    → モデル: {1}
    {1} · guard {2}
    → {1} · ガード {2}
    Nothing to do: all files exist.
    → 書き込むものはありません: すべてのファイルがすでにあります。
    Dry run: nothing was written.
    → ドライラン: 何も書き込んでいません。
    Wrote {1}
    → {1}を書き込みました
    {1}. Next:
    → {1}。次のステップ:
    # Commands/Init/InitSession
    The ID of the app's Firebase project (leave empty to skip):
    → Firebase でのアプリのプロジェクト ID（スキップするには空のまま）:
    The name of its environment [production]:
    → その環境の名前 [production]:
    Write {1}? [Y/n]
    → {1} を書き込みますか？[Y/n]
    tane init does not change the existing fixtures in fixtures/base; to add the data of the export, run tane pull {1} --from {2}
    → fixtures/base にはすでにフィクスチャがあり、tane init では変更しません。エクスポートのデータは次のコマンドで取り込めます: tane pull {1} --from {2}
    {1} cannot be written: {2}; nothing was written
    → {1} に書き込めません: {2}。何も書き込んでいません
    # Commands/Pulling/AdoptCommand
    Copy a manual edit from an environment into its fixture.
    → 環境で手動変更された値をフィクスチャに取り込みます。
    Changes only values that fixtures describe, in place; comments are kept. Values that the environment no longer has are removed from the fixtures. The masks of tane pull apply; a protected environment requires them.
    → フィクスチャに書かれたものだけを、該当するファイルのその行で変更します。コメントはそのまま残り、環境からなくなったものはフィクスチャからも削除されます。tane pull と同じマスクが適用され、protected の環境では必須です。
    The nodes, documents or accounts, such as shops:/shops/0/name.
    → ノード、ドキュメント、アカウント。例: shops:/shops/0/name
    Adopt without masks, even if the environment is protected and contains data of real people.
    → protected の環境や実在の人のデータでも、マスクせずに取り込みます。
    # Commands/Pulling/Exports/AccountExport
    {1} cannot be used: expected the format of firebase auth:export, a map with a "users" list
    → {1} は使えません: firebase auth:export が書くような、リスト "users" を持つマップが必要です
    {1} cannot be used: it is not UTF-8
    → {1} は使えません: UTF-8 ではありません
    {1}:{2} is not an account in the format of firebase auth:export: expected {3} values, of which the 3rd and 27th are true or false; nothing was written
    → {1}:{2} は firebase auth:export が書くアカウントではありません。{3} 個の値が必要で、3 番目と 27 番目は true か false です。何も書き込んでいません
    password hash
    → パスワードのハッシュ
    password hashes
    → パスワードのハッシュ
    add passwords to the fixtures of accounts that must sign in
    → サインインするアカウントにはパスワードを書いてください
    skipped {1}, because the data is masked
    → データをマスクするため、{1}を除外しました
    skipped {1}; to pull password hashes, first add a "hash" block with their parameters to fixtures/{2}/accounts.yaml
    → {1}を除外しました。ハッシュを取り込むには、先にパラメータのブロック "hash" を fixtures/{2!}/accounts.yaml に加えてください
    enroll them manually
    → 手動で登録してください
    skipped {1} {2}, which fixtures do not support; {3}
    → {1} 件の{2}を除外しました。フィクスチャには書けません。{3}
    # Commands/Pulling/Exports/DocumentFile
    a map from collections to their documents, for example posts: { p1: { title: Hello } }
    → コレクションからそのドキュメントへのマップ。例: posts: { p1: { title: Hello } }
    "{1}" is not the path of a collection; expected a path such as posts or posts/p1/comments
    → "{1}" はコレクションのパスではありません。例: posts、posts/p1/comments
    expected a map from identifiers to the documents of {1}, found {2}
    → {1} は ID からドキュメントへのマップである必要がありますが、{2} です
    !server-timestamp is not allowed in a data file, because it is set when a fixture is written; use !timestamp and a time
    → !server-timestamp は書き込みの時刻ですが、データのファイルに書き込みの時刻はありません。!timestamp と時刻が必要です
    a Firestore value
    → Firestore の値
    # Commands/Pulling/Exports/ExportedAccounts
    accounts are emulated
    → アカウントはエミュレートされています
    {1} cannot be used; nothing was written
    → {1} は使えません。何も書き込んでいません
    # Commands/Pulling/Exports/ExportedBuckets
    note: a copy of a bucket has no metadata: for {1}, the content type is guessed from the name, and cache control and custom metadata are unknown; add them in .meta.yaml files next to the fixtures
    → 注: バケットのコピーにはメタデータがありません。{1} のコンテンツタイプは名前から推測し、キャッシュ制御とカスタムメタデータは不明です。フィクスチャと同じ場所の .meta.yaml ファイルに書いてください
    # Commands/Pulling/Exports/ExportedDatabases
    {1} contains data that a database cannot store; nothing was written
    → {1} の内容はデータベースに格納できません。何も書き込んでいません
    # Commands/Pulling/Exports/ExportedDocuments
    a Firestore export
    → Firestore のエクスポート
    the profile names its Firestore database
    → ドキュメントの場所はプロファイルに書かれています
    {1} does not contain documents in collections; nothing was written
    → {1} にコレクションのドキュメントがありません。何も書き込んでいません
    # Commands/Pulling/Exports/ExportedKind
    {1} is a file, which can contain only a database, documents or accounts; specify a folder for {2}
    → {1} はファイルです。ファイルを使えるのは、データベース、ドキュメント、アカウントだけです。{2} にはフォルダを指定してください
    # Commands/Pulling/Exports/FirestoreExport
    {1} refers to {2}, which does not exist
    → {1} が指す {2} がありません
    # Commands/Pulling/Exports/PullExport
    {1} is {2}; specify only addresses of {3}
    → {1} は{2}です。{3} のアドレスだけを指定してください
    {1} is not a recognized export folder; expected an export from firebase emulators:export or gcloud firestore export or, for addresses of one bucket, a copy of that bucket
    → {1} はフォルダです。firebase emulators:export か gcloud firestore export の出力、または一つのバケットのアドレスにはバケットのコピーが必要です
    {1} contains no data of {2}, but it contains the Firestore databases {3}; choose the matching environment with -e
    → {1} に {2} のデータはありません。含まれる Firestore のデータベースは {3} です。該当する環境を -e で指定してください
    {1} contains no data of {2} ({3})
    → {1} に {2}（{3}）のデータはありません
    {1} contains no data of {2} ({3}), but it contains these {4}: {5}; choose the matching environment with -e
    → {1} に {2}（{3}）のデータはありません。含まれる {4} は {5} です。該当する環境を -e で指定してください
    {1} contains the data of one service; specify only addresses of that service
    → {1} で読み込めるのは一つのサービスだけです。一つのサービスのアドレスを指定してください
    {1} cannot be pulled from a file
    → {1} はファイルから読み込めません
    {1} has an unsupported file name extension; expected JSON or YAML
    → {1} の拡張子には対応していません。JSON か YAML が必要です
    # TaneKit/Pulling/BulkExport
    --bulk: "{1}" is not a folder in a bucket; expected gs://BUCKET/FOLDER
    → --bulk: "{1}" はバケットのフォルダではありません。gs://BUCKET/FOLDER が必要です
    {1}: --bulk exports only Firestore; pull this address without --bulk
    → {1}: --bulk で書き出せるのは Firestore だけです。このアドレスは --bulk なしで取り込んでください
    --bulk exports only databases hosted by Firebase, but {1} has Firestore at {2}; pull without --bulk
    → --bulk で書き出せるのは Firebase にあるデータベースだけですが、{1} の Firestore は {2} です。--bulk なしで取り込んでください
    note: the export contains only the collections {1}; to export all other subcollections as well, pull {2}:/
    → 注: 書き出すのはコレクション {1} だけです。ほかのサブコレクションは取り込みません。すべてを書き出すには {2}:/ を指定してください
    note: continuing the export {1}
    → 注: エクスポート {1} を続けます
    note: Firebase no longer has this export; starting another one
    → 注: Firebase にこのエクスポートはもうありません。新しいエクスポートを始めます
    note: the next pull reads the same export again: {1}
    → 注: 次の pull も同じエクスポートを読みます: {1}
    exporting documents
    → ドキュメントを書き出しています
    downloading the export
    → エクスポートをダウンロードしています
    reading the export
    → エクスポートを読んでいます
    Firebase no longer has the export {1}; run the command again
    → Firebase にエクスポート {1} はもうありません。コマンドをもう一度実行してください
    {1}; the export {2} may continue at Firebase: run the same command again to continue it
    → {1}。エクスポート {2} は Firebase で続いている可能性があります。同じコマンドをもう一度実行すると続けられます
    Firestore did not complete the export to {1}: {2} ({3})
    → Firestore は {1} へのエクスポートを完了できませんでした: {2}（{3}）
    {1} does not report the folder of the export; run the command again
    → {1} のエクスポートの場所がありません
    {1} contains no Firestore export (*.overall_export_metadata); run the command again to start another one
    → {1} に Firestore のエクスポート（*.overall_export_metadata）がありません。コマンドをもう一度実行すると、新しいエクスポートを始めます
    an export may continue at Firebase and be charged: run the same command again to continue it; nothing was written
    → エクスポートが Firebase で続き、課金される可能性があります。同じコマンドをもう一度実行すると続けられます。何も書き込んでいません
    the export in {1} is complete: run the same command again to read it
    → {1} のエクスポートは完了しています。同じコマンドをもう一度実行すると読み込めます
    interrupted; no export was started
    → 中断しました。エクスポートは始めていません
    interrupted; the export {1} was canceled, and nothing was written
    → 中断しました。エクスポート {1} を取り消しました。何も書き込んでいません
    interrupted; the export {1} could not be canceled ({2}): run the same command again to continue it, or cancel it with gcloud firestore operations cancel
    → 中断しました。エクスポート {1} を取り消せませんでした（{2}）。同じコマンドをもう一度実行して続けるか、gcloud firestore operations cancel で取り消してください
    # Commands/Pulling/MaskSuggestionReport
    No unmasked value looks like personal data.
    → マスクされていない個人情報は見つかりませんでした。
    as key
    → キーとして
    # Commands/Pulling/PullCommand
    Download data from an environment into fixtures.
    → 環境のデータをフィクスチャに取り込みます。
    Reads the nodes, documents, accounts and objects at and below the addresses. Values that fixtures describe are changed in place; all others go into new files of a set. Values that the environment does not have are kept in the fixtures unless --prune is given.
    → アドレス以下のノード、ドキュメント、アカウント、オブジェクトを読み取ります。フィクスチャに書かれたものは、違いのある箇所を該当するファイルのその行で変更し、ほかはセットの新しいファイルに書き込みます。環境にないものは、--prune を付けない限りフィクスチャに残ります。
    Values that match masks of the profile or of a set are replaced by pseudonyms, with the key in TANE_MASK_KEY. Nothing is written if an original value would remain anywhere.
    → プロファイルやセットのマスクの対象は仮名に置き換えます（鍵は TANE_MASK_KEY）。元の値がどこかに残る場合は何も書き込みません。
    The nodes, documents, accounts or objects, such as shops:/shops or firestore:/posts.
    → ノード、ドキュメント、アカウント、オブジェクト。例: shops:/shops、firestore:/posts
    A file or folder to read instead of the environment: an export from the Firebase console, firebase emulators:export, firebase auth:export or gcloud.
    → 環境の代わりに読み取るファイルまたはフォルダ: Firebase コンソール、firebase emulators:export、firebase auth:export、gcloud の出力。
    Export Firestore to this folder in a bucket, and read the export: faster for large databases, but billed as one read per exported document.
    → Firestore にバケットのこのフォルダへ書き出させ、それを読み取ります。大きなデータベースで速く、書き出すドキュメントごとに読み取り 1 回分の料金がかかります。
    --bulk and --from cannot be combined; use one of them
    → --bulk と --from は別のエクスポートを指定します。どちらか一つを使ってください
    The fixture set for new files (default: the profile's first set).
    → 新しいファイルを追加するフィクスチャのセット（既定: プロファイルの最初のセット）。
    Remove fixture values that the environment does not have.
    → 環境にないものをフィクスチャから削除します。
    Pull without masks, even if the environment is protected and contains data of real people.
    → protected の環境や実在の人のデータでも、マスクせずに取り込みます。
    Propose masks for values that look like personal data, and write nothing.
    → 個人情報らしい値のマスクを提案し、何も書き込みません。
    Also pull documents, objects, accounts and addresses that the data refers to, up to this number (100 without =N).
    → データが参照するドキュメント、オブジェクト、アカウント、アドレスも、この数まで取り込みます（=N を省略すると 100）。
    --follow={1}: expected 1 or more
    → --follow={1}: 1 以上が必要です
    # Commands/Pulling/PullMasker
    {1} is protected, but no masks cover {2}: personal data would be written to fixtures in plain text. Add masks to the profile (tane pull --suggest-masks proposes them; "{3}:/**: keep" declares that nothing is personal), or pass --dangerously-unmasked to {4} without masks. Nothing was read or written.
    → {1} は protected ですが、{2} のどれが個人情報かを示すマスクがありません。このままではフィクスチャに平文で残ります。プロファイルにマスクを追加するか（tane pull --suggest-masks で提案を表示できます。個人情報がなければ "{3}:/**: keep" と書きます）、--dangerously-unmasked を付けて {4} してください。何も読み書きしていません。
    note: this run uses a random key for masks; set {1} to get the same pseudonyms in every run
    → 注: マスクの鍵は、この実行限りのランダムな値です。{1} を設定すると、次回も同じ仮名になります
    {1}; nothing was read or written
    → {1}。何も読み書きしていません
    {1} would contain the original value of a masked field; nothing was written
    → マスクしたフィールドの値が {1} に含まれてしまいます。何も書き込んでいません
    {1} cannot be applied; nothing was written
    → {1} を適用できません。何も書き込んでいません
    note: --follow: {1} referenced in the data {2} also pulled
    → 注: --follow: データが参照する {1} も{2}取り込みました
    ; skipped: {1}
    → 。除外: {1}
    Masked: {1} checked; none remain in the written files.
    → マスク済み: {1} が書き込む内容に残っていないことを確認しました。
    Not checked: {1} (fewer than 3 Latin letters, fewer than 6 digits, or a word such as "true")
    → 未確認: {1}（英字 3 文字未満、6 桁未満、または "true" のような語）
    , {1} identical to a pseudonym.
    → 、仮名と同じもの {1} 個。
    Exceptions: {1}.
    → 例外: {1}。
    # Commands/Pulling/PullSession
    {1} is neither in the fixtures nor in the data to pull
    → {1} は、フィクスチャにも取り込むデータにもありません
    ! different when read back  {1}
    → ! 読み戻せない値  {1}
    {1} would differ when read back from {2}; nothing was written
    → {1} を {2} のとおりに読み戻せません。何も書き込んでいません
    "{1}" is not a valid fixture set name: it {2}
    → "{1}" はフィクスチャのセットの名前に使えません: {2}
    interrupted; nothing was written
    → 中断しました。何も書き込んでいません
    the fixtures were written
    → フィクスチャを書き込みました
    - remove
    → - 削除
    rewritten: {1} lost
    → 書き直し: {1}が失われます
    rewritten
    → 書き直し
    ! skip
    → ! 未反映
    Nothing to do: the fixtures match the environment.
    → 書き込むものはありません: フィクスチャは環境と一致しています。
    Nothing was written: the fixtures cannot contain these values.
    → 何も書き込んでいません: これらの値はフィクスチャに書けません。
    {1} into {2}.
    → {2}に{1}。
    # Commands/RotCommand
    List fixture dates that will have passed by a given date.
    → 指定日時までに過ぎるフィクスチャの日付を表示します。
    Dates relative to the time of a run, such as !now +3d, never pass and are not listed. Exits with 1 if any date is listed.
    → !now +3d のように実行時を起点とする日付は過ぎることがないため、表示されません。該当する日付が一つでもあれば終了コードは 1 です。
    The time, such as 2027-01-01 or +3mo.
    → 時刻。例: 2027-01-01、+3mo
    {1} in the fixtures will have passed by {2}.
    → {2} までに過ぎるもの: フィクスチャの {1}。
    # Commands/Runs/ApplyCommand
    Apply a saved plan.
    → 保存した計画を適用します。
    Writes nothing and lists the changes if a source file of the plan, or the environment, has changed since the plan was saved. An environment whose guard is "protected" accepts an approved plan without a terminal.
    → 計画のもとになったファイルや環境がその後に変わっている場合は、何も書き込まず、変わったものを一覧表示します。ガードが "protected" の環境でも、承認された計画なら端末なしで適用できます。
    The plan file.
    → 計画のファイル。
    The digest of the plan, to approve it.
    → 承認する計画のダイジェスト。
    # TaneKit/ProjectEnvironment
    no project at {1}: neither it nor a folder above it contains environments/
    → {1} にプロジェクトがありません: このフォルダにも上のフォルダにも environments/ がありません
    the plan is for {1}, not for {2}; nothing was written
    → この計画は {2} ではなく {1} のものです。何も書き込んでいません
    the plan's digest is {1}, not {2}; nothing was written
    → 計画のダイジェストは {2} ではなく {1} です。何も書き込んでいません
    whether the app's Swift types can read the fixtures: tane validate checks that
    → アプリの Swift の型でフィクスチャを読めるか: tane validate で検査できます
    # TaneKit/ApplyOperation
    the plan's digest is {1}, not {2}. Nothing was read or written.
    → 計画のダイジェストは {1} で、{2} ではありません。何も読み書きしていません。
    the plan's source files
    → 計画のもとになったファイル
    Nothing to do: the plan is already applied.
    → 書き込むものはありません: この計画はすでに適用されています。
    Plan: {1}
    → 計画: {1}
    {1} was written, but does not match the plan when read back:
    → {1} に書き込みましたが、読み直した値が違います:
    {1} the plan to {2} and verified it.
    → {1}: 計画を {2} に書き込み、検証しました。
    cannot read {1}: no such file
    → {1} を読めません: ファイルがありません
    {1} changed after the plan was created; nothing was written. Plan again:
    → 計画の作成後に {1} が変わりました。何も書き込んでいません。計画を作り直してください:
    # Commands/Runs/HistoryCommand
    List runs, or show the changes of one run.
    → 実行の一覧、または一つの実行の変更を表示します。
    The last 50 runs of each environment are kept (undo.runs in the profile), on this machine only.
    → 環境ごとに最新の 50 回の実行を、このマシンにだけ保存します（プロファイルの undo.runs で変更できます）。
    The number of a run, to show its changes.
    → 変更を表示する実行の番号。
    {1} has no run {2}
    → {1} に実行 {2} はありません
    # Commands/Runs/HistoryText
    No run has written to this environment.
    → この環境に書き込んだ実行はありません。
    of run {1}
    → の対象: 実行 {1}
    (may not have been written)
    → （書き込まれたかどうか不明）
    interrupted, replaced by a later seed
    → 中断、その後の投入で置き換え済み
    tane undo reverts this run
    → tane undo で取り消される実行です
    done, reverted
    → 完了、取り消し済み
    interrupted, rolled back
    → 中断、取り消し済み
    interrupted after {1} of {2}
    → {2} のうち {1} 個を処理して中断
    # TaneKit/WriteAccess
    the fixtures no longer contain {1}
    → {1} のフィクスチャがなくなりました
    the fixture files that contain {1} changed after the run began
    → {1} のフィクスチャのファイルは、実行の開始後に変更されました
    {1}; nothing was written. Run tane seed -e {2} instead
    → {1}。何も書き込んでいません。代わりに tane seed -e {2} を実行してください
    {1}. Nothing was read or written.
    → {1}。何も読み書きしていません。
    note: {1}; --claim claims the environment for {2}
    → 注: {1}。--claim で {2} の環境になります
    {1}: stop the emulator first, or seed through it with an emulator profile; nothing was written
    → {1}。先に終了するか、エミュレータのプロファイルで投入してください。何も書き込んでいません
    {1}: wait until that process has ended, then run the command again; nothing was written
    → {1}。終了を待ってから、もう一度実行してください。何も書き込んでいません
    Write these changes to {1}?
    → {1} に書き込みますか？
    Type the environment's name to confirm:
    → 確認のため、環境の名前を入力してください:
    declined; nothing was written to {1}
    → 取りやめました。{1} には何も書き込んでいません
    {1} is in use by {2}: wait until that run has ended, then run the command again; if that run was killed, run tane unlock {3} -e {4}; nothing was written
    → {1} は {2} が使用中です。終了を待ってからもう一度実行してください。強制終了された実行の場合は tane unlock {3} -e {4} を実行してください。何も書き込んでいません
    it is unknown how much was written to {1}: run tane diff to check
    → {1} にどこまで書き込まれたかは不明です。tane diff で確認してください
    {1} was written, but not read back
    → {1} に書き込みましたが、読み直していません
    {1}; nothing was written to {2}
    → {1}。{2} には何も書き込んでいません
    written: {1};
    → 書き込み済み: {1}。
    {1}; {2}not finished: {3}; run tane resume -e {4} to complete it, or tane discard -e {5} to roll it back
    → {1}。{2}未完了: {3}。tane resume -e {4} で完了し、tane discard -e {5} で取り消せます
    {1}; {2}run tane resume -e {3} to complete it, or tane discard -e {4} to roll it back
    → {1}。{2}tane resume -e {3} で完了し、tane discard -e {4} で取り消せます
    somebody else wrote to {1} after the plan was created
    → 計画の作成後に、ほかの人が {1} に書き込みました
    # Commands/Runs/ReplayCommands
    Finish an interrupted run.
    → 中断された実行を完了します。
    Repeats the unfinished steps of the run where the environment has not changed since the run read it. Other changes are listed and kept. Repeating a step is harmless.
    → 環境が実行時から変わっていない箇所で、完了していない手順を実行します。その後に誰かが変更したものは一覧表示し、変更しません。手順を繰り返しても害はありません。
    Roll back an interrupted run.
    → 中断された実行を取り消します。
    Restores the values that the run replaced, where the environment still has the values that the run wrote. Later changes are listed and kept.
    → 環境が書き込み後のままの箇所で、実行が置き換えた値を元に戻します。その後に誰かが変更したものは一覧表示し、変更しません。
    Revert the last seed or any earlier run.
    → 最後の投入、またはそれより前の実行を取り消します。
    Restores the values that the run replaced, where the environment still has the values that the run wrote; later changes are listed and kept. An undo is a run like any other: it is guarded, shown before it starts, and can be undone by its number.
    → 環境が書き込み後のままの箇所で、実行が置き換えた値を元に戻します。その後に誰かが変更したものは一覧表示し、変更しません。取り消しも一つの実行です。ガードに従い、内容を先に表示し、その番号で取り消せます。
    The number of a run from tane history (default: the last seed).
    → tane history に表示される番号（既定: 最後の投入）。
    # Commands/Runs/ReplayReport
    Run {1}: {2}, {3} by {4}
    → 実行 {1}: {2}、{3}（{4}）
    ! changed since that run, not overwritten  {1}
    → ! その後に変更されたため残しました  {1}
    ! cannot be reverted  {1}
    → ! 元に戻せません  {1}
    Nothing to do: everything that can be reverted already has been.
    → 書き込むものはありません: 戻せるものはすべて戻っています。
    Reverted
    → 取り消しました
    {1} run {2} of {3} and verified it.
    → {1}: {3} の実行 {2}（検証済み）。
    # TaneKit/ReplayOperation
    note: run {1}, which was interrupted, is not reverted; to revert it as well, run tane undo again
    → 注: 中断された実行 {1} は元に戻していません。これも元に戻すには、もう一度 tane undo を実行してください
    run {1} of {2} ({3}) was interrupted: run tane resume -e {4} to complete it, or tane discard -e {5} to roll it back, then run tane undo again
    → {2} の実行 {1}（{3}）は中断されています。tane resume -e {4} で完了するか tane discard -e {5} で取り消してから、もう一度 tane undo を実行してください
    run {1} already reverted run {2}; tane undo {3} restores the changes of run {4}
    → 実行 {2} は実行 {1} で取り消されています。tane undo {3} で実行 {4} の変更をもう一度適用できます
    run {1} was already reverted, or wrote nothing
    → 実行 {1} はすでに取り消されたか、何も書き込んでいません
    {1}. Nothing was written
    → {1}。何も書き込んでいません
    {1} has no run {2}; tane history -e {3} lists its runs
    → {1} に実行 {2} はありません。tane history -e {3} で一覧できます
    {1} has no run to undo
    → {1} に取り消せる実行はありません
    no run of {1} was interrupted
    → {1} に中断された実行はありません
    {1} was written, but {2} {3} when read back:
    → {1} に書き込みましたが、読み直すと {2}が{3}:
    # TaneKit/SharedStateSession
    {1}; everything else succeeded
    → {1}。ほかはすべて完了しました
    {1}; the shared state of {2} ({3}) was not written: the next tane seed -e {4} on this machine writes it
    → {1}。{2} の共有の記録（{3}）は書き込んでいません。このマシンで次に tane seed -e {4} を実行すると書き込まれます
    # Commands/Runs/UnlockCommand
    Release the lock of a run that died on another machine.
    → 別のマシンで異常終了した実行のロックを解除します。
    While a run writes to an environment that is not embedded, it keeps a lease there, and other runs are rejected. The lease of a run that was killed expires after two minutes. A run that is alive notices within a minute that its lease was revoked, and sends nothing more.
    → 組み込みでない環境に書き込む実行は、その環境のリースを保持し、その間ほかの実行は拒否されます。強制終了された実行のリースは 2 分で失効します。動作中の実行は、リースが解除されたことを 1 分以内に検知し、それ以降は何も送信しません。
    The run that holds the lease, as shown in the error message of the rejected command.
    → リースを保持している実行。拒否されたコマンドのエラーメッセージに表示されます。
    Revoke the lease of {1}?
    → {1} のリースを解除しますか？
    the lease was renewed, or acquired by another run, before it could be revoked
    → 処理中に、リースが更新されたか、別の実行が取得しました
    no run holds a lease of {1}
    → {1} のリースを持つ実行はありません
    run {1} does not hold the lease of {2}; it is held by run {3} of {4}
    → 実行 {1} は {2} のリースを持っていません。持っているのは実行 {3}（{4}）です
    Revoked the lease of run {1}.
    → 実行 {1} のリースを解除しました。
    # Commands/Schema/EditorSchemaSession
    Wrote {1} to {2}, referenced in {3} ({4} of them changed).
    → {2} に {1} を書き込みました。{3} から参照し、そのうち {4} 個を変更しました。
    note: {1} is not UTF-8, and was not changed
    → 注: {1} は UTF-8 ではないため、そのまま残しました
    # Commands/Schema/GitFiles
    "{1}" is not a commit, branch or tag in Git
    → "{1}" という Git のコミット、ブランチ、タグはありません
    git cannot be started: {1}
    → git を起動できません: {1}
    no error message
    → 理由は不明
    cannot read {1} at {2} from Git: {3}
    → Git の {2} にある {1} を読めません: {3}
    # Commands/Schema/MappedTypes
    fixtures/mappings.yaml, which maps data to types, does not exist; tane validate --suggest proposes its entries
    → どの型でデータを読むかを書く fixtures/mappings.yaml がありません。tane validate --suggest で項目の提案を表示できます
    the Swift sources cannot be read: {1}
    → Swift のソースを読めません: {1}
    the types named in fixtures/mappings.yaml cannot be resolved; correct the reported errors
    → fixtures/mappings.yaml の型を特定できません。報告されたエラーを修正してください
    the Swift sources have syntax errors; the types were not compared
    → Swift のソースを解析できません。型は比較していません
    # Commands/Schema/SchemaCommand
    Track the schema of the app's types and detect breaking changes.
    → 型のスキーマを記録し、互換性を壊す変更を検出します。
    Writes the schema of the types that fixtures/mappings.yaml names, and of the types they use, to fixtures/schema.yaml, a file to commit. --check compares the types with it: an error means that the new types cannot read existing data, a warning that released apps cannot read new data. Both exit with 1. A harmless change, such as a new optional property, is a note and exits with 0, unless --strict is given; 2 means that nothing was compared.
    → fixtures/mappings.yaml の型と、それらが読むデータの構造を fixtures/schema.yaml に書き込みます（このファイルはコミットします）。--check を付けると、型をこのファイルと比較します。新しい型で既存のデータが読めなくなる変更はエラー、公開済みのアプリで今後のデータが読めなくなる変更は警告で、終了コードはどちらも 1 です。新しいオプショナルのプロパティのような影響のない変更は補足で、--strict を付けない限り終了コードは 0 です。2 は比較できなかったことを示します。
    Write nothing; report changes since the file was written, and exit with 1 for breaking ones.
    → 何も書き込まず、ファイルの作成後の変更を報告します。互換性を壊す変更があれば終了コード 1 で終了します。
    With --check or --against, exit with 1 for harmless changes as well.
    → --check か --against と併用: 影響のない変更でも終了コード 1 で終了します。
    --strict requires --check or --against
    → --strict を使えるのは、比較を行う --check と --against だけです
    Compare with the file at a Git commit, branch or tag, and write nothing.
    → Git のコミット、ブランチ、タグのファイルと比較します（書き込みはしません）。
    Write JSON Schemas for editors, and reference them in the YAML files of the project.
    → エディタ用の JSON Schema を書き、プロジェクトの YAML ファイルから参照します。
    # Commands/Schema/SchemaSession
    {1} does not exist; run tane schema to create it
    → {1} がありません。tane schema で作成できます
    {1} compared with {2}: no changes.
    → {1} は {2} と一致しています。
    {1} compared with {2}: {3}.
    → {1} を {2} と比較しました: {3}。
    If this is intended, update {1} with tane schema.
    → 意図した変更なら、tane schema で {1} を書き直せます。
    {1} cannot be used; run tane schema to recreate it
    → {1} は使えません。tane schema で書き直せます
    {1} is unchanged: {2}.
    → {1} は変更なしです: {2}。
    Wrote {1} to {2}.
    → {2} に {1} を書き込みました。
    # Commands/Seeding/OverwriteOptions
    What to do with values changed in the environment since the last seed: keep them, take the fixtures' values, or ask.
    → 前回の投入後に環境が変更されている場合の扱い: 環境の値を残す（keep）、フィクスチャの値にする（take）、確認する（ask）。
    Overwrite values of unknown origin with the fixtures' values.
    → 誰が書き込んだか分からない値も上書きします。
    # Commands/Seeding/PlanCommand
    Show what seed would change; -o saves it as a plan.
    → 投入による変更を表示し、-o で計画として保存します。
    The file is JSON without secrets: the changes with old and new values, the digests of the source files, and a digest of the whole plan, which is used to approve it.
    → ファイルは秘密を含まない JSON です。変更前後の値、もとになったファイルのダイジェスト、承認に使う全体のダイジェストが入ります。
    With --refresh-only, only Tane's own state is written: values that are the same in the environment and the fixtures are recorded as if a seed had written them. This restores a lost state, or one copied from elsewhere.
    → --refresh-only を付けると、Tane 自身の記録だけを書き込みます。環境とフィクスチャで一致する値は、投入後と同じく Tane が書き込んだものとみなされます。失われた記録や、ほかの場所からコピーした記録を作り直せます。
    Only the nodes at and below these addresses, such as shops:/shops/0.
    → これらのアドレス以下のノードだけを対象にします。例: shops:/shops/0
    Write the plan to this file.
    → 計画をこのファイルに書き込みます。
    Exit with 1 if there are changes to write.
    → 書き込むものがあれば終了コード 1 で終了します。
    Record values that are the same in the environment and the fixtures, then show the remaining differences.
    → 一致する値を記録し、残りの差分を表示します。
    --refresh-only writes no plan; omit -o, and save the plan in a second run
    → --refresh-only では計画を保存しません。-o を外し、その後で計画を作成してください
    --refresh-only removes nothing; omit --prune
    → --refresh-only は何も削除しません。--prune を外してください
    --format {1} and --json cannot be combined; use one of them
    → --format {1} と --json は同時に指定できません。一方だけ指定してください
    # Commands/Seeding/RefreshCounts
    No differences.
    → 差分はありません。
    {1} still {2}.
    → まだ {1}が{2}。
    Recorded {1} as identical in {2} and the fixtures. {3} Nothing was written to {4}.
    → {2} とフィクスチャで一致する {1} を記録しました。{3} {4} には何も書き込んでいません。
    # Commands/Seeding/SeedCommand
    Apply fixtures to an environment.
    → フィクスチャを環境に適用します。
    Checks the fixtures and whether the app's Swift types can read them, reads the described data from the environment, shows the difference, asks for confirmation according to the profile's guard, writes the difference, and reads it back. Values that exist only in the environment are kept unless --prune is given. Values changed there since the last seed are kept as well. Several environments (-e staging -e demo) are planned first, and then written in turn.
    → フィクスチャと、それをアプリの Swift の型で読めるかを検査し、フィクスチャに書かれたものを環境から読み取ります。差分を表示し、プロファイルのガードに従って確認したうえで書き込み、読み直します。環境にだけあるものは、--prune を付けない限り残ります。前回の投入後に誰かが変更したものも残ります。環境が複数（-e staging -e demo）の場合は、すべて計画してから順に書き込みます。
    Claim the environment for this profile if the environment's marker names a different profile.
    → 環境の目印が別のプロファイルを指していても、このプロファイルの環境にします。
    # Commands/Seeding/SeedFixtures
    the data that the app's Swift types read
    → アプリの Swift の型が読むデータ
    "sources" in the mappings is empty
    → マッピングの "sources" に何もありません
    ; and {1} more (tane validate lists all)
    → 。ほか {1} 件（tane validate で表示できます）
    note: not checked: {1}
    → 注: 未確認: {1}
    # Commands/Seeding/SeedReport
    {1} {2} not overwritten.
    → {1}を{2}残しました。
    or --adopt-existing
    → か --adopt-existing
    {1} not overwritten (--on-conflict take{2} writes the fixtures' values).
    → {1} は環境のまま残しました（--on-conflict take{2} でフィクスチャの値になります）。
    {1} read to create the plan
    → 計画のために {1} を読みました
    about {1} with {2} in total
    → 約 {1}、{2}
    {1} that may trigger Cloud Functions
    → {1}（Cloud Functions が動く可能性があります）
    at least {1} s, because Firestore recommends increasing the write rate slowly
    → 新しいドキュメントの速さを少しずつ上げるため、最短 {1} 秒
    {1}: Firestore creates at most about {2} documents a second in a collection with sequential IDs or indexed fields: {3}
    → {1}: ID やインデックスのあるフィールドが連番のコレクションでは、Firestore が作成できるドキュメントは毎秒約 {2} 個までです: {3!}
    all values are read again and then written in one request; changes by others in between are overwritten
    → 直前に読み直し、一つのリクエストで送信します。その間にほかの人が行った変更は上書きされます
    values are written in several requests and compared only before the first one; later changes by others are overwritten
    → 最初のリクエストの前に読み直し、複数のリクエストで送信します。その後にほかの人が行った変更は上書きされます
    note: no state is saved for {1}, because an emulator may lose its data at any time; set "state: local" in the profile to save it
    → 注: {1} については記録しません。エミュレータはいつでも空の状態に戻ることがあるためです。プロファイルに "state: local" と書くと記録します
    Nothing to do: {1} are unchanged.{2}
    → 書き込むものはありません: {1} は変更なしです。{2}
    Dry run: nothing was written.{1}
    → ドライラン: 何も書き込んでいません。{1}
    Digest: {1}
    → ダイジェスト: {1}
    digest for tane apply --approve: {1}
    → tane apply --approve に指定するダイジェスト: {1}
    {1} {2} in {3} and verified {4}.{5}
    → {1}: {2}（{3}、{4} を検証しました）。{5}
    … and {1} more like these (tane diff shows all)
    → … ほか同様の差分が {1} 件（tane diff ですべて表示）
    … and {1} more like these (tane history {2} shows all)
    → … ほか同様の差分が {1} 件（tane history {2} ですべて表示）
    {1} not in the fixtures {2} not removed (--prune removes extras).
    → フィクスチャにない {1}が{2}残りました（--prune で削除）。
    {1} cannot be read back and {2} not verified.
    → {1} は読み直せないため、検証して{2}いません。
    # Commands/Seeding/SeedRun
    -o saves the plan of one environment; run tane plan for each
    → -o で保存できる計画は、一つの環境のものだけです。環境ごとに tane plan を実行してください
    --format html creates a page for one environment; run tane plan for each
    → --format html で作成できるページは、一つの環境のものだけです。環境ごとに tane plan を実行してください
    {1}: written and verified
    → {1}: 書き込んで検証しました
    {1} was written and verified
    → {1} に書き込んで検証しました
    already written
    → 書き込み済み
    not written
    → 書き込んでいません
    The other environments: {1}
    → ほかの環境: {1}
    # TaneKit/SeedOperation
    Overwrite conflicting values with the fixtures' values?
    → 衝突したものをフィクスチャのとおりにしますか？
    cannot write {1}: no such folder
    → {1} に書き込めません: フォルダがありません
    {1}; {2} was written completely, but not read back: run tane diff to verify it
    → {1}。{2} への書き込みは完了しましたが、読み直していません。tane diff で検証してください
    a Realtime Database does not store whole numbers beyond 2^53 exactly; write these as strings
    → Realtime Database では 2^53 を超える整数を正確に保持できません。文字列で書いてください
    {1} was written, but reading it back shows the differences above: {2}
    → {1} に書き込みましたが、読み直した値に上記の差分があります: {2}
    note: {1}, so the environment may change during planning
    → 注: {1}。計画の作成中に書き込まれることがあります
    note: run {1} of {2} ({3}) ended after {4} of {5}; this run completes it; tane discard would roll it back
    → 注: {2} の実行 {1}（{3}）は {5} のうち {4} 個を処理した時点で終了しています。この投入で完了します（取り消すには tane discard）
    # Commands/ServiceRegistry
    The port of the Storage emulator (default: the one in firebase.json, or 9199).
    → バケットのポート（既定: firebase.json のポート、なければ 9199）。
    The port of the Firestore emulator (default: the one in firebase.json, or 8080).
    → Firestore のポート（既定: firebase.json のポート、なければ 8080）。
    The port of the Authentication emulator (default: the one in firebase.json, or 9099).
    → アカウントのポート（既定: firebase.json のポート、なければ 9099）。
    The port of the Remote Config emulator.
    → Remote Config のポート。
    The port of the Realtime Database emulator; 0 for any free port (default: the one in firebase.json, or 9000).
    → Realtime Database のポート。0 なら空いているポート（既定: firebase.json のポート、なければ 9000）。
    The port of the emulator hub, where scripts find the other emulators (default: the one in firebase.json, or 4400 if it is free).
    → ほかのエミュレータの場所をスクリプトに知らせるハブのポート（既定: firebase.json のポート、なければ空いているときだけ 4400）。
    {1} is not a valid port; expected a number from 0 to 65535.
    → {1} は正しいポートではありません。0 から 65535 の数値が必要です。
    firebase.json: the port of emulators.{1}, {2}, is not valid; expected a number from 0 to 65535
    → firebase.json: emulators.{1} のポート {2} は正しくありません。0 から 65535 の数値が必要です
    # Commands/Validation/CheckedData
    fixtures {1}
    → フィクスチャ {1}
    {1} without a mapping
    → マッピングのない {1}
    # Commands/Validation/DatabaseDataCollector
    {1}: the environment has no database {2}
    → {1}: 環境にデータベース {2} はありません
    # Commands/Validation/DocumentDataCollector
    the environment has no Firestore
    → 環境に Firestore がありません
    no fixtures exist for {1}
    → {1} のフィクスチャはありません
    # Commands/Validation/RemoteConfigDataCollector
    {1}: the environment has no Remote Config
    → {1}: 環境に Remote Config がありません
    # Commands/Validation/FindingBaseline
    the baseline {1} does not exist; create it with tane validate --baseline {2} --update-baseline
    → ベースライン {1} がありません。tane validate --baseline {2} --update-baseline で作成できます
    expected a list of findings, found {1}
    → 指摘のリストが必要ですが、{1} です
    expected each finding to be a string, found {1}
    → 指摘の文字列が必要ですが、{1} です
    # Commands/Validation/LiveDataReader+Documents
    {1}: the environment has no Firestore
    → {1}: 環境に Firestore がありません
    {1}: the environment has no matching values
    → {1}: 環境にデータがありません
    {1}: its documents have no mapping
    → {1}: ドキュメントのマッピングがありません
    {1}: only the first {2} by ID {3} read
    → {1}: ID 順で最初の {2} だけを{3}読み取りました。ほかにもあります
    # Commands/Validation/LiveDataReader
    reading {1}
    → {1!} を読んでいます
    {1}: it has no mapping
    → {1}: マッピングがありません
    {1} in {2} of the environment
    → 環境の {2}にある {1}
    {1}: read only {2} of {3}, so it is unknown whether the database returns a list or a map
    → {1}: {3} のうち {2} 個だけを読み取りました。全体がリストとマップのどちらで返るかは不明です
    everything after the first {1} (--limit)
    → 最初の {1} より後のデータ（--limit）
    # Commands/Validation/TypesCheck
    the Swift sources cannot be read
    → Swift のソースを読めません
    {1} (--no-types)
    → {1}（--no-types）
    --no-types skips the type check
    → --no-types では、型で読めるかを検査しません
    whether the app's Swift types can read the data
    → アプリの Swift の型でデータを読めるか
    {1}: fixtures/mappings.yaml has no mappings (tane validate --suggest proposes entries)
    → {1}: fixtures/mappings.yaml にマッピングがありません（tane validate --suggest で項目の提案を表示できます）
    checking the types
    → 型を確認しています
    reading Swift sources
    → Swift のソースを読んでいます
    the Swift sources cannot be read: {1}; {2}
    → Swift のソースを読めません: {1}。{2}
    --no-types checks everything except types
    → --no-types を付けると、型で読めるか以外をすべて検査します
    this Swift file has a syntax error here, so its declarations may be misread; fix it, or add the file to "exclude" in fixtures/mappings.yaml
    → この Swift ファイルはここから先を解析できません。宣言が誤って読まれるおそれがあります。修正するか、fixtures/mappings.yaml の "exclude" で除外してください
    Swift sources
    → Swift のソース
    the data has no value at {1}
    → {1} には何もありません
    dates of {1}, whose format "{2}" is not supported
    → {1} の日付（形式 "{2}" は不明）
    "{1}" is not a valid type; expected a type such as "[Shop]"
    → "{1}" は型ではありません。例: "[Shop]"
    # Commands/Validation/ValidateCommand
    Validate data against the app's Swift types and service limits.
    → データを Swift の型とサービスの制限で検査します。
    Reports every problem with its file, line and column: in the environment's fixtures, in fixtures/mappings.yaml, and in data that the types named there cannot read. With --live, the environment's own data is checked instead of the fixtures.
    → すべての問題を「ファイル:行:桁」の形で報告します。対象は、環境に重ねるフィクスチャ、fixtures/mappings.yaml、そこにある型で読めないデータです。--live を付けると、フィクスチャの代わりに環境のデータを検査します。
    Only findings at and below these addresses, such as shops:/shops.
    → これらのアドレス以下の指摘だけを表示します。例: shops:/shops
    Treat warnings as errors.
    → 警告をエラーとして扱います。
    Propose entries of fixtures/mappings.yaml for unmapped data.
    → マッピングのないデータについて、fixtures/mappings.yaml の項目を提案します。
    Check the data of the environment, not the fixtures.
    → フィクスチャではなく環境のデータを検査します。
    With --live, read only this number of children of each list or map, evenly spread.
    → --live と併用: リストやマップの子をすべてではなく、均等な間隔でこの数だけ読み取ります。
    With --live, stop reading after about this many values.
    → --live と併用: 読み取る値をおよそこの数までにします。
    {1} requires --live; fixtures are always checked as a whole
    → {1} を使えるのは --live のときだけです。フィクスチャは常に全体を検査します
    {1} requires a number of at least 1
    → {1} には 1 以上の数値が必要です
    text, xcode, github (annotations), junit, sarif, markdown or html.
    → text、xcode、github（注釈）、junit、sarif、markdown、html のいずれか。
    Print every finding in full, even if there are many of one kind.
    → 同じ種類の指摘もすべて表示します。
    --reporter {1} and --json cannot be combined; use one of them
    → --reporter {1} と --json は同時に指定できません。一方だけ指定してください
    Ignore the findings that this file lists.
    → このファイルにある指摘を除外します。
    Write all findings to the --baseline file, so that later runs report only new ones.
    → すべての指摘を --baseline のファイルに書き込み、以後は新しい指摘だけを数えます。
    # Commands/Validation/ValidateSession
    {1} of {2}, whose profile has errors
    → {2} の{1}（プロファイルにエラーがあります）
    the data
    → データ
    --update-baseline requires --baseline
    → --update-baseline には、ファイルを示す --baseline が必要です
    wrote {1} to {2}
    → {2} に {1} を書き込みました
    note: {1} in {2} {3} no longer reported; --update-baseline removes {4}
    → 注: {2} の {1} は{3}すでにありません。--update-baseline で{4}を削除できます
    --suggest and --no-types cannot be combined; use one of them
    → --suggest と --no-types は同時に指定できません。一方だけ指定してください
    {1} has errors; nothing was suggested
    → {1} にエラーがあります。何も提案していません
    cannot suggest mappings without Swift sources: add "sources: [Sources]", with the folders of the app's models, to {1}
    → 提案の候補になる Swift のソースが指定されていません。アプリのモデルのフォルダを sources: [Sources] のように {1} に書いてください
    cannot suggest mappings: the app's Swift types could not be read
    → マッピングを提案できません。アプリの Swift の型を読み取れませんでした
    nothing to suggest: the mappings cover all data
    → 提案するものはありません: すべてのデータにマッピングがあります
    # Commands/Watching/WatchCommand
    Validate or seed whenever project files change.
    → ファイルが変わるたびに検査または投入します。
    Validates immediately, and again whenever a file changes in environments/, in fixtures/ or in the Swift sources of the mappings. With --seed the environment is seeded instead; its guard must be "open", because there is no confirmation. A file that is broken during an edit is reported like any other finding. Press Ctrl-C to stop.
    → 起動時に検査し、environments/ と fixtures/ のファイルや、マッピングで指定した Swift のソースが変わるたびに検査します。--seed を付けると、検査の代わりに環境に投入します。確認を求められないため、ガードは "open" でなければなりません。編集の途中で壊れたファイルも、ほかの指摘と同じように報告します。Ctrl-C で終了します。
    Seed the environment instead; changes by others are kept.
    → 検査の代わりに投入します（ほかの人の変更は残ります）。
    # Commands/Watching/WatchSession
    --json: tane watch writes output after each change, not one document; run tane validate --json
    → --json: tane watch は変更のたびに出力するため、JSON が一つになりません。tane validate --json を実行してください
    watching {1}; press Ctrl-C to stop
    → {1} を監視しています。Ctrl-C で終了します
    the guard of {1} is "{2}": tane watch --seed writes without confirmation, so it requires an environment whose guard is "open"; run tane seed -e {3}
    → {1} にはガードがあります（{2}）。tane watch --seed は確認せずに書き込むため、ガードが open の環境だけで使えます。tane seed -e {3} を実行してください
    changed: {1}
    → 変更: {1}
    # Console/CommandContext
    {1} the output cannot be written: {2}
    → {1} 出力を書き込めません: {2}
    no project at {1}: neither it nor a folder above it contains environments/; go to the project, name it with -C, or set one up in the folder of your app with tane init
    → {1} にプロジェクトがありません: このフォルダにも上のフォルダにも environments/ がありません。プロジェクトに移動するか、-C で指定するか、アプリのフォルダで tane init を実行して始めてください
    {1}; waiting for it to end
    → {1}。終わるのを待っています
    # Console/EndSignals
    stopping; unfinished work is rolled back (press Ctrl-C again to stop immediately)
    → 終了しています。完了していない処理は元に戻します（もう一度 Ctrl-C を押すと直ちに終了します）
    # Console/Interruption
    {1} interrupted; {2}
    → {1} 中断しました。{2}
    # Console/ProgressText
    {1} left
    → 残り {1}
    {1} min {2} s
    → {1} 分 {2} 秒
    # Console/StandardStreams
    error: the output cannot be written: {1}
    → エラー: 出力を書き込めません: {1}
    it is closed
    → 閉じています
    # Console/UsageAdvice
    "{1}" is not a command of {2} (known: {3})
    → "{1}" は {2} のコマンドではありません（{3}）
    "{1}" is an environment, not an address. Did you mean tane {2}?
    → "{1}" は環境の名前で、アドレスではありません。tane {2} ではありませんか？
    "{1}" is a file or folder, not an address. Did you mean tane {2}?
    → "{1}" はファイルかフォルダで、アドレスではありません。tane {2} ではありませんか？
    unknown option "--port"; each service has its own port: --database-port, --storage-port, --firestore-port, --auth-port or --remote-config-port
    → "--port" というオプションはありません。ポートはサービスごとに --database-port、--storage-port、--firestore-port、--auth-port、--remote-config-port で指定します
    unknown option "-{1}"; did you mean "--{2}"?
    → "-{1}" というオプションはありません。"--{2}" ではありませんか？
    "{1}" is not a valid address; expected SERVICE:/PATH, for example shops:/shops/0
    → "{1}" は正しいアドレスではありません。SERVICE:/PATH の形が必要です。例: shops:/shops/0
    # Options/AnchorOptions
    The base of relative dates in fixtures, such as now, 2026-04-01 or "next friday 18:00 Asia/Tokyo" (default: the time of the environment's last seed, or now).
    → フィクスチャの相対的な日付の起点。例: now、2026-04-01、"next friday 18:00 Asia/Tokyo"（既定: 環境の前回の投入時の起点、なければ現在）。
    # Options/EnvironmentOptions
    The environment (default: TANE_ENV, then local); may be repeated for tane seed and tane plan.
    → 環境（既定: TANE_ENV、なければ local）。tane seed と tane plan では複数指定でき、順に処理します。
    -e was given {1} times ({2}); this command accepts one environment
    → -e が {1} 回指定されました（{2}）。このコマンドで指定できる環境は一つです
    -e {1} was given twice; give each environment once
    → -e {1} が重複して指定されました。各環境は一度だけ指定してください
    # Options/FixtureSetOptions
    Layer these fixture sets instead of the profile's; may be repeated.
    → プロファイルのセットに代わるセット（複数指定可）。
    # Options/ProjectOptions
    The project, or a folder inside it.
    → プロジェクト、またはその中のフォルダ。
    Print one JSON document instead of text.
    → テキストの代わりに一つの JSON を出力します。
    Log each service request to standard error.
    → サービスへの各リクエストを標準エラー出力に表示します。
    The maximum time to wait without progress, such as 90s or 2m: for a service (default: the profile's limits.timeout, or 120s), or for another command in the same environment (default: 60s).
    → サービスの応答が進まないまま待つ時間。例: 90s、2m（既定: プロファイルの limits.timeout、なければ 120s）。同じ環境の別のコマンドを待つ時間（60s）も変わります。
    Color: auto, on or off.
    → 色: auto、on、off。
    # Rendering/Console+JSON
    error: {1}
    → エラー: {1}
    # Rendering/Findings/FindingGitHubReporter
    {1} occurrences at {2}
    → {2} に {1} か所
    # Rendering/Findings/FindingGroup
    and {1} more at {2}
    → ほか {2} に {1} 件
    # Rendering/Findings/FindingHTMLReporter
    message, file or address
    → メッセージ、ファイル、アドレス
    Not checked
    → 未確認
    # Rendering/Findings/FindingMarkdownReporter
    Not checked:
    → 未確認:
    {1} of {2} nodes
    → 全 {2} 件中 {1} 件
    # Rendering/Findings/FindingReport
    , {1} known from the baseline
    → 、ベースラインで既知 {1} 件
    Checked {1}: {2}.
    → {1} を検査しました: {2}。
    # Rendering/Findings/FindingTextReporter
    , {1} of {2} nodes in total
    → 、全 {2} 件中 {1} 件
    … and {1} more [{2}]{3}
    → … ほか {1} 件 [{2}]{3}
    … and {1} more [{2}] at {3}
    → … ほか {1} 件 [{2}]: {3}
    {1} ({2} shows them)
    → {1}（{2} で表示）
    # Rendering/Findings/FindingXcodeReporter
    , and {1} more at {2}
    → 、ほか {2} に {1} 件
    # Tane
    Seeds, compares and validates the environments of a Firebase-backed app.
    → Firebase を使うアプリの環境にデータを投入し、比較し、検査します。
    The project is the nearest enclosing folder that contains environments/. A command acts on the environment given by -e or TANE_ENV, or on "local".
    → プロジェクトは、現在のフォルダから上にたどって最初に見つかる、environments/ を含むフォルダです。コマンドの対象になる環境は -e、なければ TANE_ENV、なければ "local" です。
    Exit codes: 0 success, 1 findings (differences, invalid data), 2 failure, 3 rejected by a guard or declined, 4 partly applied, 64 invalid usage, 130 interrupted (129, 131 and 143 by SIGHUP, SIGQUIT and SIGTERM).
    → 終了コード: 0 問題なし、1 差分や誤りがある、2 実行できなかった、3 拒否または取りやめ、4 一部だけ適用された、64 使い方の誤り、130 中断（SIGHUP、SIGQUIT、SIGTERM ではそれぞれ 129、131、143）。
    # Other
    The language of messages, en or ja (default: from LC_ALL, LC_MESSAGES or LANG).
    → 表示に使う言語。en か ja（既定: LC_ALL、LC_MESSAGES、LANG の言語）。
    Where
    → 場所
    Finding
    → 指摘
    Places
    → 件数
    Code
    → コード
    File
    → ファイル
    Type
    → 型
    Codes
    → コード
    Ready: {1}.
    → {1!} は準備ができています。
    app
    → アプリ
    project {1}
    → プロジェクト {1!}
    Firebase
    → Firebase
    embedded
    → 組み込み
    emulator
    → エミュレータ
    emulators
    → エミュレータ
    Pulled
    → 取り込みました
    Adopted
    → 取り込みました
    Applied
    → 適用しました
    Finished
    → 完了しました
    Seeded
    → 投入しました
    interrupted
    → 中断
    done
    → 完了
    planning
    → 計画しています
    was
    →
    were
    →
    is
    →
    are
    →
    does
    →
    do
    →
    has
    →
    have
    →
    differs
    → 違います
    differ
    → 違います
    points
    →
    point
    →
    works
    →
    work
    →
    Found:
    → 見つかったもの:
    nothing was written (--no-types skips this check)
    → 何も書き込んでいません（--no-types でこの検査を省けます）
    seeded {1}
    → 投入しました: {1}
    stopping…
    → 終了しています…
    none
    → なし
    no date
    → なし
    it
    → それ
    them
    → それら
    note: the lease of {1} could not be released; other machines cannot write to the environment until it expires at {2}
    → 注意: {1} のリースを解放できませんでした。{2} に期限が切れるまで、ほかのマシンからこの環境に書き込めません
    {1} exists, but is not an earlier export in this format; remove it, or choose another path
    → {1} はすでにありますが、この形式で書き出したファイルではありません。削除するか、別のパスを選んでください
    {1} is in a folder of profiles, fixtures or local state; choose another path
    → {1} は、プロファイル、フィクスチャ、ローカルの状態のいずれかのフォルダにあります。別のパスを指定してください
    # Counts
    * comment
    → コメント {1} 個
    * more warning
    → ほか {1} 件の警告
    * more account
    → ほか {1} 件のアカウント
    * more link
    → ほか {1} 件のリンク
    * account with second factors
    → 多要素認証のアカウント {1} 件
    * accounts with second factors
    → 多要素認証のアカウント {1} 件
    * harmless change
    → 影響のない変更 {1} 件
    * unchecked change
    → 未確認の変更 {1} 件
    # Accounts/Codes/AccountsCall+TextCodes
    to verify the phone number {1}, use the code {2}
    → 電話番号 {1!} を確認するコードは {2!} です
    # Accounts/Codes/EmailCode
    to reset the password of {1}, open {2}&newPassword=NEW_PASSWORD_HERE
    → {1!} のパスワードを再設定するには、次の URL を開いてください: {2!}&newPassword=NEW_PASSWORD_HERE
    to verify the address {1}, open {2}
    → アドレス {1!} を確認するには、次の URL を開いてください: {2!}
    to restore the address {1} of the account, open {2}
    → アカウントのアドレスを {1!} に戻すには、次の URL を開いてください: {2!}
    to sign in as {1}, open {2}
    → {1!} としてサインインするには、次の URL を開いてください: {2!}
    to change the address {1} to {2}, open {3}
    → アドレスを {1!} から {2!} に変更するには、次の URL を開いてください: {3!}
    # Commands/Emulation/StorageEmulation
    {1} lacks the name of the object or the name of its bucket
    → {1} にオブジェクトかバケットの名前がありません
    """#
}
