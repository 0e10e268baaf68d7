extension JapaneseTexts {
  static let rendering = #"""
    # Other
    error
    → エラー
    warning
    → 警告
    note
    → 補足
    add
    → 追加
    change
    → 変更
    remove
    → 削除
    extra
    → 余分
    move
    → 移動
    order
    → 順序
    withheld
    → 維持
    keep
    → 維持
    Differences
    → 差分
    Plan
    → 計画
    all
    → すべて
    Filter
    → 絞り込み
    Show
    → 表示
    filter
    → 絞り込み
    next
    → 次
    previous
    → 前
    the image before
    → 変更前の画像
    the image after
    → 変更後の画像
    content
    → 内容
    metadata
    → メタデータ
    {1} in {2}
    → {2} の {1}
    {1} of {2}
    → {2} の{1}
    list of {1}, {2}
    → 要素 {1}のリスト、{2}
    map of {1}, {2}
    → 項目 {1}のマップ、{2}
    … {1}
    → … {1}
    … and {1} more
    → … ほか {1} 件
    above
    → （上）
    below
    → （下）
    between
    → （間）
    # Counts
    * value
    → {1} 個の値
    * secret
    → {1} 個の秘密
    * template
    → {1} 個のテンプレート
    * object
    → {1} 個のオブジェクト
    * error
    → エラー {1} 件
    * warning
    → 警告 {1} 件
    * document
    → {1} 件のドキュメント
    * account
    → {1} 件のアカウント
    * password
    → {1} 件のパスワード
    * password hash
    → {1} 件のパスワードのハッシュ
    * password hashes
    → {1} 件のパスワードのハッシュ
    * file
    → {1} 個のファイル
    * node
    → {1} 個のノード
    * finding
    → {1} 件の指摘
    * difference
    → {1} 件の差分
    * conflict
    → {1} 件の衝突
    * edit
    → {1} 件の変更
    * manual edit
    → 手動による {1} 件の変更
    * extra
    → {1} 件の余分なデータ
    * request
    → {1} 件のリクエスト
    * write
    → {1} 件の書き込み
    * entry
    → {1} 個
    * entries
    → {1} 個
    * element
    → {1} 個の要素
    * line
    → {1} 行
    * date
    → {1} 件の日付
    * link
    → {1} 件のリンク
    * type
    → {1} 個の型
    * byte
    → {1} バイト
    * key
    → {1} 個のキー
    * minute
    → {1} 分
    * second
    → {1} 秒
    * s
    → {1} 秒
    * more difference
    → ほか {1} 件の差分
    * more line
    → ほか {1} 行
    * more node
    → ほか {1} 個のノード
    * add
    → 追加 {1} 件
    * change
    → 変更 {1} 件
    * remove
    → 削除 {1} 件
    * move
    → 移動 {1} 件
    * order
    → 順序の変更 {1} 件
    * more change
    → ほか {1} 件の変更
    * place
    → {1} か所
    * resource
    → {1} 個のリソース
    * mask
    → {1} 個のマスク
    * null
    → {1} 個の null
    * character
    → {1} 文字
    * Swift file
    → {1} 個の Swift ファイル
    * short or common value
    → {1} 個の短い値やありふれた値
    * original value
    → {1} 個の元の値
    * rule
    → {1} 個の項目
    * schema
    → {1} 個のスキーマ
    * parameter
    → {1} 個のパラメータ
    * other location
    → ほか {1} か所
    * more such value
    → ほか {1} 個の同様の値
    * number
    → {1} 個の数値
    * database
    → {1} 個のデータベース
    * child
    → {1} 個の子ノード
    * children
    → {1} 個の子ノード
    * attempt
    → {1} 回の試行
    * time
    → {1} 回
    * profile
    → {1} 個のプロファイル
    * environment
    → {1} 個の環境
    * mapping
    → {1} 個のマッピング
    * export
    → {1} 個の書き出し
    * key or value
    → {1} 個のキーか値
    * keys or values
    → {1} 個のキーか値
    # Differences/DifferenceSentences
    No differences: {1}.
    → 差分はありません: {1}。
    {1} (tane seed keeps extras, --prune removes them)
    → {1}（tane seed では残り、--prune で削除）
    {1} unchanged
    → {1} は変更なしです
    {1} and {2} are unchanged
    → {1}と {2} は変更なしです
    {1} ignored.
    → {1} を除外しました。
    # Differences/PlanSentence
    {1} added
    → 追加 {1}
    {1} changed
    → 変更 {1}
    {1} moved
    → 移動 {1}
    {1} reordered
    → 順序の変更 {1}
    {1} removed
    → 削除 {1}
    {1} to add
    → 追加 {1}
    {1} to change
    → 変更 {1}
    {1} to move
    → 移動 {1}
    {1} to reorder
    → 順序の変更 {1}
    {1} to remove
    → 削除 {1}
    {1} to upload ({2})
    → アップロード {1}（{2}）
    {1} to write
    → 書き込み {1}
    # Differences/WithheldChange+Title
    not overwritten: changed in the environment since the last seed, but not in the fixtures
    → 維持: 前回の投入後に環境で変わり、フィクスチャでは変わっていないもの
    conflict: changed both in the environment and in the fixtures since the last seed
    → 衝突: 前回の投入後に環境とフィクスチャの両方で変わったもの
    conflict: the environment has a different value, of unknown origin
    → 衝突: 環境の値がフィクスチャと異なり、誰が書き込んだか分からないもの
    # HTML/DifferenceHTMLRendering
    address or value
    → アドレスや値
    = {1} unchanged at the same level
    → = ほか {1} 件は変更なし
    # Markdown/DifferenceGitHubRendering
    … and {1}, omitted because a comment can have at most {2} characters.
    → … {1} は、{2} 文字までのコメントに収まりませんでした。
    # Patches/DatabaseUpdate
    an update can write only below the root, but the root itself is a single value; write it as a whole
    → 更新で書き込めるのはルートより下ですが、ここではルート自体が一つの値です。全体を書き込んでください
    --patch rtdb requires a comparison of one database, but {1} were compared; give an address, such as {2}:/
    → --patch rtdb で出力できるデータベースは一つだけですが、{1} を比較しました。{2}:/ のようなアドレスで対象を絞り込んでください
    cannot create the patch: {1} cannot be stored in a Realtime Database; nothing was printed
    → パッチを作成できません: Realtime Database に書き込めない {1} があります。何も出力していません
    {1} omitted from the patch (tane seed --prune removes extras)
    → パッチに含まれない {1}（tane seed --prune で削除）
    {1} of {2} omitted from the patch, which is for a database
    → パッチに含まれない {2} の {1}: このパッチの対象はデータベースだけです
    # Patches/DifferencePatchRendering
    --patch {1} requires files; for a database, use --patch rtdb
    → --patch {1} を使えるのはファイルの比較だけです。データベースには --patch rtdb を使ってください
    note: {1}
    → 注: {1}
    cannot write the patch: {1}
    → パッチを出力できません: {1}
    # Text/DifferenceSummaryRendering
    … and {1}
    → … {1}
    # Values/DifferenceNotes
    moved {1} {2}
    → {2}{1}移動
    from
    → から
    to
    → へ
    from index {1}
    → 元のインデックス {1}
    the same {1} in another order
    → 順序だけ違う {1}
    looks the same
    → 見た目は同じ
    the same value
    → 値は同じ
    from {1} to {2}
    → {1} から {2} に
    # Values/ObjectText
    cache {1}
    → キャッシュ {1}
    disposition {1}
    → 表示方法 {1}
    encoding {1}
    → エンコード {1}
    language {1}
    → 言語 {1}
    # Values/ValueText
    """#
}
