extension JapaneseTexts {
  static let types = #"""
    # Checking/Boundaries
    a list of alternating keys and values ({1} is not CodingKeyRepresentable)
    → キーと値が交互に並ぶリスト（{1} は CodingKeyRepresentable ではありません）
    # Checking/CaseFailure
    Invalid number of keys found
    → キーの数が正しくありません
    "{1}" is not a case of {2} ({3}){4}
    → "{1}" は {2!} のケースではありません（{3!}）{4}
    expected one of the keys {1} for {2}, found {3}
    → {2!} には {1!} のキーが一つ必要ですが、{3} です
    # Checking/CheckRun
    everything after the first {1}
    → 最初の {1} より後のデータ
    # Checking/Coverage
    {1}.{2} ("{3}") was decoded {4}, but the key was never present
    → {1}.{2}（"{3}"）は {4}デコードされましたが、キーは一度もありませんでした
    the data does not contain {1}
    → {1} を含むデータがありません
    # Checking/IncompleteTypes
    after "{1}"
    → （"{1}" より後）
    the data that {1} reads{2}
    → {1} が読むデータ{2}
    # Checking/FindingAssembly
    ; checked with a placeholder value for the missing key "{1}"
    → 。"{1}" に値があるものとして検査しました
    {1} ({2}) requires the key "{3}", which is missing
    → {1!}（{2!}）に必要なキー "{3}" がありません
    ; "{1}" is read as "{2}", but the key is "{3}"
    → 。"{1}" は "{2}" として読まれますが、キーは "{3}" です
    ; did you mean "{1}" instead of "{2}"?
    → 。"{2}" は "{1}" の誤りではありませんか？
    ; {1} is one of {2}
    → 。{1!} は {2!} のいずれかです
    # Checking/PendingFinding
    {1} rejects {2}: {3}
    → {1} は {2} を受け付けません: {3!}
    # Checking/ReadBackModel
    an empty {1}
    → 空の{1}
    a {1} without values
    → 値のない{1}
    {1} is written here, but the Realtime Database does not store it
    → ここに{1}が書き込まれますが、Realtime Database には保存されません
    {1} with a null
    → {1}、うち null 1 個
    {1} with {2} nulls
    → {1}、うち null {2} 個
    written as a map with the key {1}, read back as a list of {2}
    → キー {1!} のマップとして書かれ、リスト（要素 {2}）として読み出されます
    written as a map with the keys {1}, read back as a list of {2}
    → キー {1!} のマップとして書かれ、リスト（要素 {2}）として読み出されます
    written as a map with the key {1}, read back as a list of {2}: decoding {3} will fail on the device
    → キー {1!} のマップとして書かれ、リスト（要素 {2}）として読み出されます。デバイスでは {3!} のデコードに失敗します
    written as a map with the keys {1}, read back as a list of {2}: decoding {3} will fail on the device
    → キー {1!} のマップとして書かれ、リスト（要素 {2}）として読み出されます。デバイスでは {3!} のデコードに失敗します
    written as a list of {1}, read back as a map because {2} of its elements {3} empty
    → 要素 {1} 個のリストとして書かれ、マップとして読み出されます。{2} 個の要素に値が{3}ないためです
    # Checking/RoundTrip
    {1} is written back as {2}
    → {1} は {2} として書き戻されます
    null is read but not written back
    → null は読まれますが、書き戻されません
    {1} is read but not written back
    → {1} は読まれますが、書き戻されません
    the data has no "{1}", but the type writes it back as {2}
    → "{1}" はありませんが、書き戻すと {2} になります
    # Checking/UnreadKeys
    the type
    → その型
    ; {1} reads {2}
    → 。{1!} が読むのは {2!}
    no type reads "{1}"{2}
    → "{1}" を読む型はありません{2}
    {1} reads {2} of {3}
    → {1!} が読むのは {3}のうち {2}
    # Decoding/DecodingFailure
    expected {1}, found {2}
    → {1} が必要ですが、{2} です
    expected {1}, found {2}, {3}
    → {1} が必要ですが、{2} は{3}
    expected a key that is {1}, found "{2}"
    → {1} のキーが必要ですが、"{2}" です
    nested more than {1} levels deep; deeper values are not read
    → 入れ子が {1} 階層を超えています。それより下は読みません
    no key "{1}"
    → キー "{1}" がありません
    expected {1}, found the end of a {2}
    → {1} が必要ですが、{2} の終わりです
    an Int
    → Int
    # Decoding/RawValueFailure
    which is not one of its cases
    → どのケースにも一致しません
    which is not one of its cases ({1}){2}
    → どのケースにも一致しません（{1!}）{2}
    # Decoding/TreeFrame+Scalars
    which {1} cannot represent exactly
    → {1} では正確に表せません
    which is beyond its range
    → 範囲を超えています
    # Decoding/TreeFrame+Values
    which is not a valid URL
    → 正しい URL ではありません
    which is not an ISO 8601 date such as 2024-05-01T09:30:00Z
    → ISO 8601 の日付ではありません（例: 2024-05-01T09:30:00Z）
    Date (a number)
    → Date（数値）
    Data (base64 text)
    → Data（base64 の文字列）
    which is not valid base64 text
    → 正しい base64 の文字列ではありません
    # Documents/TreeFrame+Documents
    which is invalid
    → 無効です
    which is not an RFC 3339 time
    → RFC 3339 の時刻ではありません
    # Encoding/EncodingFrame
    {1} is not a finite number
    → {1} は有限の数値ではありません
    # Findings/Diagnostic+Reading
    {1} is declared here
    → {1!} の宣言はここです
    # MappingCheck
    whether values are written back unchanged: documents are written by Firestore's own encoder
    → 書き戻しの結果: ドキュメントは Firestore 自身のエンコーダで書き込まれます
    whether values are written back unchanged: the decoder has custom strategies
    → 書き戻しの結果: デコーダに独自のストラテジーがあります
    whether values are written back unchanged: {1}
    → 書き戻しの結果: {1}
    # Initializers/InitializerReader+Keys
    may read a single value
    → は値を一つだけ読むことがあります
    may read a list element by element
    → はリストを要素ごとに読むことがあります
    computes its keys
    → はキーを動的に決めます
    reads a single value in more than one way
    → は一つの値を複数の方法で読みます
    # Initializers/InitializerReader
    reads all existing keys
    → は存在するすべてのキーを読みます
    # Check/PlanBuilder
    {1} contains itself with different generic arguments at each level
    → {1} は、異なる型引数で自分自身を際限なく含みます
    {1} is not a type that can be decoded
    → {1} はデコードできる型ではありません
    (the type of {1})
    → （{1!} の型）
    {1} is a generic parameter without an argument
    → {1} は型引数のないジェネリックパラメータです
    {1} at {2} does not conform to Decodable in the scanned files
    → {2!} の {1} は、調べたどのファイルでも Decodable に準拠しません
    {1} is not declared in the scanned files{2}
    → {1} は、調べたどのファイルでも宣言されていません{2}
    {1} is not analyzed
    → {1} の内容は調べません
    elements of {1} are not analyzed
    → {1} の要素は調べません
    the keys of {1} are not analyzed
    → {1} には内容を調べないキーがあります
    # Check/TreeWalk+Steps
    init(from:) throws an error for this value
    → init(from:) はこの値でエラーになります
    # Check/TreeWalk+Containers
    a list of at least {1}
    → 少なくとも {1}を含むリスト
    a list with one bound
    → 境界値一つのリスト
    a list with two bounds
    → 境界値二つのリスト
    {1}expected the lower bound first, found {2} before {3}
    → {1}下限を先に書く必要がありますが、{3} の前に {2} があります
    expected a key that is an Int, found "{1}"
    → Int のキーが必要ですが、"{1}" です
    expected a key that is a {1}, found "{2}"
    → {1} のキーが必要ですが、"{2}" です
    ; {1} is read from a list of alternating keys and values, as {2} is not CodingKeyRepresentable
    → 。{2} が CodingKeyRepresentable ではないため、{1} はキーと値が交互に並ぶリストから読みます
    expected alternating keys and values, found a key without a value at the end
    → キーと値が交互に必要ですが、最後のキーに値がありません
    no type reads "{1}"; {2} reads only one of the keys {3}
    → "{1}" を読む型はありません。{2!} が読むのは {3!} のうち一つのキーです
    "{1}" is not a case of {2}
    → "{1}" は {2!} のケースではありません
    # Check/TreeWalk+Objects
    ; init(from:) reads {1} with try?, so the app ignores the error
    → 。init(from:) は {1!} を try? で読むため、アプリはこのエラーを無視します
    {1}only Firestore's decoder sets a @DocumentID; the Realtime Database decoder cannot decode {2}
    → {1}@DocumentID に値を設定するのは Firestore のデコーダだけです。Realtime Database のデコーダは {2} をデコードできません
    no type reads "{1}": {2} is a @DocumentID, which Firestore's decoder sets to the document's identifier; remove the field, or rename the property
    → "{1}" を読む型はありません。{2!} は @DocumentID なので、Firestore のデコーダがドキュメントの ID を設定します。フィールドを削除するか、プロパティの名前を変えてください
    {1}the decoder converts "{2}" to "{3}" (convertFromSnakeCase), so no data matches the coding key "{4}"; change the coding key, or remove the strategy
    → {1}デコーダは "{2}" を "{3}" に変換するため（convertFromSnakeCase）、コーディングキー "{4}" に合うデータはありません。コーディングキーを変えるか、ストラテジーを外してください
    ; "{1}" becomes "{2}" (convertFromSnakeCase)
    → 。"{1}" は "{2}" になります（convertFromSnakeCase）
    {1}.{2} requires the key "{3}", which is missing
    → {1!}.{2!} に必要なキー "{3}" がありません
    # Check/TreeWalk+Parameters
    which the Firebase SDK reads as {1}
    → 、Firebase SDK では {1!} として扱われます
    # Check/TreeWalk+Scalars
    expected {1}, found {2}, which is not one of its cases
    → {1} が必要ですが、{2} はどのケースにも一致しません
    which is not a valid UUID
    → 正しい UUID ではありません
    which is not a valid {1}
    → {1} に変換できません
    which is too small for a Float
    → 小さすぎます
    a server timestamp (a number or !timestamp)
    → サーバーの時刻（数値か !timestamp）
    # Editors/SourceIndex+EditorSchema
    Data of {1}
    → {1} のデータ
    # Index/InitializerShapeBuilder
    init(from:) at {1} may read a value other than a map
    → {1} の init(from:) はマップ以外を読むことがあります
    init(from:) at {1} {2}
    → {1} の init(from:) {2}
    the declaration of the key type {1} of init(from:) at {2} was not found
    → {2} の init(from:) のキーの型 {1} の宣言が見つかりませんでした
    init(from:) at {1} reads a list in more than one way
    → {1} の init(from:) はリストを複数の方法で読みます
    init(from:) at {1} reads a single value
    → {1} の init(from:) は値を一つ読みます
    the property has no type annotation
    → 型注釈がありません
    the superclass is unknown
    → スーパークラスが不明です
    # Index/InitializerShapeBuilder+Steps
    {1}: init(from:) at {2} may reject the value
    → {1}: {2} の init(from:) は値を受け付けないことがあります
    {1}: init(from:) at {2} may reject values of {3}
    → {1}: {2} の init(from:) は {3} の値を受け付けないことがあります
    {1}: init(from:) at {2} decodes values in ways that Tane does not analyze
    → {1}: {2} の init(from:) には、Tane が解析しない値の読み方があります
    {1}: init(from:) at {2} decodes {3} in ways that Tane does not analyze
    → {1}: {2} の init(from:) での {3} の読み方は Tane では解析しません
    {1}: init(from:) at {2} calls {3}, which may read other values
    → {1}: {2} の init(from:) が呼ぶ {3} は、ほかの値を読むことがあります
    # Index/KeyNames
    {1} computes its keys
    → {1} はキーを動的に決めます
    # Index/SchemaBuilder
    @{1} may be a macro, whose expansion is not analyzed
    → @{1} はマクロの可能性があり、展開は読みません
    init(from:) may come from the protocol {1}
    → init(from:) はプロトコル {1} のものかもしれません
    it is a protocol
    → プロトコルです
    the scanned files declare only extensions of it, and none with init(from:)
    → 調べたファイルには拡張の宣言しかなく、init(from:) がありません
    it is not a type
    → 型ではありません
    {1}.{2} ({3}): KeyedDecodingContainer has a custom decode for {4} ({5})
    → {1}.{2}（{3}）: KeyedDecodingContainer に {4} のための独自の decode があります（{5}）
    it inherits from {1}, which is not declared in the scanned files
    → 継承元の {1} が、調べたどのファイルにも宣言されていません
    {1} ({2}): init(rawValue:) may reject a value
    → {1}（{2}）: init(rawValue:) が値を受け付けないことがあります
    {1} is inside #if
    → {1} は #if の中にあります
    {1} has no type annotation
    → {1} には型注釈がありません
    it has no type annotation
    → 型注釈がありません
    {1}: the type that @{2} reads is unknown
    → {1}: @{2} が読むデータは不明です
    the type that @{1} reads is unknown
    → @{1} が読むデータは不明です
    # Index/SourceIndex+Problems
    {1} is a protocol ({2}), not a type with data
    → {1} はプロトコルで（{2}）、データを持つ型ではありません
    {1} does not conform to Decodable ({2}); use the type that the app decodes, or make this type Codable
    → {1} は Decodable に準拠しません（{2}）。アプリがデコードする型を書くか、この型を Codable にしてください
    move all but one of them to other files, and add these files to "exclude" in fixtures/mappings.yaml
    → 一つを残してほかの型を別のファイルに移し、そのファイルを fixtures/mappings.yaml の "exclude" に追加してください
    prefix the name with its folder, as in "App.Shop", or add the files of the others to "exclude" in fixtures/mappings.yaml
    → "App.Shop" のように、目的の型のフォルダ名を前に付けるか、fixtures/mappings.yaml の "exclude" でほかの型を除外してください
    {1} is declared more than once: {2}; {3}
    → {1} の宣言が複数あります: {2}。{3}
    # Lock/LockReader
    expected schema format {1}, found {2}; recreate the file with `tane schema`
    → スキーマの形式は {1} が必要ですが、{2} です。`tane schema` でファイルを作り直してください
    a type
    → 型
    expected "fields", "raw", "cases" or "unknown" for a type
    → 型には "fields"、"raw"、"cases"、"unknown" のいずれかが必要です
    a case
    → ケース
    a key
    → キー
    expected {1} for "presence", found {2}
    → "presence" には {1} が必要ですが、{2} です
    expected a list, found {1}
    → リストが必要ですが、{1}です
    expected a string, found {1}
    → 文字列が必要ですが、{1}です
    expected a map for "{1}", found {2}
    → "{1}" にはマップが必要ですが、{2}です
    expected a map for {1}, found {2}
    → {1}にはマップが必要ですが、{2}です
    # Lock/LockedType+Wording
    a map with its keys
    → キーのマップ
    a map with a single case
    → 一つのケースのマップ
    an unknown form
    → 不明な形
    # Lock/SchemaChange
    it is recorded here
    → ここに記録されています
    the new types cannot read existing data, and released apps cannot read new data
    → 新しい型では既存のデータを読めず、公開済みのアプリでは今後書き込まれるデータを読めません
    the new types cannot read existing data
    → 新しい型では既存のデータを読めません
    released apps cannot read new data
    → 公開済みのアプリでは今後書き込まれるデータを読めません
    # Lock/SchemaComparison+Keys
    {1}.{2} is now read from "{3}" instead of "{4}"
    → {1}.{2} を読むキーが "{4}" から "{3}" に変わりました
    use the old key in CodingKeys, or write both keys until all apps are updated
    → CodingKeys でキーを維持するか、しばらくは両方のキーを書き込んでください
    {1} no longer reads "{2}"
    → {1} は "{2}" を読まなくなりました
    {1}, but the old type requires it
    → {1}が、以前の型には必要です
    keep writing the key while those apps are in use
    → そのアプリが使われている間は書き込み続けてください
    {1} may now also read {2}
    → {1} は {2} も読むようになりました
    {1} requires the new key {2}
    → {1} に新しいキー {2} が必要です
    make the property optional, or add the key to the data first
    → プロパティをオプショナルにするか、先にキーをデータに追加してください
    {1} now reads {2} instead of {3} from {4}
    → {1} が {4} から読むデータが {3} から {2} に変わりました
    the sources no longer show how {1} reads {2}; this change is not checked
    → {1} が現在 {2} をどう読むかをソースから判断できません。この変更は検査しません
    the sources did not show how {1} read {2} before; this change is not checked
    → {1} が以前 {2} をどう読んでいたかをソースから判断できません。この変更は検査しません
    the sources do not show every key that {1} reads; whether it still reads {2} is not checked
    → {1} が読むすべてのキーをソースから判断できません。{2} をまだ読むかどうかは検査しません
    the sources did not show every key that {1} reads; whether it read {2} before is not checked
    → {1} が読むすべてのキーをソースから判断できません。{2} を以前読んでいたかどうかは検査しません
    {1} now reads the keys of {2} itself instead of decoding a type
    → {1} が、{2} を型でデコードする代わりに、そのキーを自分で読むようになりました
    {1} now decodes a type from {2} instead of reading its keys itself
    → {1} が、{2} のキーを自分で読む代わりに、型でデコードするようになりました
    {1} now requires the key {2}, which was optional before
    → {1} にキー {2} が必須になりました。以前は省略できました
    leave the property optional, or add the key to the data first
    → プロパティをオプショナルのままにするか、先にキーをデータに追加してください
    {1} no longer requires the key {2}, but the old type does
    → {1} にキー {2} は不要になりましたが、以前の型には必要です
    # Lock/SchemaComparison
    {1} is new
    → {1} は新しい型です
    no mapped type reads {1} anymore
    → {1} を読むマッピング済みの型がなくなりました
    the sources no longer show which type reads {1}; its changes are not checked
    → {1} を読む型をソースから判断できなくなりました。その変更は検査しません
    {1} is now called {2}
    → {1} の名前が {2} に変わりました
    the sources no longer show what {1} reads
    → {1} が現在読むデータをソースから判断できません
    the sources did not show what {1} read when the schema was recorded
    → {1} が以前読んでいたデータをソースから判断できません
    {1}; this change is not checked
    → {1}。この変更は検査しません
    {1} now reads {2} instead of {3}
    → {1} が読むデータが {3} から {2} に変わりました
    {1} now has raw values of type {2} instead of {3}
    → {1} の raw value の型が {3} から {2} に変わりました
    {1} now accepts any value
    → {1} は任意の値を受け付けるようになりました
    {1} now accepts only its cases
    → {1} はケースの値だけを受け付けるようになりました
    {1} no longer has the case "{2}"
    → {1} にケース "{2}" がなくなりました
    keep the case, or change the data first
    → ケースを残すか、先にデータを変えてください
    {1} has the new case "{2}"
    → {1} に新しいケース "{2}" が追加されました
    # Reading/ReaderLocation
    {1} is set to "{2}", where no program exists; set it to the path of {3}, or unset it
    → {1} の "{2}" にプログラムがありません。{3} の場所を指定するか、変数の設定を解除してください
    the running program
    → 実行中のプログラム
    {1}, which reads Swift sources, is not in the folder of {2}; build it in a checkout of Tane with `swift build --configuration release --product {3}`, then copy it there or set {4} to its path
    → Swift のソースを読み取る {1} が、{2} と同じ場所にありません。Tane のチェックアウトで `swift build --configuration release --product {3}` を実行してビルドし、そこへコピーするか、{4} にパスを設定してください
    # Reading/ReaderProcess
    {1} must be read first; run tane validate, which caches the result
    → 先に {1} を読み取る必要があります。tane validate を実行すると、読み取った結果が保存されます
    {1}, which reads Swift sources, has to be built first; run tane validate to build it
    → Swift のソースを読み取る {1} を先にビルドする必要があります。tane validate を実行するとビルドされます
    building {1}, which reads Swift sources; this takes a few minutes, but happens only once
    → Swift のソースを読み取る {1} をビルドしています。数分かかりますが、初回だけです
    `{1}` cannot be started: {2}
    → `{1}` を起動できません: {2}
    `{1}` {2}; see its output above
    → `{1}` {2}。出力は上にあります
    {1} is {2} than this tane: expected summaries in format {3}, found format {4}; build both from the same version
    → {1} はこの tane より{2}: 要約の形式は {4} ですが、読めるのは {3} です。同じバージョンからビルドしてください
    # Reading/RunningReader
    {1} cannot be started: {2}
    → {1} を起動できません: {2}
    cannot read the response of {1}: {2}
    → {1} の応答が失われました: {2}
    {1} returned the summaries of {2} files instead of {3}
    → {1} に {3} を問い合わせましたが、応答にあったのは {2} です
    the response of {1} cannot be read; check that it is {2}
    → {1} の応答を読めません。{2} かどうか確認してください
    exited with code {1}
    → は終了コード {1} で終了しました
    was terminated by signal {1}
    → はシグナル {1} で停止しました
    {1} {2} while reading {3}
    → {3} を読んでいる間に、{1} {2}
    reading {1} takes longer than a minute; simplify its nested brackets, or list it under "exclude" in fixtures/mappings.yaml
    → {1} の読み取りに 1 分以上かかります。入れ子の括弧を簡単にするか、fixtures/mappings.yaml の "exclude" に追加してください
    # Reading/SourceFiles
    this Swift source cannot be read: {1}
    → この Swift のソースを読めません: {1}
    this Swift source is encoded in UTF-16; save it in UTF-8
    → この Swift のソースは UTF-16 です。UTF-8 で保存してください
    # Other
    older
    → 古いです
    newer
    → 新しいです
    keys
    → キー
    """#
}
