extension JapaneseTexts {
  static let studio = #"""
    # Studio
    Browse and compare environments in the browser.
    → 環境をブラウザで閲覧し、比較する。
    Opens a page on this machine that shows the data of the project's environments with pictures, and their differences from the fixtures and the last seed. A manual edit can be copied into its fixture or reverted, and the demo can be reset; each of these actions shows its plan first. Only the browser that opens the printed URL can use the page, and the URL can be opened only once. Protected environments are read-only, and their masked fields are not shown.
    → プロジェクトの環境のデータと画像、そしてフィクスチャや前回の投入との差分を、このマシンのページに表示します。手動の変更はフィクスチャに取り込むことも元に戻すこともでき、デモをリセットすることもできます。どれも先に計画を表示します。応答するのは表示された URL を開いたブラウザだけで、URL を開けるのは一度だけです。protected の環境は表示だけで、マスクするフィールドは表示しません。
    The port; 0 for any free port (default: 4000, or the next free port).
    → ポート。0 は任意の空きポート（既定: 4000 か、その次の空きポート）。
    Print the URL without opening a browser.
    → ブラウザを開かずに URL を表示する。
    The URL can be opened once. Press Ctrl-C to stop.
    → この URL を開けるのは一度だけです。Ctrl-C で終了します。
    Browse
    → 閲覧
    Compare
    → 比較
    Cancel
    → 取りやめる
    go
    → 移動
    copy
    → コピー
    copied
    → コピーしました
    download
    → ダウンロード
    masked
    → マスク
    key
    → キー
    Service
    → サービス
    environment
    → 環境
    last seed
    → 前回の投入
    findings
    → 指摘
    only in the environment
    → 環境にだけある値
    missing document
    → 存在しないドキュメント
    show more
    → 続きを表示
    nothing here
    → 何もありません
    {1} more
    → ほか {1} 件
    loading…
    → 読み込み中…
    tane studio does not respond; start it again
    → tane studio が応答しません。もう一度起動してください
    guard: open
    → ガード: open
    guard: asks for confirmation before writing
    → ガード: 書き込む前に確認
    guard: protected, read-only
    → ガード: protected、閲覧のみ
    No mask applies to this service: personal data is not masked.
    → このサービスにはマスクがありません。個人情報をそのまま表示しています。
    Nothing exists here, or it was removed.
    → 何もないか、その間に削除されました。
    the studio cannot read this service
    → スタジオではこのサービスを読み取れません
    the object does not exist, or is masked
    → そのオブジェクトは表示できません
    The studio has no such page.
    → そのページはありません。
    "{1}" is not a valid address; expected an address such as shops:/shops/0
    → 「{1}」はアドレスではありません。shops:/shops/0 のように書いてください
    the studio accepts only requests for localhost or 127.0.0.1
    → 応答するのは localhost か 127.0.0.1 へのリクエストだけです
    the request was sent from another page
    → ほかのページからのリクエストです
    this browser has no session; open the URL that tane studio printed, or run tane studio again
    → このブラウザにはセッションがありません。tane studio が表示した URL を開くか、tane studio をもう一度実行してください
    the form belongs to another session; reload the page
    → このセッションのフォームではありません。ページを読み込み直してください
    the token in the URL is invalid or was already used; run tane studio again for a new one
    → URL のトークンが正しくないか、すでに使われています。tane studio をもう一度実行してください
    Adopt into the fixture
    → フィクスチャに取り込む
    Revert to the fixture
    → フィクスチャに戻す
    Reset the demo
    → デモをリセットする
    The equivalent command:
    → 同じ処理をするコマンド:
    Done and verified.
    → 書き込み、読み直して確認しました。
    Nothing to do.
    → 変更はありません。
    A seed would write:
    → 投入すると書き込まれるもの:
    The file is removed.
    → このファイルは削除されます。
    The object's content is replaced.
    → オブジェクトの内容が置き換わります。
    This plan was already applied, or is too old.
    → この計画は適用済みか、古くなっています。
    Nothing was written: {1}. This is the current plan.
    → 何も書き込んでいません。{1}。現在の計画は次のとおりです。
    the data changed after the plan was shown
    → 計画を表示した後にデータが変わりました
    {1} is protected: the studio cannot change it; run the command in a terminal
    → {1} は protected です。閲覧だけできます。端末でコマンドを実行してください
    Not checked: the app's Swift types: {1}
    → 未確認: アプリの Swift の型: {1}
    """#
}
