extension JapaneseTexts {
  static let core = #"""
    # Diagnostics/Diagnostic
    {1}note: {2}
    → {1}補足: {2}
    # Diagnostics/Suggestion
    ; did you mean "{1}"?
    → 。"{1}" ではありませんか？
    # Diff/Patches/JSONMergePatch
    a merge patch cannot set {1} to null, because null removes a member; use a JSON patch
    → マージパッチでは {1} を null にできません（削除になります）。JSON パッチを使ってください
    # Documents/DocumentCheck
    The name is {1} bytes long; up to {2} are allowed.
    → 名前が {1} バイトあります。{2} バイトまでです。
    The path is {1} collections deep; up to {2} are allowed.
    → パスのコレクションが {1} 階層あります。{2} 階層までです。
    An identifier is empty.
    → ID が空です。
    An identifier is {1} bytes long; up to {2} are allowed.
    → ID が {1} バイトあります。{2} バイトまでです。
    The identifier "{1}" is not allowed, because it denotes a folder.
    → ID "{1}" はフォルダを表します。
    The identifier "{1}" contains a slash.
    → ID "{1}" にスラッシュがあります。
    The identifier "{1}" is reserved, because it begins and ends with two underscores.
    → ID "{1}" は先頭と末尾がアンダースコア二つで、この形の名前は予約されています。
    "{1}" is not a document path: it has an odd number of segments.
    → "{1}" はドキュメントのパスではありません: セグメントの数が奇数です。
    The write has {1} transforms; up to {2} are allowed.
    → 書き込みに変換が {1} 個あります。{2} 個までです。
    A field path has {1} names; up to {2} are allowed.
    → フィールドのパスに名前が {1} 個あります。{2} 個までです。
    The transforms of {1} and {2} overlap.
    → {1} の変換と {2} の変換が重なっています。
    A value is {1} bytes in size; up to {2} are allowed.
    → 値が {1} バイトあります。{2} バイトまでです。
    An array cannot contain a vector: put a map between them.
    → 配列の直下にベクトルは置けません。間にマップを置いてください。
    A vector has {1} dimensions; 1 to {2} are allowed.
    → ベクトルの次元が {1} です。1 から {2} までです。
    A vector cannot contain NaN.
    → ベクトルに NaN は書けません。
    The document {1} is {2} bytes in size; up to {3} are allowed.
    → ドキュメント {1} が {2} バイトあります。{3} バイトまでです。
    a field name cannot be empty in Firestore
    → Firestore ではフィールドの名前を空にできません
    this field name is {1} bytes long; Firestore allows up to {2} bytes
    → この名前は {1} バイトあります。Firestore のフィールドの名前は {2} バイトまでです
    Firestore reserves the name "{1}", because it begins and ends with two underscores; rename the field
    → 名前 "{1}" は先頭と末尾がアンダースコア二つで、この形の名前は Firestore で予約されています。フィールドの名前を変えてください
    The field {1}: {2}
    → フィールド {1}: {2}
    Maps and arrays are nested more than {1} levels deep.
    → マップと配列の入れ子が {1} 階層を超えています。
    An array cannot contain an array: put a map between them.
    → 配列の直下に配列は置けません。間にマップを置いてください。
    A field name is empty.
    → フィールドの名前が空です。
    A field name is {1} bytes long; up to {2} are allowed.
    → フィールドの名前が {1} バイトあります。{2} バイトまでです。
    The field name {1} is reserved, because it begins and ends with two underscores.
    → フィールドの名前 {1} は先頭と末尾がアンダースコア二つで、この形の名前は予約されています。
    # Documents/DocumentConflict
    the document {1} already exists
    → ドキュメント {1} はすでにあります。存在しないことが条件でした
    the document {1} does not exist
    → ドキュメント {1} がありません
    the document {1} was changed after the expected update time
    → ドキュメント {1} は指定された時刻より後に変更されています
    data that the transaction read has changed: run the transaction again
    → トランザクションで読み取ったデータが、その後に変更されました。トランザクションをもう一度実行してください
    # Documents/DocumentQuery+Aggregating
    __name__ cannot be summed or averaged.
    → __name__ の合計や平均は求められません。
    To aggregate {1}, order the query by it before __name__.
    → {1} を集計するには、クエリを __name__ より先にそれで並べてください。
    # Documents/DocumentQuery+Rules
    The limit is {1}; it must not be negative.
    → 件数の上限が {1} です。負の値にはできません。
    The offset is {1}; it must not be negative.
    → オフセットが {1} です。負の値にはできません。
    A query of all collections, or of a collection group below a document, cannot filter by {1}.
    → すべてのコレクションや、ドキュメントの下のグループのクエリは、{1} で絞り込めません。
    A query of all collections, or of a collection group below a document, can only be ordered by __name__ in ascending order.
    → すべてのコレクションや、ドキュメントの下のグループのクエリは、__name__ の昇順でだけ並べられます。
    The query is ordered by {1} after __name__; __name__ must be last.
    → {1} の並び順が __name__ の後にあります。__name__ は最後にしてください。
    The query is ordered by {1} twice.
    → クエリの並び順に {1} が二度あります。
    A query cannot be ordered only by __name__ in descending order.
    → クエリを __name__ の降順だけで並べることはできません。
    EQUAL and IN filters on __name__ cannot be combined with inequality filters on other fields.
    → __name__ の EQUAL と IN は、ほかのフィールドの不等号の条件と組み合わせられません。
    A cursor has {1}, but the query has only {2}.
    → カーソルに {1}がありますが、クエリの並び順はそれより少なく、{2!} です。
    The query has {1} filters with NOT_EQUAL, NOT_IN, IS_NOT_NULL or IS_NOT_NAN; only one is allowed.
    → クエリに NOT_EQUAL、NOT_IN、IS_NOT_NULL、IS_NOT_NAN の条件が {1} 個あります。一つまでです。
    NOT_IN cannot be combined with IN, ARRAY_CONTAINS_ANY or OR.
    → NOT_IN は IN、ARRAY_CONTAINS_ANY や OR と組み合わせられません。
    The query expands to {1} disjunctions; up to {2} are allowed.
    → クエリの論理和が {1} 個になります。{2} 個までです。
    The filter on {1} needs an array with at least one value.
    → {1} の条件には値が一つ以上の配列が必要です。
    The filter on {1} has {2} values; up to {3} are allowed.
    → {1} の条件の値が {2} 個あります。{3} 個までです。
    A disjunction has {1} filters with ARRAY_CONTAINS or ARRAY_CONTAINS_ANY; only one is allowed.
    → 一つの論理和に ARRAY_CONTAINS と ARRAY_CONTAINS_ANY の条件が {1} 個あります。一つまでです。
    The query has inequality filters on {1} fields; up to {2} are allowed.
    → クエリの不等号の条件が {1} 個のフィールドにあります。{2} 個までです。
    The query has {1} filters and orders in total; up to {2} are allowed.
    → クエリの条件と並び順が合わせて {1} 個あります。{2} 個までです。
    __name__ is compared with a value that is not a document name.
    → __name__ と比較できるのはドキュメントの名前だけです。
    # Documents/DocumentReading
    a document is a map of its fields, but this is {1}; write {} for a document without fields
    → ドキュメントはフィールドのマップですが、これは{1}です。フィールドがなければ {} と書いてください
    # Documents/DocumentTreeReader
    this document is {1} bytes in size; Firestore allows up to {2} bytes (1 MiB): split it
    → このドキュメントは {1} バイトあります。Firestore のドキュメントは {2} バイト（1 MiB）までです。分割してください
    this document has {1} !server-timestamp values; Firestore allows up to {2} in one write
    → このドキュメントに !server-timestamp の値が {1} 個あります。Firestore が一度に設定できるのは {2} 個までです
    this list is directly inside a list, which Firestore does not support; put a map between them
    → リストの直下にリストがあり、Firestore には書き込めません。間にマップを置いてください
    this {1} is nested in {2} maps and lists; Firestore allows up to {3} levels: move it to a higher level
    → この{1}の入れ子は {2} 階層です。Firestore のマップとリストの入れ子は {3} 階層までです。より浅い場所に移してください
    {1} would be rounded: Firestore stores 64-bit integers and floating-point numbers; quote it to keep it as a string
    → {1} は丸められます。Firestore の数値は 64 ビット整数と浮動小数点数です。文字列のままにするには引用符で囲んでください
    !server-timestamp is in a list; Firestore supports it only in fields
    → !server-timestamp がリストの中にあります。Firestore が時刻を設定できるのはフィールドだけです
    is not a time: !timestamp expects RFC 3339 with a year from 1 to 9999, such as 2026-01-31T09:00:00+09:00
    → は時刻ではありません: !timestamp には RFC 3339 の 1 年から 9999 年の時刻が必要です。例: 2026-01-31T09:00:00+09:00
    is not valid base64: !bytes expects padded groups of four characters
    → は正しい base64 ではありません: !bytes には、4 文字単位にパディングした文字列が必要です
    is not a document path: !reference expects alternating collections and documents, such as posts/p1
    → はドキュメントのパスではありません: !reference には、コレクションとドキュメントを交互に並べたパスが必要です。例: posts/p1
    is not a document path: {1}
    → はドキュメントのパスではありません: {1}
    unknown key "{1}" of !geopoint (known: {2})
    → !geopoint に不明なキー "{1}" があります（使えるのは {2!}）
    expected degrees, a number from -{1} to {2}
    → 度数が必要です（-{1} から {2}）
    this !geopoint has no {1}; {2}
    → この !geopoint に {1!} がありません。{2}
    , found {1}
    → 実際は{1}
    this is not a {1}: {2}
    → これは {1} ではありません: {2}
    this is not a vector: expected the key "value" next to "__type__", containing a list of numbers with decimal points, such as 1.0
    → これはベクトルではありません: __type__ のほかに、小数点のある数値（1.0 など）のリスト "value" が必要です
    an integer
    → 整数
    a JSON Web Token
    → JSON Web Token
    # RealtimeDatabase/RealtimeDatabaseCheck
    this list of {1} elements is read back as a map, because {2} of them {3} empty
    → 要素 {1} 個のこのリストはマップとして読み出されます。{2} 個の要素に値が{3}ないためです
    this map with the keys {1} is read back as a list of {2}: a type that expects a dictionary cannot read it
    → キー {1} のこのマップは、{2} 要素のリストとして読み出されます。辞書の型では読めません
    this map with the keys {1} is read back as a list of {2} with {3}: a type that expects a dictionary cannot read it
    → キー {1} のこのマップは、{2} 要素（うち {3}）のリストとして読み出されます。辞書の型では読めません
    this key is at level {1}; the Realtime Database allows {2} levels: move it closer to the root
    → ここは {1} 階層目です。Realtime Database のキーは {2} 階層までです。ルートに近い場所に移してください
    a key cannot be empty in the Realtime Database
    → Realtime Database ではキーを空にできません
    ; for the server's time, write the value !server-timestamp
    → 。サーバーの時刻は値を !server-timestamp と書きます
    the key "{1}" contains {2}, which the Realtime Database forbids in keys (. $ # [ ] / and control characters){3}
    → キー "{1}" に {2} があります。Realtime Database のキーには使えません（. $ # [ ] / と制御文字）{3}
    this key is {1} bytes long; the Realtime Database allows up to {2} bytes
    → このキーは {1} バイトあります。Realtime Database のキーは {2} バイトまでです
    a different number
    → 別の数値
    {1} may be read back as {2}: the Realtime Database and its clients may use floating-point numbers, which are not exact beyond 9007199254740992 (2^53); quote it to keep it as a string
    → {1} は{2}として読み出されることがあります。9007199254740992（2^53）を超える整数には、Realtime Database とクライアントの浮動小数点数で表せないものがあります。文字列のままにするには引用符で囲んでください
    {1} would be rounded: the Realtime Database stores 64-bit integers and floating-point numbers; quote it to keep it as a string
    → {1} は丸められます。Realtime Database の数値は 64 ビット整数と浮動小数点数です。文字列のままにするには引用符で囲んでください
    the Realtime Database cannot store {1}; use a finite number
    → Realtime Database には {1} を書き込めません。使えるのは有限の数値だけです
    this string is {1} bytes long; the Realtime Database allows up to {2} bytes (10 MiB)
    → この文字列は {1} バイトあります。Realtime Database の文字列は {2} バイト（10 MiB）までです
    {1} is a Firestore type; the Realtime Database does not support it
    → {1} は Firestore の型で、Realtime Database にはありません
    a priority of a node without a value
    → 値のないノードの優先度
    add a value, or remove the priority
    → 値を書くか、優先度を削除する
    this node has a priority but no value, so the Realtime Database does not store it; add a value, or remove the priority
    → 優先度だけで値のないノードは、Realtime Database に保存されません。値を書くか、優先度を削除してください
    the Realtime Database does not store an empty {1}: readers find no value here
    → 空の{1}は Realtime Database に保存されません。読み取っても値はありません
    the control character U+{1}
    → 制御文字 U+{1}
    # RemoteConfig/RemoteConfigCheck
    a group's name must have 1 to {1} characters; this one has {2}
    → グループの名前は 1 から {1} 文字ですが、これは {2} 文字です
    the condition has no name; add one
    → 条件に名前がありません。名前を付けてください
    two conditions have the name "{1}"; rename one of them
    → 名前が "{1}" の条件が二つあります。一方の名前を変えてください
    the condition "{1}" has no expression, such as device.os == 'ios'
    → 条件 "{1}" に式がありません。例: device.os == 'ios'
    "{1}" is not a Remote Config color; expected {2}
    → "{1}" は Remote Config の色ではありません。使えるのは {2} です
    the parameter "{1}" has neither a value nor conditional values
    → パラメータ "{1}" に、値も条件付きの値もありません
    the template has no condition "{1}"; add it to "conditions", or correct the name
    → テンプレートに条件 "{1}" がありません。"conditions" に追加するか、名前を修正してください
    the parameter "{1}" cannot be stored: a key can contain only English letters, digits and _, and cannot begin with a digit
    → パラメータ "{1}" は保存できません。キーに使えるのは英字、数字、_ で、数字では始められません
    a parameter's key can have up to {1} characters; this one has {2}
    → パラメータのキーは {1} 文字までですが、これは {2} 文字です
    the parameter "{1}" is defined twice; keys must be unique in the whole template
    → パラメータ "{1}" が重複しています。キーはテンプレート全体で一意でなければなりません
    the other definition is {1}
    → もう一方の定義は {1} です
    a description can have up to {1} characters; this one has {2}
    → 説明は {1} 文字までですが、これは {2} 文字です
    true or false
    → true か false
    a number in decimal digits
    → 10 進数の数値
    expected {1} for a value of type {2}, found "{3}"
    → 型 {2} の値には{1}が必要ですが、"{3}" です
    characters in its values
    → 値の文字
    conditions
    → 条件
    parameters
    → パラメータ
    the template has {1} {2}; Remote Config allows up to {3}
    → テンプレートに{2}が {1} 個あります。Remote Config では {3} 個までです
    # RemoteConfig/RemoteConfigRevision+Publishing
    the template was changed: expected the ETag {1}, found {2}; read the template again
    → テンプレートの ETag は {2} で、想定の {1} と異なります。読み直してください
    # Secrets/SecretKind
    an access token
    → アクセストークン
    a refresh token
    → リフレッシュトークン
    an OAuth client secret
    → OAuth クライアントのシークレット
    a legacy database secret
    → 旧形式のデータベースシークレット
    an API key
    → API キー
    the secret key of a service
    → サービスの秘密鍵
    a private key
    → 秘密鍵
    a password or another secret
    → パスワードなどの秘密
    # Services/EnvironmentReaders
    the environment has no {1} with this name
    → 環境にこの名前の{1}はありません
    # Stores/AccountStore
    an account with this identifier already exists
    → この ID のアカウントがすでにあります
    another client changed or removed the account
    → 処理中に別のクライアントがアカウントを変更または削除しました
    another account has this email address
    → 同じメールアドレスのアカウントがほかにあります
    another account has this phone number
    → 同じ電話番号のアカウントがほかにあります
    # Stores/DocumentStore
    Firestore database
    → Firestore のデータベース
    # Stores/ObjectName
    is empty; an object needs a name
    → は空です。オブジェクトには名前が必要です
    is {1} bytes long; up to {2} are allowed
    → は {1} バイトあります。{2} バイトまでです
    contains a line break, which is not allowed
    → に改行があります。名前には使えません
    denotes a folder: choose another name
    → はフォルダを表します。別の名前にしてください
    begins with the reserved prefix {1}: choose another name
    → は予約された {1} で始まります。別の名前にしてください
    # Stores/ObjectPrecondition
    the object was expected not to exist
    → 存在しないことが条件でした
    generation {1} was expected
    → 世代 {1} であることが条件でした
    the object was expected to exist
    → 存在することが条件でした
    a different generation was expected
    → 別の世代であることが条件でした
    metageneration {1} was expected
    → メタ世代 {1} であることが条件でした
    a metageneration other than {1} was expected
    → メタ世代が {1} 以外であることが条件でした
    # Stores/ObjectSize
    is {1} bytes in size; Cloud Storage allows objects of up to {2}
    → は {1} バイトあります。Cloud Storage のオブジェクトは {2} バイトまでです
    # Stores/PasswordHashParameters
    a power of two from {1} to {2}
    → {1} から {2} までの 2 の累乗
    # Stores/StoreError
    ; the write may have been applied: compare before writing again
    → 。書き込みは反映されたかもしれません。もう一度書き込む前に比較してください
    # Other
    found
    →
    boolean
    → 真偽値
    boolean {1}
    → 真偽値 {1!}
    list of {1}
    → 要素 {1} 個のリスト
    map of {1}
    → 項目 {1} 個のマップ
    integer
    → 整数
    number
    → 数値
    string
    → 文字列
    list
    → リスト
    map
    → マップ
    null
    → null
    latitude
    → 緯度
    longitude
    → 経度
    database
    → データベース
    bucket
    → バケット
    account
    → アカウント
    """#
}
