extension JapaneseTexts {
  static let rules = #"""
    # Rendering/Findings/FindingRule
    the aliases of a file expand to more than 1,000,000 values
    → ファイルのエイリアスが 1,000,000 個を超える値になる
    write the data without aliases
    → エイリアスを使わずにデータを直接書く
    a << whose value is not a map or a list of maps
    → << にマップまたはマップのリスト以外のものがある
    unquoted yes, no, on or off: text here, a Boolean in YAML 1.1
    → 引用符のない yes、no、on、off。文字列だが、YAML 1.1 のツールでは真偽値になる
    quote it, or write true or false
    → 引用符で囲むか、true か false と書く
    a broken link in the fixtures, or an object that is missing from its bucket
    → フィクスチャのリンク先に応答がない、またはオブジェクトがバケットにない
    correct the link, or add the object
    → リンクを修正するか、オブジェクトを追加する
    two files of a set define the same node, document, object or metadata, or two accounts share an email address or phone number
    → セットの二つのファイルが同じノード・ドキュメント・オブジェクト・メタデータを表している。または二つのアカウントのメールアドレスか電話番号が同じ
    remove one of them
    → 一方だけにする
    the environment differs from the fixtures
    → 環境がフィクスチャと一致していない
    run tane demo reset, or adopt the edit with tane adopt
    → tane demo reset を実行するか、tane adopt で取り込む
    a document over 1 MiB
    → 1 MiB を超えるドキュメント
    split it
    → 分割する
    two files define the same environment, such as a.yaml and a.yml
    → a.yaml と a.yml のように、二つのファイルが同じ環境を表している
    remove one
    → 一方を削除する
    a duplicate key or << in a map
    → マップでキーか << が重複している
    rename or remove one
    → 一方の名前を変えるか、削除する
    a database and a bucket with the same name, or a set listed twice
    → データベースとバケットの名前が同じ、またはセットが重複している
    a duplicate pattern
    → パターンが重複している
    two databases or two buckets with the same location
    → 二つのデータベース、または二つのバケットの場所が同じ
    correct or remove one
    → 一方を修正するか、削除する
    a condition, parameter or value that Remote Config does not accept
    → Remote Config が受け付けない条件、パラメータ、値
    an empty list or map is not stored
    → 空のリストやマップは保存されない
    remove it, and make sure that the code that reads it accepts a missing value
    → 書かずに、読み取る側で値がない場合に対応する
    tags that generate more than 10,000,000 values in a run
    → 一度の実行で 10,000,000 個を超える値を生成するタグ
    lower the counts of !repeat
    → !repeat の回数を減らす
    a secret in a profile, or a key file that other users can read or that is inside the project or a repository
    → プロファイルにある秘密、またはほかの人が読めるかプロジェクトやリポジトリの中にある鍵のファイル
    use a variable or the path of a key file; run chmod 600 on the file, and move it out of the project
    → 鍵のファイルのパスか変数を書く。ファイルは chmod 600 にして外に移す
    circular includes, definitions or references
    → ファイルの取り込み・定義・参照が循環している
    break the cycle shown in the message
    → メッセージが示す循環を解消する
    profiles extend each other circularly
    → プロファイルの extends が循環している
    remove one "extends"
    → extends を一つ外す
    an account that cannot sign in with the password in the fixtures
    → フィクスチャのパスワードでサインインできないアカウント
    if the account is disabled, enable it; otherwise delete it in the environment and run tane demo reset
    → アカウントが無効になっている場合は有効にする。それ以外の場合は、環境のアカウントを削除して tane demo reset を実行する
    a file over 2,147,483,647 bytes
    → 2,147,483,647 バイトを超えるファイル
    a file name that is not UTF-8, or that is an invalid environment name when decoded, such as %2E%2E%2Fx.yaml
    → 名前が UTF-8 ではない、または %2E%2E%2Fx.yaml のように、デコードすると環境の名前に使えないものになる
    rename the file
    → ファイルの名前を変える
    an invalid collection or document name
    → コレクションやドキュメントに使えない名前
    rename the file or folder
    → ファイルかフォルダの名前を変える
    a field name that is empty or begins and ends with __, or a key that is empty or contains ., $, #, [, ], / or a control character
    → 空のフィールド名か、先頭と末尾が __ のフィールド名。または空のキーか、. $ # [ ] / や制御文字を含むキー
    rename it
    → 名前を変える
    an invalid object name
    → バケットに使えない名前
    an invalid date, time or time zone
    → 存在しない日付・時刻・タイムゾーン
    correct it as described in the message
    → メッセージのとおりに修正する
    security rules that do not compile, or a warning from Google's compiler
    → コンパイルできないセキュリティルール、または Google のコンパイラの警告
    a request that the security rules allow or deny contrary to fixtures/rules.yaml
    → fixtures/rules.yaml に反して、セキュリティルールが許可または拒否するリクエスト
    correct the rules or the file
    → ルールかファイルを直す
    a request that is denied only because the evaluation of the security rules fails
    → セキュリティルールの評価エラーだけが理由で拒否されるリクエスト
    check for missing values first, such as request.auth != null
    → request.auth != null のように、値があることを先に確認する
    a condition of the security rules that no request exercises
    → どのリクエストも使わない、セキュリティルールの条件
    add a request to fixtures/rules.yaml
    → fixtures/rules.yaml にリクエストを加える
    invalid UTF-8 or UTF-16, or a forbidden control character
    → UTF-8（または UTF-16）でないバイト、または禁止された制御文字
    save as UTF-8
    → UTF-8 で保存する
    a tag of the fixture language with an invalid argument
    → フィクスチャ言語のタグの引数が無効
    merge a map, or quote "<<"
    → マップをマージするか、"<<" を引用符で囲む
    an invalid value of the right kind
    → 種類は正しいが、ここでは無効な値
    an incomplete variable, such as ${ without a name or }
    → 名前と } のない ${
    write ${NAME}, or $$ for a dollar sign
    → ${NAME} と書く。ドル記号は $$ と書く
    invalid JSON, such as a comment, a trailing comma or a missing quote
    → JSON として正しくない: コメント、末尾のコンマ、引用符の不足
    fix it, or use YAML
    → 修正するか、YAML を使う
    a field name over 1,500 bytes, or a key over 768 bytes
    → 1,500 バイトを超えるフィールド名、または 768 バイトを超えるキー
    shorten it
    → 短くする
    a list with mostly missing elements is read back as a map
    → 要素のほとんどが空のリストは、マップとして読み出される
    remove the gaps
    → 欠番をなくす
    a map with numeric keys is read back as a list
    → 数値をキーとするマップは、リストとして読み出される
    use other keys, such as k0
    → k0 のような別のキーを使う
    an anchor with characters other than letters, digits, - and _, or text such as [?x], which is not parsed as YAML 1.2 specifies
    → アンカーに英数字・-・_ 以外の文字があるか、[?x] がある。YAML 1.2 と違う読み方になる
    quote the text, or rename the anchor
    → 文字列を引用符で囲むか、アンカーの名前を変える
    the folder of profiles is missing; reported only through the Swift API
    → プロファイルのフォルダがない（Swift の API でだけ発生する）
    add environments/
    → environments/ を追加する
    a required key is missing
    → 型に必要なキーがない
    add it, or make the property optional
    → 追加するか、プロパティをオプショナルにする
    a .meta.yaml without its object
    → オブジェクトのない .meta.yaml
    add the object, or remove the file
    → オブジェクトを追加するか、ファイルを削除する
    environments/ contains no profile
    → environments/ にプロファイルがない
    add one, such as environments/local.yaml
    → environments/local.yaml などを追加する
    a !ref or !url, or a user in rules.yaml, that refers to an address missing from the fixtures
    → !ref や !url、rules.yaml のユーザーの指すものがフィクスチャにない
    correct the address, or add the fixture
    → アドレスを修正するか、フィクスチャを追加する
    a path in "sources" does not exist, or a path in "exclude" is probably misspelled
    → sources の指定先が存在しない、または exclude の指定先に打ち間違いの可能性がある
    correct the path
    → パスを修正する
    a required value is missing or empty
    → 必須の値がないか、空
    add it
    → 追加する
    a service, the credentials or an app's GoogleService-Info.plist belongs to another project (tane env check)
    → サービス・認証情報・アプリの GoogleService-Info.plist が別のプロジェクトのもの（tane env check）
    correct the wrong setting
    → 誤っている設定を修正する
    an app's GoogleService-Info.plist contains a database or bucket that is missing from the profile or is not its default (tane env check)
    → アプリの GoogleService-Info.plist にあるデータベースかバケットが、プロファイルにないか、既定のものではない（tane env check）
    add it, or download the app's configuration file again
    → 追加するか、アプリの設定をダウンロードし直す
    a second document (---) in a YAML file
    → YAML ファイルの二つ目の文書（---）
    move it to another file
    → 別のファイルにする
    a list directly inside a list
    → リストの直下のリスト
    put a map between them
    → 間にマップを置く
    a case that never occurs in the data
    → データに一度も現れないケース
    add a fixture that contains it
    → そのデータのあるフィクスチャを追加する
    an optional property that never occurs in the data
    → データに一度も現れないオプショナルのプロパティ
    a list or map where a key is expected
    → キーの場所にリストかマップがある
    quote it if it is text
    → 文字列なら引用符で囲む
    a folder where a file is expected, such as a folder named a.yaml
    → a.yaml というフォルダのように、ファイルの場所にフォルダがある
    rename the folder
    → フォルダの名前を変える
    a file where a folder is expected, or next to the folders of buckets
    → フォルダの場所にファイルがある、またはバケットのフォルダと同じ場所にファイルがある
    move it
    → 移動する
    .nan, .inf or -.inf
    → .nan、.inf、-.inf
    use a number, text or null
    → 数値・文字列・null を使う
    fixtures in firestore/, accounts.yaml or remote-config.yaml without "firestore", "accounts" or "remoteConfig" in the profile
    → firestore/、accounts.yaml、remote-config.yaml があるが、プロファイルに firestore、accounts、remoteConfig がない
    add the service to the profile, or ignore the note
    → プロファイルに追加する（不要ならそのままでよい）
    a null where a value is required
    → 型に値が必要なところの null
    add a value, or make the property optional
    → 値を書くか、プロパティをオプショナルにする
    an integer that has no exact floating-point representation
    → 浮動小数点数では正確に表せない整数
    a number that the service would round
    → 丸められる数値
    quote it to keep it as a string
    → 文字列のままにするには引用符で囲む
    a hexadecimal or octal number over 9,223,372,036,854,775,807
    → 9,223,372,036,854,775,807 を超える 16 進数か 8 進数
    write it in decimal, or quote it
    → 10 進数で書くか、引用符で囲む
    an object over the size limit of its bucket: 999,000,000 bytes if embedded, 5 TiB in Cloud Storage
    → バケットに入らない大きさのオブジェクト（組み込みは 999,000,000 バイト、Cloud Storage は 5 TiB まで）
    remove it, or use another bucket
    → 除くか、別のバケットを使う
    a date that was in the future at the last seed and has since passed
    → 前回の投入時は先で、すでに過ぎている日付
    run tane demo reset; if the date is not relative to the seed, write a later one
    → tane demo reset を実行する。投入時を起点としない日付は、より先の日付を書く
    an alias inside the value of its own anchor
    → エイリアスが自分のアンカーの値の中にある
    write the value without an alias
    → 値を直接書く
    a fixture describes data reserved for Tane: __tane__ at the root of a database, or _tane_ in Firestore
    → フィクスチャが Tane の内部データの場所（データベースのルートの __tane__、Firestore の _tane_）を使っている
    use another key, or change Tane's key ("marker" in the profile)
    → 別のキーを使うか、Tane のキーを変える（プロファイルの marker）
    an emulator's URL with a host other than this machine
    → エミュレータの URL のホストがこのマシンではない
    use 127.0.0.1, or a private network
    → 127.0.0.1 かプライベートネットワークを使う
    the type encodes the value differently
    → 型が値を別の形で書き戻す
    fix encode(to:); reported only for compiled types
    → encode(to:) を修正する（コンパイルされた型でだけ分かる）
    wait until the apps are updated
    → アプリが更新されるのを待つ
    the new types cannot decode existing data
    → 新しい型では既存のデータを読めない
    make the property optional, or change the data first
    → プロパティをオプショナルにするか、先にデータを変える
    a compatible change: the new types can decode existing data, and released apps new data
    → 互換性のある変更（新しい型は既存のデータを、公開済みのアプリは新しいデータを読める）
    no action is needed
    → 何もしなくてよい
    released apps cannot decode data written by the new types
    → 公開済みのアプリが、これから書かれるデータを読めない
    a change whose effect cannot be determined from the sources
    → 変更を判断するための型の情報がソースに足りない
    simplify init(from:) so that it can be analyzed, or ignore the note
    → 解析できない補助関数を使わずに init(from:) を書く（そのままでもよい）
    an out-of-date file written by tane env export
    → tane env export で書き出したファイルの内容が古い
    run the command in the message
    → メッセージにあるコマンドを実行する
    text over 10 MiB
    → 10 MiB を超える文字列
    shorten it, or put it into a bucket
    → 短くするか、バケットに置く
    a Swift file with a syntax error
    → Swift ファイルに構文エラーがある
    fix it, or add the file to "exclude"
    → 修正するか、exclude に書く
    maps and lists nested more than 20 levels deep, or a path with more than 32 keys
    → マップとリストの入れ子が 20 階層を超える、またはキーが 32 階層を超える
    reduce the nesting in the document, or move the data closer to the root
    → ドキュメントの入れ子を浅くする。または、ルートに近い場所にデータを移す
    lists and maps nested more than 512 levels deep
    → リストとマップの入れ子が 512 階層を超える
    reduce the nesting
    → 入れ子を浅くする
    more than 500 !server-timestamp values in one document
    → 一つのドキュメントに 500 個を超える !server-timestamp がある
    use fewer
    → 減らす
    no anchor with this name precedes the alias
    → エイリアスより前にそのアンカーがない
    correct the name, or move the anchor up
    → 名前を修正するか、アンカーを前に移す
    a file in fixtures/ that has no effect, or a file in environments/ that is not a profile
    → fixtures/ で使われないファイル、または environments/ にあるプロファイル以外のファイル
    rename or move it
    → 名前を変えるか、移動する
    a value that is not a case of an enumeration
    → 列挙型のケースではない値
    use one of the cases that the message lists
    → メッセージにあるケースのいずれかを使う
    "extends" refers to a profile that does not exist
    → extends で指定したプロファイルがない
    correct the name
    → 名前を修正する
    an unknown key
    → このファイルでは使えないキー
    use one of the keys that the message lists
    → メッセージにあるキーのいずれかを使う
    a database or bucket that is not in the profile
    → プロファイルにないデータベースかバケット
    correct the name, or add it
    → 名前を修正するか、追加する
    a fixture set that has no folder in fixtures/
    → fixtures/ にフォルダのないフィクスチャのセット
    correct the name, or create the folder
    → 名前を修正するか、フォルダを作る
    a tag that is not supported here
    → ここでは使えないタグ
    use a supported tag, or remove it
    → 使えるタグにするか、削除する
    the type is not declared, is declared more than once, or does not conform to Decodable
    → 型がソースで宣言されていないか、複数の宣言がある。または Decodable に準拠していない
    correct the name, add its folder to "sources", or write Folder.Type
    → 名前を修正するか、sources にフォルダを追加するか、Folder.Type と書く
    the value of a masked field appears unmasked in another value, a key, a name or a comment
    → マスクしたフィールドの値が、マスクされない場所（ほかの値・キー・名前・コメント）にある
    add the mask that the message proposes; for public values, use "keep" or "maskExceptions"
    → メッセージにあるマスクを追加する。公開してよい値なら、その値だけを keep にするか maskExceptions に追加する
    a coding key that convertFromSnakeCase never produces
    → コーディングキーの文字列が convertFromSnakeCase の結果になることはない
    change the coding key, or remove the strategy
    → コーディングキーを変えるか、ストラテジーを外す
    a mapping pattern that matches no data
    → マッピングのパターンに当てはまるデータがない
    correct the pattern
    → パターンを修正する
    a key that no type reads, so that the app ignores it
    → どの型も読まないキー（アプリでは無視される）
    correct it, or add the property
    → 修正するか、プロパティを追加する
    a file or folder cannot be read
    → ファイルかフォルダがあるが、読めない
    fix its permissions
    → 権限を修正する
    a date, URL or number that the type cannot decode
    → 型が受け付けない日付・URL・数値
    ${NAME} or !env NAME is not set and has no default
    → ${NAME} か !env NAME が設定されておらず、既定値もない
    set it, or write ${NAME:-default}
    → 設定するか、${NAME:-default} と書く
    !server-timestamp in a list, or a Firestore type, such as !geopoint, in a Realtime Database
    → リストの中の !server-timestamp、または Realtime Database にある !geopoint など Firestore の型
    put it into a field, or use a plain value
    → フィールドに置くか、ふつうの値を使う
    a link that is broken, circular or points outside the project
    → リンクの先がない、循環している、またはプロジェクトの外にある
    fix the link, or replace it with a copy of its target
    → リンクを修正するか、リンク先のコピーに置き換える
    a mask that cannot be used for the data that its pattern matches, or that gives two keys the same pseudonym
    → パターンの対象に使えないか、二つのキーを同じ仮名にするマスク
    use the mask in the message
    → メッセージにあるマスクを使う
    a database URL with the wrong region (tane env check)
    → データベースの URL のリージョンが実際と異なる（tane env check）
    use the URL in the message
    → メッセージにある URL を書く
    a tag that does not match its value, or precedes a key
    → 値に合わないか、キーの前にあるタグ
    change the tag or the value
    → タグか値を変える
    a value of the wrong kind or type
    → 必要な種類と異なる値、または型の異なる値
    change or quote the value, or change the type
    → 変更するか引用符で囲む。または値か型を変更する
    invalid YAML, such as a tab, an unclosed quote or wrong indentation
    → YAML として正しくない: タブ、閉じていない引用符、誤ったインデント
    fix the line
    → その行を修正する
    """#
}
