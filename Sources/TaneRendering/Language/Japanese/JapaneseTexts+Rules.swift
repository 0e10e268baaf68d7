extension JapaneseTexts {
  static let rules = #"""
    # Rendering/Findings/FindingRule
    the aliases of a file stand for more than 1,000,000 values
    → ファイルのエイリアスが 1,000,000 個を超える値になる
    write the data out
    → エイリアスを使わずにデータを直接書く
    << with something other than a map or a list of maps
    → << にマップまたはマップのリスト以外のものがある
    plain yes, no, on or off: text, and a boolean to tools for YAML 1.1
    → 引用符のない yes、no、on、off。文字列だが、YAML 1.1 のツールでは真偽値になる
    quote it, or write true or false
    → 引用符で囲むか、true か false と書く
    a link of the fixtures that is not answered, or an object that is not in its bucket
    → フィクスチャのリンク先に応答がない、またはオブジェクトがバケットにない
    correct the link, or add the object
    → リンクを修正するか、オブジェクトを追加する
    two files of a set describe one node, document, object or metadata; two accounts share an address or a telephone number
    → セットの二つのファイルが同じノード・ドキュメント・オブジェクト・メタデータを表している。または二つのアカウントのメールアドレスか電話番号が同じ
    keep one
    → 一方だけにする
    the environment does not hold what the fixtures say
    → 環境がフィクスチャと一致していない
    run tane demo reset, or take the edit over with tane adopt
    → tane demo reset を実行するか、tane adopt で取り込む
    a document over 1 MiB
    → 1 MiB を超えるドキュメント
    split it
    → 分割する
    two files describe one environment, as a.yaml and a.yml
    → a.yaml と a.yml のように、二つのファイルが同じ環境を表している
    remove one
    → 一方を削除する
    a key, or <<, stands twice in a map
    → マップでキーか << が重複している
    rename or remove one
    → 一方の名前を変えるか、削除する
    a database and a bucket of one name, or a set listed twice
    → データベースとバケットの名前が同じ、またはセットが重複している
    a pattern stands twice
    → パターンが重複している
    an empty list or map is not kept
    → 空のリストやマップは保存されない
    leave it out; let readers expect nothing
    → 書かずに、読み取る側で値がない場合に対応する
    tags that make more than 10,000,000 values in a run
    → 一度の実行で 10,000,000 個を超える値を生成するタグ
    lower the counts of !repeat
    → !repeat の回数を減らす
    a secret in a profile, or a key file that others can read or that lies in the project or in a repository
    → プロファイルにある秘密、またはほかの人が読めるかプロジェクトやリポジトリの中にある鍵のファイル
    write the path of a key file or a variable; chmod 600 the file, and move it out of the project
    → 鍵のファイルのパスか変数を書く。ファイルは chmod 600 にして外に移す
    included files, definitions or references that lead back to themselves
    → ファイルの取り込み・定義・参照が循環している
    break the circle that the message shows
    → メッセージが示す循環を解消する
    profiles extend each other in a circle
    → プロファイルの extends が循環している
    take out one extends
    → extends を一つ外す
    an account that does not sign in with the password of the fixtures
    → フィクスチャのパスワードでサインインできないアカウント
    remove the account in the environment, and run tane demo reset; enable it where the message says that it is disabled
    → 環境のアカウントを削除して tane demo reset を実行する。無効とあれば有効にする
    a file over 2,147,483,647 bytes
    → 2,147,483,647 バイトを超えるファイル
    a name is not UTF-8, or stands for an environment that no path can name, such as %2E%2E%2Fx.yaml
    → 名前が UTF-8 ではない、または %2E%2E%2Fx.yaml のようにパスで表せない環境の名前
    rename the file
    → ファイルの名前を変える
    a name that no collection or document can have
    → コレクションやドキュメントに使えない名前
    rename the file or folder
    → ファイルかフォルダの名前を変える
    a field's name that is empty, or begins and ends with __; or an empty key, or one with ., $, #, [, ], / or a control character
    → 空のフィールド名か、先頭と末尾が __ のフィールド名。または空のキーか、. $ # [ ] / や制御文字を含むキー
    rename it
    → 名前を変える
    a name that a bucket cannot hold
    → バケットに使えない名前
    a date, a time or a time zone that does not exist
    → 存在しない日付・時刻・タイムゾーン
    correct it; the message says what is expected
    → 修正する（必要な値はメッセージにある）
    bytes that are not UTF-8 (or UTF-16), or a forbidden control character
    → UTF-8（または UTF-16）でないバイト、または禁止された制御文字
    save as UTF-8
    → UTF-8 で保存する
    a tag of the fixture language with an argument that means nothing
    → フィクスチャ言語のタグの引数が無効
    the message says what is expected
    → 必要な値はメッセージにある
    merge a map, or quote "<<"
    → マップをマージするか、"<<" を引用符で囲む
    a value of the right kind that means nothing here
    → 種類は正しいが、ここでは無効な値
    ${ without a name and }
    → 名前と } のない ${
    write ${NAME}; $$ is a dollar sign
    → ${NAME} と書く。$$ はドル記号
    not JSON: a comment, a trailing comma, a missing quote
    → JSON として正しくない: コメント、末尾のコンマ、引用符の不足
    mend it, or use YAML
    → 修正するか、YAML を使う
    a field's name over 1,500 bytes; or a key over 768 bytes
    → 1,500 バイトを超えるフィールド名、または 768 バイトを超えるキー
    shorten it
    → 短くする
    a list with mostly empty elements is read back as a map
    → 要素のほとんどが空のリストは、マップとして読み出される
    close the gaps
    → 欠番をなくす
    a map with numbers for keys is read back as a list
    → 数値をキーとするマップは、リストとして読み出される
    use other keys, as k0
    → k0 のような別のキーを使う
    an anchor with other characters than letters, digits, - and _, or [?x]: read in another way than YAML 1.2 says
    → アンカーに英数字・-・_ 以外の文字があるか、[?x] がある。YAML 1.2 と違う読み方になる
    quote the text, rename the anchor
    → 文字列を引用符で囲むか、アンカーの名前を変える
    the folder of the profiles is missing; only Swift code meets it
    → プロファイルのフォルダがない（Swift のコードでだけ発生する）
    add environments/
    → environments/ を追加する
    the type needs a key that is not there
    → 型に必要なキーがない
    add it, or make the property optional
    → 追加するか、プロパティをオプショナルにする
    a .meta.yaml without its object
    → オブジェクトのない .meta.yaml
    add the object, or remove the file
    → オブジェクトを追加するか、ファイルを削除する
    environments/ holds no profile
    → environments/ にプロファイルがない
    add one, such as environments/local.yaml
    → environments/local.yaml などを追加する
    a !ref or !url of what no fixture describes
    → フィクスチャにないものへの !ref か !url
    correct the address, or add the fixture
    → アドレスを修正するか、フィクスチャを追加する
    sources or exclude names nothing that is there
    → sources か exclude の指定先が存在しない
    correct the path
    → パスを修正する
    a value that must be there is missing or empty
    → 必須の値がないか、空
    add it
    → 追加する
    a service, the credential or an app's GoogleService-Info.plist is of another project (tane env check)
    → サービス・認証情報・アプリの GoogleService-Info.plist が別のプロジェクトのもの（tane env check）
    correct one of them
    → どれかを修正する
    an app's GoogleService-Info.plist names a database or a bucket that the profile lacks (tane env check)
    → アプリの GoogleService-Info.plist にあるデータベースかバケットがプロファイルにない（tane env check）
    add it, or download the app's settings again
    → 追加するか、アプリの設定をダウンロードし直す
    a second document (---) in a YAML file
    → YAML ファイルの二つ目の文書（---）
    give it a file of its own
    → 別のファイルにする
    a list right in a list
    → リストの直下のリスト
    put a map between them
    → 間にマップを置く
    no data ever hold a case
    → データに一度も現れないケース
    add a fixture that does
    → そのデータのあるフィクスチャを追加する
    no data ever hold an optional property
    → データに一度も現れないオプショナルのプロパティ
    a list or a map where a key belongs
    → キーの場所にリストかマップがある
    put it in quotes if it is text
    → 文字列なら引用符で囲む
    a folder where a file belongs, such as a folder a.yaml
    → a.yaml というフォルダのように、ファイルの場所にフォルダがある
    rename the folder
    → フォルダの名前を変える
    a file where a folder belongs, or one beside the folders of buckets
    → フォルダの場所にファイルがある、またはバケットのフォルダの隣にファイルがある
    move it
    → 移動する
    .nan, .inf or -.inf
    → .nan、.inf、-.inf
    use a number, text or null
    → 数値・文字列・null を使う
    firestore/, accounts.yaml or remote-config.yaml, and the profile has no firestore, accounts or remoteConfig
    → firestore/、accounts.yaml、remote-config.yaml があるが、プロファイルに firestore、accounts、remoteConfig がない
    add it to the profile, or nothing
    → プロファイルに追加する（不要ならそのままでよい）
    a null where the type needs a value
    → 型に値が必要なところの null
    add one, or make the property optional
    → 値を書くか、プロパティをオプショナルにする
    a number that would be rounded
    → 丸められる数値
    quote it to keep it as text
    → 文字列のままにするには引用符で囲む
    a hexadecimal or octal number over 9,223,372,036,854,775,807
    → 9,223,372,036,854,775,807 を超える 16 進数か 8 進数
    write it in decimals, or quote it
    → 10 進数で書くか、引用符で囲む
    an object of more bytes than its bucket takes: 999,000,000 of an embedded one, 5 TiB of Cloud Storage
    → バケットに入らない大きさのオブジェクト（組み込みは 999,000,000 バイト、Cloud Storage は 5 TiB まで）
    leave it out, or use another bucket
    → 除くか、別のバケットを使う
    a date that was ahead at the last seed and is not any more
    → 前回の投入時は先で、すでに過ぎている日付
    run tane demo reset; write a later date where it does not follow from the seed
    → tane demo reset を実行する。投入時を起点としない日付は、より先の日付を書く
    an alias stands inside its own anchor's value
    → エイリアスが自分のアンカーの値の中にある
    write the value out
    → 値を直接書く
    a fixture describes what is Tane's own: __tane__ at the root of a database, _tane_ in Firestore
    → フィクスチャが Tane の内部データの場所（データベースのルートの __tane__、Firestore の _tane_）を使っている
    use another key, or give Tane another one (marker in the profile)
    → 別のキーを使うか、Tane に別のものを指定する（プロファイルの marker）
    an emulator's URL has another host than this machine
    → エミュレータの URL のホストがこのマシンではない
    use 127.0.0.1, or a network of your own
    → 127.0.0.1 か自分のネットワークを使う
    the type writes the value back otherwise
    → 型が値を別の形で書き戻す
    mend encode(to:); only compiled types show this
    → encode(to:) を修正する（コンパイルされた型でだけ分かる）
    wait until they are updated
    → 更新されるのを待つ
    the new types cannot read data that are there
    → 新しい型では既存のデータを読めない
    make the property optional, or change the data first
    → プロパティをオプショナルにするか、先にデータを変える
    both live with the change
    → どちらにも影響のない変更
    the sources do not tell enough of a type to judge the change
    → 変更を判断するための型の情報がソースに足りない
    write init(from:) without helpers that cannot be followed, or nothing
    → 解析できない補助関数を使わずに init(from:) を書く（そのままでもよい）
    a file that tane env export has written, and would write otherwise now
    → tane env export で書き出したファイルの内容が古い
    run the command that the message names
    → メッセージにあるコマンドを実行する
    text over 10 MiB
    → 10 MiB を超える文字列
    shorten it, or put it into a bucket
    → 短くするか、バケットに置く
    a Swift file does not parse from the place on
    → Swift ファイルを指摘の場所から先は解析できない
    mend it, or name it in exclude
    → 修正するか、exclude に書く
    over 20 maps and lists inside one another; or more than 32 levels of keys
    → マップとリストの入れ子が 20 を超える、またはキーが 32 階層を超える
    move the data nearer to the document; or move the data nearer to the root
    → ドキュメントまたはルートに近い場所にデータを移す
    more than 512 lists and maps inside one another
    → リストとマップの入れ子が 512 を超える
    make the data flatter
    → 入れ子を浅くする
    over 500 of them in one document
    → 一つのドキュメントに 500 個を超えている
    use fewer
    → 減らす
    no such anchor stands above the alias
    → エイリアスより前にそのアンカーがない
    correct the name, or move the anchor up
    → 名前を修正するか、アンカーを前に移す
    nothing is done with this file in fixtures/; or a file in environments/ that is not a profile
    → fixtures/ で使われないファイル、または environments/ にあるプロファイル以外のファイル
    rename it, or move it away
    → 名前を変えるか、移動する
    a value that is not a case of an enumeration
    → 列挙型のケースではない値
    the message lists the cases
    → ケースはメッセージにある
    extends names a profile that is not there
    → extends で指定したプロファイルがない
    correct the name
    → 名前を修正する
    a key that the file does not know
    → このファイルでは使えないキー
    correct it; the message names the known ones
    → 修正する（使えるキーはメッセージにある）
    a database or bucket that the profile does not have
    → プロファイルにないデータベースかバケット
    correct the name, or add it
    → 名前を修正するか、追加する
    a fixture set without a folder in fixtures/
    → fixtures/ にフォルダのないフィクスチャのセット
    correct the name, or make the folder
    → 名前を修正するか、フォルダを作る
    a tag that has no meaning here
    → ここでは使えないタグ
    use a known one, or remove it
    → 使えるタグにするか、削除する
    no source declares the type, several do, or it does not conform to Decodable
    → 型がソースで宣言されていないか、複数の宣言がある。または Decodable に準拠していない
    correct the name, add its folder to sources, or write Folder.Type
    → 名前を修正するか、sources にフォルダを追加するか、Folder.Type と書く
    the value of a masked field stands where it is not masked: in another value, a key, a name or a comment
    → マスクしたフィールドの値が、マスクされない場所（ほかの値・キー・名前・コメント）にある
    add the mask that the message proposes; where everybody may see it, keep for that one value or maskExceptions
    → メッセージにあるマスクを追加する。公開してよい値なら、その値だけを keep にするか maskExceptions に追加する
    convertFromSnakeCase never results in the text of a coding key
    → convertFromSnakeCase の結果がコーディングキーの文字列と一致しない
    leave out the text, or the strategy
    → 文字列かストラテジーを外す
    the data hold nothing where the mapping looks
    → マッピングの場所にデータがない
    correct the pattern
    → パターンを修正する
    no type reads the key: the app loses it
    → どの型も読まないキー（アプリでは失われる）
    correct it, or add the property
    → 修正するか、プロパティを追加する
    a file or folder is there and cannot be read
    → ファイルかフォルダがあるが、読めない
    mend its permissions
    → 権限を修正する
    a date, a URL or a number that the type refuses
    → 型が受け付けない日付・URL・数値
    ${NAME} or !env NAME is not set and has no default
    → ${NAME} か !env NAME が設定されておらず、既定値もない
    set it, or write ${NAME:-default}
    → 設定するか、${NAME:-default} と書く
    !server-timestamp in a list; or a type of Firestore, such as !geopoint
    → リストの中の !server-timestamp、または !geopoint など Firestore の型
    put it into a field; or use a plain value
    → フィールドに置くか、ふつうの値を使う
    a link leads nowhere, in a circle or out of the project
    → リンクの先がない、循環している、またはプロジェクトの外にある
    copy what it leads to
    → リンク先をコピーする
    a mask that cannot be put where its pattern names something, or that gives two keys one pseudonym
    → パターンの対象に使えないか、二つのキーを同じ仮名にするマスク
    use the mask that the message names
    → メッセージにあるマスクを使う
    a database's URL names a region that it is not in (tane env check)
    → データベースの URL のリージョンが実際と異なる（tane env check）
    write the URL that the message says
    → メッセージにある URL を書く
    a tag that does not fit its value, or stands before a key
    → 値に合わないか、キーの前にあるタグ
    change the tag or the value
    → タグか値を変える
    a value of another kind than expected; or a value of another type
    → 必要な種類と異なる値、または型の異なる値
    change or quote it; or change the value or the type
    → 変更するか引用符で囲む。または値か型を変更する
    not YAML: a tab, a quote never closed, a wrong indentation
    → YAML として正しくない: タブ、閉じていない引用符、誤ったインデント
    mend the line
    → その行を修正する
    """#
}
