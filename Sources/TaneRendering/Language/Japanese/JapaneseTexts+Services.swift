extension JapaneseTexts {
  static let services = #"""
    # EnvironmentProfiles+Activation
    {1}, because its guard is "{2}"; to write to it, call activate("{3}", access: .writing)
    → ガードが {2} のため、{1}。書き込むには activate("{3}", access: .writing) とアクセスを指定してください
    {1}, because its guard is "protected": only an approved plan can write to it
    → ガードが protected のため、{1}。書き込めるのは承認された計画だけです
    # Other
    the current value is not the expected value
    → 値が想定と違います
    reachable
    → 接続可能
    readable
    → 読み取り可能
    writable
    → 書き込み可能
    credential
    → 認証情報
    behind
    → 遅れて
    ahead
    → 進んで
    # Documents/EmbeddedDocuments
    "{1}" is not a collection.
    → "{1}" はコレクションではありません。
    The page size is {1}; it must be at least 1.
    → 1 ページの件数が {1} です。1 以上にしてください。
    "{1}" is a collection.
    → "{1}" はコレクションです。
    # EmbeddedBucket
    the name "{1}" {2}
    → 名前 "{1}" {2}
    a page of {1} results was requested; expected 1 to 1,000
    → 1 ページに {1} 件がリクエストされました。指定できるのは 1 から 1,000 件までです
    has generation {1}, metageneration {2}
    → は世代 {1}、メタ世代 {2} です
    has generation {1}
    → は世代 {1} です
    is missing
    → はありません
    the object {1} {2}, but {3}; nothing was changed: compare again
    → オブジェクト {1} {2}。{3}。何も変更していません。確認し直してください
    the object {1} does not exist
    → オブジェクト {1} がありません
    the object {1} is damaged: its bytes do not match their stored checksum; upload it again, or move the file elsewhere, then seed again
    → オブジェクト {1} は壊れています: 内容が保存時のチェックサムと一致しません。アップロードし直すか、ファイルを別の場所に移して投入し直してください
    the object {1} is {2} in size, more than the requested maximum of {3}
    → オブジェクト {1} は {2} あり、リクエストされた上限の {3} バイトを超えています
    # EmbeddedBucket+Files
    {1} changed while it was being read; run the command again
    → 読み込み中に {1} が変更されました。もう一度実行してください
    # Stores/UpdateCheck
    and {1}
    → と {1}
    the current value at {1} is not the expected value
    → {1} の値が想定と違います
    the current values at {1} are not the expected values
    → {1} の値が想定と違います
    the update writes {1} twice: remove one of the writes
    → 更新による {1} への書き込みが重複しています。一方だけにしてください
    the update writes {1} and, below it, {2}: remove one of the writes
    → 更新が {1} と、その下の {2} に書き込みます。一方だけにしてください
    # Storage/EmbeddedFile
    in memory
    → メモリ上
    this file was written by a newer version of Tane (format {1}, this version supports format {2}): update Tane, or move the file elsewhere and seed again
    → 新しいバージョンの Tane で作成されたファイルです（形式 {1}、この Tane の対応は形式 {2}）。Tane を更新するか、ファイルを別の場所に移して投入し直してください
    this is the SQLite database of another program: use another file in the profile
    → SQLite のデータベースですが、Tane のものではありません。プロファイルで別のファイルを指定してください
    # Storage/EmbeddedFolder
    this is a folder, but a file is expected: move the folder elsewhere
    → フォルダです。ファイルが必要です。別の場所に移してください
    its folder {1} cannot be accessed: check that folder's permissions
    → フォルダ {1} にアクセスできません。フォルダの権限を確認してください
    its folder {1} cannot be created, because {2} is a file: move that file elsewhere
    → フォルダ {1} を作成できません。{2} がファイルのためです。ファイルを別の場所に移してください
    its folder {1} cannot be created: check the permissions of the folders above it
    → フォルダ {1} を作成できません。上位のフォルダの権限を確認してください
    # Storage/StoreError+SQLite
    the disk is full: free some space, then try again
    → ディスクに空きがありません。空きを作ってからもう一度実行してください
    another process is writing to it and did not finish in time: try again later
    → 別のプロセスの書き込みが時間内に終わりませんでした。あとでもう一度実行してください
    it is read-only: check the permissions of the file and its folder
    → 読み取り専用です。ファイルとフォルダの権限を確認してください
    this file is not a SQLite database: move it elsewhere, then seed again
    → SQLite のデータベースではありません。別の場所に移して投入し直してください
    this file is damaged: run tane doctor --store --repair to replace it
    → ファイルが壊れています。tane doctor --store --repair で置き換えられます
    this file cannot be opened: check the permissions of the file and its folder
    → ファイルを開けません。ファイルとフォルダの権限を確認してください
    the data exceeds SQLite's limit for one value (1,000,000,000 bytes)
    → データが、SQLite の一つの値の上限（1,000,000,000 バイト）を超えています
    SQLite failed with "{1}"
    → SQLite のメッセージ: "{1}"
    this file is damaged{1}: run tane doctor --store to see the damage, and add --repair to repair it
    → ファイルが壊れています{1}。tane doctor --store で場所を調べ、--repair を付けると修復できます
    it was opened for reading only
    → 読み取り専用で開かれています
    # CompiledFixtures
    the compiled fixtures cannot be decoded; clean the build folder and build again
    → コンパイルされたフィクスチャを読めません。ビルドフォルダを消して、もう一度ビルドしてください
    # InMemoryObjectStore
    a page must have 1 to 1,000 results
    → 1 ページは 1 から 1,000 件です
    the object {1} does not meet the precondition of the write
    → オブジェクト {1} が、書き込み側の想定と違います
    # InMemoryTreeStore
    the update contains overlapping paths: {1} and {2}
    → 更新のパス {1} と {2} が重なっています
    # CheckedService
    it cannot be reached
    → 接続できません
    # EmbeddedProbe
    it cannot be read
    → 読めません
    {1} cannot be written; check its permissions and its owner
    → {1} に書き込めません。権限と所有者を確認してください
    # EnvironmentConnector
    no access: {1}
    → アクセスできません: {1}
    # Providers/ServiceProvider
    this kind of URL is not supported
    → この種類の URL のクライアントはありません
    # Accounts/IdentityToolkitClient+Changing
    the account {1}: {2}
    → アカウント {1}: {2}
    no reason given
    → 理由は不明
    {1} could not be removed (first error: "{2}"); try again
    → {1} を削除できませんでした。最初の理由は "{2}" です。もう一度実行してください
    # Accounts/IdentityToolkitClient+OwnAccounts
    the response has no verification ID; try again
    → 応答に確認 ID がありません。もう一度実行してください
    # Accounts/IdentityToolkitClient+Errors
    an HTML page was returned with status {1}
    → ステータス {1} で HTML ページが返りました
    status {1}
    → ステータス {1}
    {1} (status {2})
    → {1}（ステータス {2}）
    Authentication is not set up in {1}: open Authentication in the Firebase console and choose "Get started"
    → {1} で Authentication が設定されていません。Firebase のコンソールで開き、「始める」を選んでください
    check "accounts" in the profile
    → プロファイルの "accounts" を確認してください
    a quota of the project is exhausted: try again later
    → プロジェクトの割り当てを使い切りました。しばらくしてもう一度実行してください
    give the credential's account the role {1}, or use another key
    → 認証情報のアカウントにロール「{1}」を付与するか、別の鍵を使ってください
    correct "accounts.apiKey" in the profile
    → プロファイルの "accounts.apiKey" を修正してください
    the API key does not allow this; check its restrictions in the Google Cloud console, and "accounts.apiKey" in the profile
    → この API キーではアプリの操作が許可されていません。Google Cloud のコンソールのキーの制限と、プロファイルの "accounts.apiKey" を確認してください
    set a quota project with gcloud auth application-default set-quota-project {1}, or use a service account's key
    → gcloud auth application-default set-quota-project {1} で割り当てプロジェクトを設定するか、サービスアカウントの鍵を使ってください
    # Accounts/IdentityToolkitClient+SigningIn
    users need an API key to sign in, but none was found in the project's apps; add "accounts: { project: {1}, apiKey: ${FIREBASE_API_KEY} }" to the profile, or put the app's GoogleService-Info.plist in the project's folder
    → サインインにはプロジェクトのアプリの API キーが必要ですが、見つかりません。プロファイルに "accounts: { project: {1}, apiKey: ${FIREBASE_API_KEY} }" と書くか、アプリの GoogleService-Info.plist をプロジェクトのフォルダに置いてください
    the response has no tokens; try again
    → 応答にトークンがありません。もう一度実行してください
    # Accounts/IdentityToolkitClient+Storing
    ; {1} of {2} were stored before the error
    → 。エラーの前に {2}のうち {1} 件が保存されました
    the algorithm of its password hash is unknown; specify the password itself, or no password
    → パスワードのハッシュのアルゴリズムが不明です。パスワード自体を書くか、パスワードを省いてください
    Firebase sets a password hash only when it creates an account; remove the account, or specify the password itself
    → Firebase がパスワードのハッシュを設定するのは、アカウントを作るときだけです。アカウントを削除するか、パスワード自体を書いてください
    the response lists accounts that were not sent
    → 応答に、送信していないアカウントが含まれています
    the service gave no reason
    → サービスから理由が返されませんでした
    # Accounts/IdentityToolkitClient+Updating
    some changes were skipped because the server does not implement them (status 501): {1}; update the emulator, and run the command again
    → サーバーが対応していないため、一部の変更を除外しました（ステータス 501）: {1}。エミュレータを更新し、もう一度実行してください
    the provider {1}
    → プロバイダ {1}
    # Accounts/IdentityToolkitClient
    accounts ({1})
    → アカウント（{1}）
    the service returned the same page of accounts twice; try again
    → アカウントのページが終わりません。もう一度実行してください
    the response contains an invalid account; try again
    → 応答に正しくないアカウントがあります。もう一度実行してください
    # Credentials/AuthorizedUser
    the user of {1}
    → {1} のユーザー
    # Credentials/CredentialFinder
    the credentials
    → 認証情報
    the profile's credentials
    → プロファイルの認証情報
    gcloud's credentials
    → gcloud の認証情報
    gcloud's folder
    → gcloud のフォルダ
    no credentials found: {1} is not set, {2} does not exist, and this is not a Google Cloud machine; set "credentials" in the profile to the key of a service account, or log in with gcloud auth application-default login
    → 認証情報がありません: {1} が設定されておらず、{2} がなく、Google Cloud のマシンでもありません。プロファイルの "credentials" でサービスアカウントの鍵を指定するか、gcloud auth application-default login でログインしてください
    there is no file {1}; correct the path
    → ファイル {1} がありません。パスを修正してください
    {1} cannot be read: {2}
    → {1} を読めません: {2}
    {1}: expected the path of a credentials file, found {2}; save it in a file, and specify the path of that file, for example in the variable GOOGLE_APPLICATION_CREDENTIALS
    → {1}: 認証情報のファイルのパスが必要ですが、{2}です。ファイルに保存し、GOOGLE_APPLICATION_CREDENTIALS などの変数でそのパスを指定してください
    {1} is not a Google credentials file: {2}; download the key of a service account
    → {1} は Google の認証情報のファイルではありません: {2}。サービスアカウントの鍵をダウンロードしてください
    source_credentials of {1}
    → {1} の source_credentials
    {1} contains credentials of the unsupported type "{2}"; use workload identity, a service account's key, or gcloud auth application-default login
    → {1} の認証情報の種類 "{2}" には対応していません。ワークロード ID、サービスアカウントの鍵、gcloud auth application-default login のいずれかを使ってください
    it is the google-services.json of an Android app
    → Android アプリの google-services.json です
    it is an OAuth client secret, which is for signing in users
    → ユーザーがサインインするための OAuth クライアントのシークレットです
    it has no "type"
    → "type" がありません
    it is a property list, such as the GoogleService-Info.plist of an app
    → アプリの GoogleService-Info.plist のようなプロパティリストです
    it is a bare key, without the JSON around it
    → JSON ではなく、鍵だけのファイルです
    it is not a JSON object
    → JSON のオブジェクトではありません
    # Credentials/CredentialProgram
    {1}: "timeout_millis" must be from 5,000 to 120,000, and "interactive_timeout_millis" from 30,000 to 1,800,000
    → {1}: "timeout_millis" は 5,000 から 120,000、"interactive_timeout_millis" は 30,000 から 1,800,000 でなければなりません
    {1}: running its program requires permission: check the command, then set {2}=1
    → {1}: プログラムを実行するには許可が必要です。コマンドを確認し、{2}=1 を設定してください
    {1}: the program of "credential_source" failed: {2}
    → {1}: "credential_source" のプログラムが失敗しました: {2}
    a quote in its command is not closed
    → コマンドの引用符が閉じていません
    its output is not JSON
    → 出力が JSON ではありません
    its output lacks "version" or "success"
    → 出力に "version" か "success" がありません
    its output has version {1}, which is not supported
    → 出力のバージョン {1} には対応していません
    its output lacks "code" or "message"
    → 出力に "code" か "message" がありません
    the token has expired
    → トークンの有効期限が切れています
    its output has no token of a supported "token_type"
    → 出力に、対応する "token_type" のトークンがありません
    # Credentials/DefaultTokenSource
    the application default credentials
    → アプリケーションのデフォルト認証情報
    # Credentials/ExternalAccount
    the workload identity of {1}
    → {1} のワークロード ID
    {1}: AWS credentials are not supported; use a credential_source with "file", "url" or "executable"
    → {1}: AWS の認証情報には対応していません。"file"、"url"、"executable" のいずれかの credential_source を使ってください
    {1}: "workforce_pool_user_project" is only for workforce pools; remove it
    → {1}: "workforce_pool_user_project" を使えるのはワークフォースプールだけです。削除してください
    check the workload identity provider: its audience, its conditions, and whether the subject token has expired
    → ワークロード ID プロバイダのオーディエンスと条件、サブジェクトトークンの有効期限を確認してください
    {1}: "{2}" must be the HTTPS address of {3}.googleapis.com or one of its regions; tokens are sent only there
    → {1}: "{2}" は {3}.googleapis.com かそのリージョンの HTTPS アドレスでなければなりません。ほかの場所にはトークンを送信しません
    # Credentials/GoogleCredential
    the access token
    → アクセストークン
    # Credentials/ImpersonatedAccount
    {1}: "{2}" does not end in ACCOUNT{3}; correct it
    → {1}: "{2}" が ACCOUNT{3} で終わっていません。修正してください
    give {1} the role Service Account Token Creator on {2}, and enable the IAM Service Account Credentials API
    → {1} に、{2} に対する Service Account Token Creator のロールを付与し、IAM Service Account Credentials API を有効にしてください
    # Credentials/MetadataServer
    the account of this machine
    → このマシンのアカウント
    # Credentials/ProgramRun
    it exited with code {1}
    → コード {1} で終了しました
    it was terminated by signal {1}
    → シグナル {1} で終了しました
    it printed more than 1 MiB
    → 1 MiB を超える出力がありました
    it took longer than its "timeout_millis" allows
    → "timeout_millis" より長くかかりました
    it cannot be started: {1}
    → 起動できません: {1}
    # Credentials/ServiceAccountKey
    the service account {1}
    → サービスアカウント {1}
    {1}: "token_uri" must be an https URL, so that the key's signature is sent encrypted; download the key again
    → {1}: "token_uri" は https の URL でなければなりません。そうでないと鍵の署名が途中で読まれるおそれがあります。鍵をダウンロードし直してください
    {1}: "private_key" is not an RSA key in PEM format; download the key again
    → {1}: "private_key" が PEM の RSA 鍵ではありません。鍵をダウンロードし直してください
    {1}: "{2}" is missing; download the file again
    → {1}: "{2}" がありません。ファイルをダウンロードし直してください
    # Credentials/SubjectToken
    {1}: "credential_source" is missing; download the file again
    → {1}: "credential_source" がありません。ファイルをダウンロードし直してください
    {1}: "credential_source" must contain exactly one of "file", "url" or "executable"; other sources are not supported
    → {1}: "credential_source" には "file"、"url"、"executable" のうち一つだけが必要です。ほかの取得元には対応していません
    {1}: "url" of "credential_source" is not a valid URL; correct it
    → {1}: "credential_source" の "url" が正しい URL ではありません。修正してください
    {1}: the format of "credential_source" is "{2}"; expected "text" or "json"
    → {1}: "credential_source" の形式が "{2}" です。text か json が必要です
    {1}: there is no file {2} with the subject token
    → {1}: サブジェクトトークンのファイル {2} がありません
    {1}: {2} cannot be read: {3}
    → {1}: {2} を読めません: {3}
    {1}: {2} returned status {3} instead of the subject token
    → {1}: {2} の応答がサブジェクトトークンではなく、ステータス {3} でした
    {1}: {2} contains no subject token
    → {1}: {2} にサブジェクトトークンがありません
    under the key "{1}"
    → （キー "{1}"）
    # Credentials/TokenRequest
    no token available
    → 現在トークンを取得できません
    the server
    → サーバー
    {1}: {2} responded without a token; check whether a proxy or a login page responds in its place
    → {1}: {2} の応答にトークンがありません。代わりにプロキシやログインページが応答していないか確認してください
    {1}: no token available ({2}); try again
    → {1}: 現在トークンを取得できません（{2}）。もう一度実行してください
    {1}: {2} responded with status {3} and without a token; check whether a proxy or a login page responds in its place
    → {1}: {2} の応答はステータス {3} で、トークンがありません。代わりにプロキシやログインページが応答していないか確認してください
    {1}: no token ({2}); {3}
    → {1}: トークンを取得できません（{2}）。{3}
    the clock of this machine is {1} minutes {2}; correct it
    → このマシンの時計が {1} 分{2}います。時刻を合わせてください
    account not found
    → アカウントが見つかりません
    the key was revoked or its account deleted: create a new key in the Google Cloud console, under IAM, service accounts
    → 鍵が取り消されたか、アカウントが削除されました。Google Cloud コンソール（IAM、サービス アカウント）で新しい鍵を作成してください
    the key or the consent was revoked, or has expired: create a new key, or log in again with gcloud auth application-default login
    → 鍵または同意が取り消されたか、期限が切れました。新しい鍵を作成するか、gcloud auth application-default login でログインし直してください
    Google rejected the client in the credentials file: get a new credentials file
    → 認証情報のファイルのクライアントが Google に存在しないか、許可されていません。新しいファイルを取得してください
    the account is not allowed to use the OAuth scopes that Firebase requires
    → このアカウントでは、Firebase に必要なスコープを取得できません
    check the credentials file
    → 認証情報のファイルを確認してください
    # Database/DatabaseLocation
    this is not the URL of a Realtime Database: expected https://NAME.firebaseio.com or https://NAME.REGION.firebasedatabase.app, as shown in the Firebase console
    → Realtime Database の URL ではありません。Firebase のコンソールにある https://NAME.firebaseio.com か https://NAME.REGION.firebasedatabase.app が必要です
    # Database/RealtimeDatabaseClient+Conditions
    the value changed after an attempt without a response
    → 応答のなかった試行の後に値が変わりました
    {1} was changed by others during each of {2} attempts; try again when there are fewer writes
    → {2} 回の試行のたびに、ほかの人が {1} を変更しました。書き込みが少ないときに、もう一度実行してください
    # Database/RealtimeDatabaseClient+Parts
    {1}: the value exceeds the response limit of the Realtime Database, and has no children to read one by one
    → {1}: 値が Realtime Database の応答の上限を超えていますが、一つずつ読み取れる子がありません
    # Database/RealtimeDatabaseClient+Errors
    {1}; alternatively, order by key, which needs no index
    → {1}。または、インデックスの不要なキーの順にしてください
    the value is no longer the expected value
    → 値が想定と違っています
    {1}; the database is disabled in the Firebase console
    → {1}。データベースがコンソールで無効になっています
    set the URL in the profile to {1}
    → プロファイルの URL を {1} にしてください
    use that URL in the profile
    → プロファイルではその URL を使ってください
    check the database's name in the URL
    → URL のデータベースの名前を確認してください
    # Database/RealtimeDatabaseClient+Writing
    ; {1} of this update, which is too large for one request, had been sent: run it again to complete it
    → 。大きすぎるため分割されたこの更新のうち {1} が完了しました。もう一度実行すると完了します
    # Database/WebSocket/DatabaseSession+Connecting
    the WebSocket connection ended{1}; try again
    → WebSocket の接続が切れました{1}。もう一度実行してください
    the service redirects to {1}, but Tane follows redirects only to trusted hosts; check the URL
    → サービスが {1} へ転送しますが、Tane が従うのは信頼できるホストへの転送だけです。URL を確認してください
    the service rejected the connection: {1}
    → サービスが接続を受け付けません: {1}
    the database rejected the credential: {1}
    → データベースが認証情報を受け付けません: {1}
    # Database/WebSocket/DatabaseSession+Events
    read access was revoked, or the data is too large
    → 読み取り権限がなくなったか、データが大きすぎます
    the service rejected a disconnect operation: {1}
    → サービスが、切断時の書き込みを受け付けません: {1}
    # Database/WebSocket/DatabaseSession
    the service rejected the request: {1}
    → サービスがリクエストを拒否しました: {1}
    the connection was lost before the service responded, and the disconnect operations at {1} may have been executed
    → 処理中に接続が切れました。{1} への残りの書き込みは実行された可能性があります
    the host {1} cannot be reached
    → ホスト {1} に接続できません
    the service ended the subscription to {1}: {2}
    → サービスが {1} の監視を終了しました: {2}
    the service sent too many redirects between hosts
    → サービスのホスト間の転送回数が多すぎます
    the disconnect operations take up {1}; the Realtime Database allows up to {2}; write less data
    → 切断時に書き込むものが {1} あります。Realtime Database では {2} までです。書き込むデータを減らしてください
    # Database/WebSocket/DatabaseSocket
    a message is larger than {1} bytes
    → メッセージが {1} バイトを超えています
    a message does not use protocol version 5
    → プロトコルのバージョン 5 のメッセージではありません
    # Database/WebSocket/WebSocketLink
    it does not support WebSocket
    → 接続先が WebSocket に対応していません
    # Firestore/FirestoreClient+Aggregating
    lacks a requested aggregate
    → に、リクエストした数値がありません
    # Firestore/FirestoreClient+Committing
    the commit of {1} takes up {2} bytes as JSON; up to {3} are allowed: write fewer documents at a time
    → {1} のコミットは JSON で {2} バイトあります。{3} バイトまでです。一度に書き込むドキュメントを減らしてください
    contains the results of {1}, but {2} were sent
    → に含まれる結果は {1} ですが、送信したのは {2} 件です
    The commit has {1} transforms of the document {2}; up to {3} are allowed.
    → コミットにドキュメント {2} の変換が {1} 個あります。{3} 個までです。
    # Firestore/FirestoreClient+Conflicts
    the documents have changed after an attempt without a response
    → 応答のなかった試行の後にドキュメントが変わりました
    # Firestore/FirestoreClient+Exporting
    the export may have been started: check with gcloud firestore operations list
    → エクスポートは始まっている可能性があります。gcloud firestore operations list で確認できます
    Cloud Datastore Import Export Admin in the database's project
    → データベースのプロジェクトの Cloud Datastore Import Export Admin
    the Firestore service agent (service-PROJECT_NUMBER@gcp-sa-firestore.iam.gserviceaccount.com) also needs the role Storage Admin for the bucket
    → Firestore のサービスエージェント（service-PROJECT_NUMBER@gcp-sa-firestore.iam.gserviceaccount.com）にも、バケットのロール「Storage Admin」が必要です
    specify a folder that does not exist yet, or only the bucket to create a new folder each time
    → まだないフォルダか、毎回新しいフォルダが作られるバケットだけを指定してください
    "{1}" is not the name of an operation
    → "{1}" はオペレーションの名前ではありません
    lacks the name of an operation
    → にオペレーションの名前がありません
    # Firestore/FirestoreClient+Reading
    contains {1}, but {2} were requested
    → に含まれるのは {1} ですが、リクエストしたのは {2} 件です
    "{1}" is not a document: the parent of a query must be a document.
    → "{1}" はドキュメントではありません: クエリはドキュメントの下に対して行います。
    # Firestore/FirestoreClient+Errors
    the credential needs the role {1}
    → 認証情報にロール「{1}」が必要です
    try again
    → もう一度実行してください
    the database is in Datastore mode, which has no documents: use a database in Native mode in the profile
    → Datastore モードで、ドキュメントがありません。プロファイルで Native モードのデータベースを指定してください
    check the project and database names in the profile, or create the database in the Firebase console
    → プロファイルのプロジェクトとデータベースの名前を確認するか、データベースを Firebase のコンソールで作成してください
    in the Google Cloud console
    → プロジェクトのコンソールで
    enable the Cloud Firestore API {1}, wait a few minutes and try again
    → Cloud Firestore API を有効にし（{1}）、数分待ってからもう一度実行してください
    write fewer documents at a time
    → 一度に書き込むドキュメントを減らしてください
    others are writing the same documents: try again when there are fewer writes
    → 同じドキュメントにほかの人が書き込んでいます。書き込みが少ないときに、もう一度実行してください
    a quota is exhausted, or requests are too frequent: try again later, or check the quotas of the project
    → 割り当てを使い切ったか、リクエストが多すぎます。しばらくしてもう一度実行するか、プロジェクトの割り当てを確認してください
    try again later
    → しばらくしてもう一度実行してください
    the service took too long: request less data, or try again
    → サービスの処理に時間がかかりすぎました。取得する量を減らすか、もう一度実行してください
    create the index{1}, or remove the filter or order from the query
    → その条件や並び順を外すか、インデックスを作成してください{1}
    , see it at {1}
    → （{1} を参照）
    the index is being built: try again when it is ready{1}
    → インデックスを作成中です。完了してからもう一度実行してください{1}
    # Firestore/FirestoreClient+Requests
    the response {1}; try again
    → 応答{1}。もう一度実行してください
    has the wrong type at {1}: expected {2}, found {3}
    → の {1} は {3} ですが、{2}が必要です
    is invalid: {1}
    → が正しくありません: {1}
    lacks the name of a document
    → に必要なドキュメントの名前がありません
    # Firestore/FirestoreClient+Transactions
    others changed data that the transaction read during each of {1}; try again when there are fewer writes
    → {1}のたびに、トランザクションで読み取ったデータをほかの人が変更しました。書き込みが少ないときに、もう一度実行してください
    lacks the ID of a transaction
    → にトランザクションがありません
    # Firestore/FirestoreFailure
    no status
    → ステータスなし
    Cloud Datastore User in the database's project
    → データベースのプロジェクトの Cloud Datastore User
    Firebase Realtime Database Admin in the database's project
    → データベースのプロジェクトの Firebase Realtime Database Admin
    Firebase Authentication Admin in {1}
    → {1} の Firebase Authentication Admin
    Firebase Remote Config Admin in {1}
    → {1} の Firebase Remote Config Admin
    Storage Object Admin for the bucket
    → バケットの Storage Object Admin
    a reference does not point to a document: {1}
    → ドキュメントの参照ではありません: {1}
    an array is directly inside an array
    → 配列の直下に配列があります
    "value" or "useInAppDefault"
    → value または useInAppDefault
    an object
    → オブジェクト
    {1} does not fit in a 64-bit integer
    → {1} は 64 ビット整数に収まりません
    # Firestore/FirestoreLocation
    this is not the name of a Firestore database: expected projects/PROJECT/databases/(default)
    → Firestore のデータベースの名前ではありません。projects/PROJECT/databases/(default) が必要です
    this is not a Firestore database of an emulator: expected http://HOST:PORT and projects/PROJECT/databases/(default), found "{1}"
    → エミュレータの Firestore のデータベースではありません。http://HOST:PORT と projects/PROJECT/databases/(default) が必要ですが、"{1}" です
    # Firestore/Listening/ListenSession
    a message cannot be read: {1}
    → メッセージを読めません: {1}
    nothing was received within {1} s
    → {1} 秒以内に何も受信しませんでした
    the service sent a message that cannot be read: {1}
    → サービスから解釈できないデータを受信しました: {1}
    the document {1} cannot be read: {2}
    → ドキュメント {1} を読めません: {2}
    the name of a document is invalid: {1}
    → ドキュメントの名前が正しくありません: {1}
    # Probing/LinkProbe
    is not a valid URL, or redirects to one that is not
    → は正しい URL ではないか、正しくない URL に転送されます
    returns status {1}
    → の応答はステータス {1} です
    cannot be reached: {1}
    → につながりません: {1}
    redirects more than {1} times
    → は {1} 回を超えて転送されます
    # Probing/ServiceProber
    no access token
    → アクセストークンがありません
    the credential is not accepted
    → 認証情報が受け付けられません
    the service returned another error before it checked the credential
    → サービスが先に別の応答を返しました
    # RemoteConfig/RemoteConfigClient
    to replace the template, read it first and pass its ETag
    → テンプレートを置き換えるには、先に読み取り、その ETag を指定してください
    the response has no ETag, which is required to replace the template; try again
    → テンプレートの置き換えに必要な ETag が応答にありません。もう一度実行してください
    the response is not a Remote Config template ({1}); try again
    → 応答が Remote Config のテンプレートではありません（{1}）。もう一度実行してください
    {1}; somebody else published a template: read the template and compare again
    → {1}。ほかの人がテンプレートを公開しました。読み直して、もう一度比較してください
    {1}; enable the Firebase Remote Config API {2}, wait a few minutes and try again
    → {1}。Firebase Remote Config API を有効にし（{2}）、数分待ってからもう一度実行してください
    # Storage/BucketLocation
    a bucket
    → バケット
    # Storage/CloudStorageBucket+Changing
    {1} was changed by others during each of {2} attempts; try again
    → {2} 回の試行のたびに、ほかの人が {1} を変更しました。もう一度実行してください
    the response has no token to continue the copy; try again
    → 応答に、コピーを続行するための情報がありません。もう一度実行してください
    # Storage/CloudStorageBucket+Downloads
    {1} cannot be downloaded to {2}: {3}
    → {1} を {2} にダウンロードできません: {3}
    # Storage/CloudStorageBucket+Listing
    a page cannot have {1} results; request 1 to 1,000
    → 1 ページを {1} 件にはできません。1 から 1,000 件にしてください
    the response lacks the metadata of some objects; try again
    → 応答に、すべてのオブジェクトの情報がありません。もう一度実行してください
    # Storage/CloudStorageBucket+Probing
    this emulator does not report permissions
    → このエミュレータでは権限が分かりません
    the credential lacks {1}; give it the role Storage Object Admin for the bucket
    → 認証情報に {1} の権限がありません。バケットのロール Storage Object Admin を付与してください
    # Storage/CloudStorageBucket+Errors
    {1}; check the bucket's name in the profile, and that Firebase Storage is set up
    → {1}。プロファイルのバケットの名前と、Firebase Storage が設定されていることを確認してください
    the object
    → オブジェクト
    {1} does not have the expected generation; compare again
    → {1} の世代が想定と違います。もう一度比較してください
    # Storage/CloudStorageBucket+Uploads
    {1} cannot be read to upload {2}: {3}
    → {2} としてアップロードする {1} を読めません: {3}
    {1}: the stored bytes differ from those that were sent; upload it again
    → {1}: サービスに保存された内容が、送信した内容と違います。アップロードし直してください
    # Storage/CloudStorageBucket
    {1} has generation {2} and metageneration {3}: {4}
    → {1} は世代 {2}、メタ世代 {3} です: {4}
    the object {1} does not exist: {2}
    → オブジェクト {1} がありません: {2}
    the response does not contain a valid object; try again
    → 応答に正しいオブジェクトがありません。もう一度実行してください
    {1} is larger than {2}, the requested maximum
    → {1} は、リクエストした上限の {2} を超えています
    # Storage/ObjectDownload
    the downloaded bytes differ from the stored ones (CRC-32C); try again
    → 受信した内容が、保存されている内容と違います（CRC-32C の不一致）。もう一度実行してください
    {1} was replaced by others during each of {2} downloads; try again
    → {2} 回のダウンロードのたびに、ほかの人が {1} を置き換えました。もう一度実行してください
    # Storage/ResumableUpload
    {1}: the service lost the upload {2} times; try again later
    → {1}: サービス側でアップロードが {2} 回失われました。あとでもう一度実行してください
    the service returned no upload URL, or one on a different host; try again
    → アップロードの続行先が、サービス自身のホストではありません。もう一度実行してください
    the file for {1} was truncated while it was being sent; run the command again
    → 送信中に {1} のファイルが短くなりました。もう一度実行してください
    the service did not report how many bytes it received; upload the object again
    → サービスがどこまで受信したか不明です。アップロードし直してください
    {1}: the service accepted only {2} of {3}; try again
    → {1}: サービスが受信したのは {3} のうち {2} バイトまでです。もう一度実行してください
    # Transport/AsyncHTTPTransport
    {1} when connecting to {2}:{3}
    → {1}（接続先 {2}:{3}）
    its certificate is for a different host
    → 証明書が別のホストのものです
    this machine does not trust its certificate: it is self-signed, issued by a proxy, or expired
    → このマシンが信頼しない証明書です: 自己署名、プロキシの署名、または期限切れ
    it does not support TLS
    → 接続先が TLS に対応していません
    it took too long
    → 時間がかかりすぎました
    # Transport/GRPCLink
    it does not support gRPC
    → 接続先が gRPC に対応していません
    # Transport/ProjectLocation
    a project
    → プロジェクト
    {1}: a user signed in or out during the upload; start it again
    → {1}: アップロード中にサインインまたはサインアウトがありました。もう一度始めてください
    # MissingNetwork
    this tane was built without network support; rebuild it without --disable-default-traits
    → この tane はネットワーク機能なしでビルドされています。--disable-default-traits を付けずにビルドしてください
    no network
    → ネットワーク機能なし
    # Transport/ProxySettings
    ; the connection to a proxy is not encrypted, but the traffic in it is
    → 。プロキシまでの接続は暗号化せず、その中を通るものを暗号化します
    ; proxies of other kinds, such as SOCKS, are not supported
    → 。SOCKS などほかの種類のプロキシには対応していません
    {1} is "{2}", which is not a valid HTTP proxy: expected http://HOST:PORT{3}; correct the variable or unset it
    → {1} の "{2}" は正しい HTTP プロキシではありません。http://HOST:PORT が必要です{3}。変数を修正するか、設定を外してください
    # Transport/RequestRecord
    canceled
    → 打ち切り
    #{1} {2} {3} → {4}, sent {5} B, received {6} B, {7}, attempt {8}
    → #{1} {2!} {3!} → {4}、送信 {5} B、受信 {6} B、{7}、試行 {8}
    , delayed by {1}
    → 、前に {1} 待機
    ; retrying with a new token
    → 。新しいトークンを取得し、もう一度送信します
    ; retrying in {1}: {2}
    → 。{1} 待ってから、もう一度送信します: {2}
    # Transport/ServiceClient+Errors
    an HTML page was returned instead of data; check the URL, and whether a proxy or a login page responds in the service's place
    → データの代わりに HTML ページが返りました。URL を確認し、プロキシやログインページがサービスの代わりに応答していないか確認してください
    the response is not JSON, or was truncated; try again
    → 応答が JSON ではないか、途中で切れています。もう一度実行してください
    the project's quota is exhausted
    → プロジェクトの割り当てを使い切りました
    the service accepts no more requests at the moment: try again later, or lower "limits.bytesPerMinute" in the profile
    → サービスが現在リクエストを受け付けていません。しばらくしてもう一度実行するか、プロファイルの limits.bytesPerMinute を下げてください
    check the URL, and whether a proxy or a login page responds in the service's place
    → URL を確認し、プロキシやログインページがサービスの代わりに応答していないか確認してください
    another address
    → 別の場所
    the address redirects to {1}, but Tane does not follow redirects; correct the URL in the profile
    → アドレスが {1} へ転送されますが、この転送には従いません。正しい URL をプロファイルに書いてください
    the security rules do not allow this for the signed-in user; check them, or sign in as another user
    → セキュリティルールでは、サインインしているユーザーにこの操作が許可されていません。ルールを確認するか、別のユーザーでサインインしてください
    set "credentials" in the profile to the key of a service account
    → プロファイルの "credentials" でサービスアカウントの鍵を指定してください
    the emulator does not accept its administrator token; check that the service is an emulator
    → エミュレータが管理者の認証を受け付けません。接続先がエミュレータであることを確認してください
    {1} is not accepted, even with a new token; check that its key belongs to the project, or create a new key
    → {1}は、新しいトークンでも受け付けられません。鍵がプロジェクトのものか確認するか、新しい鍵を作成してください
    {1} is not accepted: such tokens expire after an hour; get a new one, or set "credentials" in the profile to the key of a service account
    → {1}は受け付けられません。このトークンの有効期限は 1 時間です。新しく取得するか、プロファイルの "credentials" でサービスアカウントの鍵を指定してください
    {1} is not allowed to do this; give it the role {2}, or use another key
    → {1}には権限がありません。ロール「{2}」を付与するか、別の鍵を使ってください
    # Transport/ServiceClient
    canceled before all requests were sent
    → すべてのリクエストを送る前に中止しました
    canceled after an attempt that received no response
    → 応答のない試行の後に中止しました
    , with Retry-After
    → 、Retry-After あり
    too many requests, or the service is unavailable
    → リクエストが多すぎるか、現在サービスが応答していません
    no response yet
    → 応答がまだありません
    the response is larger than {1} bytes, the requested maximum
    → 応答が、リクエストした上限の {1} バイトを超えています
    ; {1} without progress (--timeout, limits.timeout)
    → 。{1} の間、進行がありません（--timeout、limits.timeout）
    # Transport/ServiceConnection
    the signed-in user
    → サインインしているユーザー
    {1}: the credential of {2} is only for Firebase and is not sent to {3}; use the https URL of a Firebase service, or an emulator without credentials
    → {1}: {2}の認証情報は Firebase 専用で、{3} には送信しません。Firebase の https のアドレスか、認証情報なしのエミュレータを使ってください
    # Transport/ServiceWait
    {1} s left,
    → 残り {1} 秒、
    {1}, waiting {2}
    → {1}、{2} 待機中
    the service asked Tane to wait {1}
    → サービスが {1} 待つよう求めています
    {1}: {2} ({3}attempt {4} of {5})
    → {1}: {2}（{3}試行 {4}/{5}）
    # Transport/TrustSettings
    {1} is {2}, which contains no PEM certificates
    → {1} は {2} ですが、PEM の証明書がありません
    # Transport/Transport
    unknown host
    → 不明なホスト
    no connection ({1})
    → 接続できません（{1}）
    no encryption ({1})
    → 暗号化できません（{1}）
    proxy failure ({1})
    → プロキシのエラー（{1}）
    no response in time
    → 時間内に応答なし
    connection closed
    → 接続が閉じられました
    the host {1} is unknown; check the URL in the profile and the network
    → ホスト {1} が見つかりません。プロファイルの URL とネットワークを確認してください
    cannot connect to {1} ({2}); check that the server is running and that the network works
    → {1} に接続できません（{2}）。サーバーの起動状態とネットワークを確認してください
    cannot establish an encrypted connection to {1} ({2}); check the URL, this machine's clock and whether a proxy intercepts the traffic
    → {1} に暗号化して接続できません（{2}）。URL、このマシンの日時、通信を読み取るプロキシの有無を確認してください
    the proxy rejected the request or cannot be reached ({1}); check HTTPS_PROXY and NO_PROXY
    → プロキシがリクエストを通さないか、プロキシに接続できません（{1}）。HTTPS_PROXY と NO_PROXY を確認してください
    {1} did not respond in time; try again, or check the network
    → {1} が時間内に応答しません。もう一度実行するか、ネットワークを確認してください
    {1} closed the connection before the response was complete; try again
    → {1} が応答の途中で接続を閉じました。もう一度実行してください
    the request to {1} failed ({2}); try again, or check the network
    → {1} へのリクエストに失敗しました（{2}）。もう一度実行するか、ネットワークを確認してください
    # Transport/WebAddress
    this is not the URL of an emulator: expected http://HOST:PORT without a path, and the name of {1}, which must not be empty
    → エミュレータの URL ではありません。パスのない http://HOST:PORT と、空でない{1}の名前が必要です
    # FirestoreExport/ExportedEntity
    it contains a record that is not a document
    → ドキュメントでないレコードがあります
    it contains entities in a namespace, which only Datastore supports
    → Datastore 専用の名前空間のエンティティがあります
    it contains the path of a document without a collection or an identifier
    → コレクションか ID のないドキュメントのパスがあります
    its values are nested too deeply
    → 値の入れ子が深すぎます
    the name of a field is not UTF-8
    → フィールドの名前が UTF-8 ではありません
    the field "{1}" is a time outside the years 1 to 9999
    → フィールド "{1}" の時刻が 1 年から 9999 年にありません
    the field "{1}" has a value of an unknown type
    → フィールド "{1}" の値の型が分かりません
    the field "{1}" is text that is not UTF-8
    → フィールド "{1}" の文字列が UTF-8 ではありません
    a geopoint at {1}, {2} degrees is out of range
    → {1}, {2} 度の地点は範囲外です
    a reference does not point to a document
    → 参照先がドキュメントではありません
    the document {1}: {2}
    → ドキュメント {1}: {2}
    # FirestoreExport/LevelDBLog
    a record is larger than 64 MiB
    → 64 MiB を超えるレコードがあります
    a record lacks its beginning
    → レコードが途中から始まっています
    a record begins before the previous one ends
    → 前のレコードが終わらないうちに次のレコードが始まっています
    the last record is not complete
    → 最後のレコードが不完全です
    expected a record or zeros
    → レコードかゼロが必要です
    a record of the unknown kind {1}
    → 不明な種類 {1} のレコードがあります
    a record of {1} bytes, of which only {2} are present
    → {1} バイトのレコードのうち {2} バイトしかありません
    the checksum of a record does not match its bytes
    → レコードのチェックサムが内容と合いません
    it is damaged or truncated at byte {1}: {2}
    → {1} バイト目で壊れているか、途切れています: {2}
    # FirestoreExport/ProtocolBufferReader
    it contains a malformed entity
    → 壊れたエンティティがあります
    # Credentials
    no user is signed in, and the security rules do not allow this for everyone; sign in a user, or set "credentials" in the profile to the key of a service account
    → 誰もサインインしておらず、セキュリティルールではこの操作が全員には許可されていません。ユーザーでサインインするか、プロファイルの "credentials" でサービスアカウントの鍵を指定してください
    # Firestore/Listening
    no HTTP/2
    → HTTP/2 を使えません
    the connection to {1} does not use HTTP/2, perhaps because a proxy supports only HTTP/1.1
    → {1} への接続が HTTP/2 ではありません。HTTP/1.1 だけに対応したプロキシが通信を中継しているときなどに起こります
    {1}: documents are polled instead
    → {1}: 代わりに、一定の間隔でドキュメントを取得します
    # Storage
    {1} has no token for a download URL, and only an administrator can create one
    → {1} にはダウンロード URL のトークンがなく、ユーザーには付けられません
    """#
}
