extension JapaneseTexts {
  static let studio = #"""
    # Studio
    Opens a page of this machine that shows the data of the project's environments, with pictures. Only the browser that opens the printed URL is served, and the URL can be opened once. The masked fields of protected environments are not shown.
    → プロジェクトの環境のデータを、画像とともにこのマシンのページに表示します。応答するのは表示された URL を開いたブラウザだけで、URL を開けるのは一度だけです。protected の環境のマスクするフィールドは表示しません。
    Browse and compare environments in the browser.
    → 環境をブラウザで閲覧し、比較する。
    The port; 0 for any free one (default: 4000, or the next free one).
    → ポート。0 は任意の空きポート（既定: 4000 か、その次の空きポート）。
    Print the URL without opening a browser.
    → ブラウザを開かずに URL を表示する。
    The URL can be opened once. Press Ctrl-C to stop.
    → この URL を開けるのは一度だけです。Ctrl-C で終了します。
    Browse
    → 閲覧
    go
    → 移動
    copied
    → コピーしました
    download
    → ダウンロード
    masked
    → マスク
    key
    → キー
    environment
    → 環境
    last seed
    → 前回の投入
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
    tane studio does not answer; start it again
    → tane studio が応答しません。もう一度起動してください
    guard: open
    → ガード: open
    guard: asks before it writes
    → ガード: 書き込む前に確認
    guard: protected, only for looking
    → ガード: protected、閲覧のみ
    No mask mentions this service: personal data is shown as it is.
    → このサービスにはマスクがありません。個人情報をそのまま表示しています。
    Nothing is here, or it was removed meanwhile.
    → 何もないか、その間に削除されました。
    nothing can be read here
    → ここでは何も読み取れません
    no such object is shown
    → そのオブジェクトは表示できません
    The studio has no such page.
    → そのページはありません。
    "{1}" is not an address; expected one such as shops:/shops/0
    → 「{1}」はアドレスではありません。shops:/shops/0 のように書いてください
    the studio is served only as localhost or 127.0.0.1
    → 応答するのは localhost か 127.0.0.1 へのリクエストだけです
    the request is from another page
    → ほかのページからのリクエストです
    this browser has no session; open the URL that tane studio printed, or run tane studio again
    → このブラウザにはセッションがありません。tane studio が表示した URL を開くか、tane studio をもう一度実行してください
    the form is not from this session; load the page again
    → このセッションのフォームではありません。ページを読み込み直してください
    the token in the URL is wrong or was used already; run tane studio again for a new one
    → URL のトークンが正しくないか、すでに使われています。tane studio をもう一度実行してください
    """#
}
