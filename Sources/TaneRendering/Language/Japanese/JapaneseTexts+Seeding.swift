extension JapaneseTexts {
  static let seeding = #"""
    # Guarding/EnvironmentMarker
    (project {1})
    → （プロジェクト {1}）
    {1}. {2}. Nothing else was read, and nothing was written.
    → {1}。{2}。ほかには何も読み書きしていません。
    To claim it for {1}, run tane seed -e {2} --claim; "marker: off" in the profile turns this check off
    → {1} の環境にするには tane seed -e {2} --claim を実行してください。プロファイルの "marker: off" でこの確認を無効にできます
    {1} does not state which profile the environment belongs to
    → {1} には、環境がどのプロファイルのものか書かれていません
    {1} assigns the environment to {2}, not to {3}
    → {1} では、環境は {3} ではなく {2} のものです
    Check {1} in {2}. {3}
    → {2} の {1} を確認してください。{3}
    # Guarding/GuardDecision
    {1} requires confirmation, but Tane is not running in a terminal. Pass --yes to confirm
    → {1} には確認が必要ですが、端末で実行されていません。--yes を付けると確認済みとみなします
    {1} is protected: confirm by typing its name in a terminal, or apply an approved plan (tane apply PLAN --approve DIGEST)
    → {1} は protected です: 端末で名前を入力して確認するか、承認された計画を適用してください（tane apply PLAN --approve DIGEST）
    . --yes has no effect here
    → --yes は無効です
    # Guarding/LimitCheck
    the plan {1}, but the limit of {2} is {3} ({4}); raise it if this is intended
    → 計画は {1} が、{2} の上限は {3} です（{4}）。意図したものなら、そこで上限を上げてください
    the plan {1}, but the limit of {2} is {3} ({4} at {5}); raise it if this is intended
    → 計画は {1} が、{2} の上限は {3} です（{5} の {4}）。意図したものなら、そこで上限を上げてください
    removes {1}
    → {1} を削除します
    writes {1}, objects included
    → オブジェクトを含めて {1} を書き込みます
    writes {1}
    → {1} を書き込みます
    # Journal/StateDatabase+Runs
    the previous content of an object is no longer stored; "undo.objects" in the profile sets how much is stored
    → 元に戻すオブジェクトの内容が保存されていません（プロファイルの undo.objects）
    # Journal/StateFile
    cannot be read
    → 読めません
    cannot be written
    → 書き込めません
    cannot be removed
    → 削除できません
    the disk is full
    → ディスクに空きがありません
    check the folder and its permissions
    → フォルダとその権限を確認してください
    # Locking/EnvironmentInUse
    another process
    → 別のプロセス
    {1} (process {2}, since {3})
    → {1}（プロセス {2}、{3} から）
    {1} is in use by {2}
    → {1} は {2} が使用中です
    # Locking/EnvironmentLease
    cannot acquire the lease of the environment: the service rejected the request, although no run holds the lease; try again
    → 環境のリースを取得できません。リースを持つ実行はありませんが、サービスに拒否されました。もう一度実行してください
    the lease expired while the process was paused ({1})
    → プロセスが一時停止している間にリースの期限が切れました（{1}）
    {1}, and another run may write to the environment: nothing more was sent
    → {1}。別の実行が環境に書き込む可能性があるため、それ以降は送信していません
    the lease of this run was revoked
    → この実行のリースが解除されました
    # Locking/EnvironmentLock
    the lock cannot be written; the disk is full
    → ロックを書き込めません。ディスクに空きがありません
    the lock cannot be acquired ({1}); check the file, its folder and their permissions
    → ロックを取得できません（{1}）。ファイルとフォルダ、その権限を確認してください
    # Locking/StoredLease
    the lease that another run holds on the environment cannot be read; update Tane
    → 別の実行が持つ環境のリースを読み取れません。Tane を更新してください
    # Locking/LeaseTerms
    {1} ({2}, since {3}, lease until {4})
    → {1}（{2}、{3} から、リースは {4} まで）
    # Masking/FormatCipher
    format {1}
    → 形式 {1}
    # Masking/MaskKey
    the key in {1} has fewer than {2} characters; create one with: openssl rand -hex 32
    → {1} の鍵が {2} 文字未満です。次のコマンドで作成できます: openssl rand -hex 32
    # Masking/Masker
    {1} matches objects, whose content cannot be masked with {2}; use "null" to remove the content, "drop" to remove the object, or "keep" to leave it unmasked
    → {1} はオブジェクトを指していますが、その内容は {2} ではマスクできません。null（内容を除く）、drop（オブジェクトを除く）、keep のいずれかを使ってください
    the masks of {1} give two accounts the same email address or phone number; use "keep-format"
    → {1} のマスクにより、二つのリソースのメールアドレスか電話番号が同じになります。keep-format を使ってください
    {1} gives two keys the same pseudonym with {2}; use "key hash"
    → {1} は、{2} により二つのキーが同じ仮名になります。key hash を使ってください
    # Masking/OriginalCheck
    the fixtures contained it before masking: remove it, or pull with --prune
    → マスクする前からフィクスチャにあります。削除するか、--prune を付けて取り込んでください
    the bytes of {1} contain the value of a masked field; add the mask "{2}: null" or "{3}: drop"
    → {1} の内容に、マスクしたフィールドの値が含まれています。マスク "{2!}: null" か "{3!}: drop" を追加してください
    the name of {1} contains the value of a masked field; add the mask "{2}: {3}"
    → {1} の名前に、マスクしたフィールドの値が含まれています。マスク "{2}: {3}" を追加してください
    a comment
    → コメント
    this line
    → この行
    {1} contains the value of a masked field; remove it
    → {1}に、マスクしたフィールドの値が含まれています。削除してください
    a key contains the value of a masked field; {1}
    → キーに、マスクしたフィールドの値が含まれています。{1}
    a key contains the value of a masked field; add the mask "{1}: {2}"
    → キーに、マスクしたフィールドの値が含まれています。マスク "{1!}: {2!}" を追加してください
    this is also the value of a masked field; {1}
    → この値は、マスクしたフィールドの値と同じです。{1}
    this is also the value of a masked field; add the mask "{1}: {2}"
    → この値は、マスクしたフィールドの値と同じです。マスク "{1!}: {2}" を追加してください
    add the mask "{1}: {2}", or "{3}: keep" for this value only
    → マスク "{1!}: {2!}" を追加するか、この値だけなら "{3!}: keep" を追加してください
    this also contains the value of a masked field; {1}
    → この値に、マスクしたフィールドの値が含まれています。{1}
    this also contains the value of a masked field; add the mask "{1}: {2}"
    → この値に、マスクしたフィールドの値が含まれています。マスク "{1!}: {2}" を追加してください
    # Masking/Pseudonyms
    hash {1}
    → ハッシュ {1}
    # Masking/Suggestions/PersonalData
    text with an email address
    → メールアドレスを含む文字列
    text with a phone number
    → 電話番号を含む文字列
    IP address
    → IP アドレス
    # Plans/PlanFile
    this is not a plan; create one with tane plan -o FILE
    → 計画のファイルではありません。計画は tane plan -o FILE で保存できます
    this plan was written by a newer version of Tane (format {1}); update Tane, or plan again
    → 新しいバージョンの Tane で作成された計画です（形式 {1}）。Tane を更新するか、計画を作り直してください
    this plan was written by an older version of Tane (format {1}); plan again
    → 古いバージョンの Tane で作成された計画です（形式 {1}）。計画を作り直してください
    the plan was changed after it was saved; plan again
    → 計画が保存後に変更されています。計画を作り直してください
    the plan has a step that this version of Tane does not support; update Tane, or plan again
    → 計画に、この Tane が対応していない手順があります。Tane を更新するか、計画を作り直してください
    {1} was removed
    → {1} が削除されました
    {1} was added
    → {1} が追加されました
    {1} was changed
    → {1} が変更されました
    # Pulling/ExportRecords
    this file is not a valid list of started exports; remove it to start a new export
    → 開始したエクスポートの記録として読めません。新しいエクスポートを始めるには、このファイルを削除してください
    # Pulling/FixtureFileWriter
    {1} cannot be written: {2}; check the folder and its permissions; nothing was written
    → {1} に書き込めません: {2}。フォルダと権限を確認してください。何も書き込んでいません
    {1} has changed since it was read; nothing was written
    → {1} は読み取り後に変更されました。何も書き込んでいません
    # Pulling/FolderObjectReader
    there is no file {1}
    → ファイル {1} がありません
    {1} is {2} bytes in size
    → {1} は {2} バイトあります
    its name is not UTF-8; rename it
    → 名前が UTF-8 ではありません。名前を変えてください
    its download was not finished; copy the bucket again, or remove the file
    → ダウンロードが完了していません。バケットをコピーし直すか、削除してください
    it is a link; replace it with a copy of its target
    → リンクです。リンク先をコピーしてください
    it is neither a file nor a folder; remove it
    → ファイルでもフォルダでもありません。削除してください
    the name of an object {1}
    → オブジェクトの名前{1}
    {1} cannot be used: {2}
    → {1} は使えません: {2}
    # Running/PlanRun
    the environment has no reachable service with this name
    → 環境に、この名前で接続できるサービスはありません
    # Running/Replay
    the run wrote to {1}, which is no longer in the profile {2}
    → 実行の書き込み先は {1} ですが、プロファイル {2} の現在の指定と異なります
    # Running/RunReceipt
    somebody else wrote to it after this run; run tane diff to compare
    → この実行の後に、ほかの人が書き込みました。tane diff で確認してください
    the stored values differ from those that were sent; run tane diff to compare
    → サービスの値が、送信した値と違います。tane diff で確認してください
    the writes are not visible in the service yet, or somebody else is writing to it; run tane diff to compare
    → 書き込みがサービスにまだ反映されていないか、ほかの人が同時に書き込んでいます。tane diff で確認してください
    # Running/RunTally
    {1} of {2} {3} not stored: {4}
    → {2}のうち {1} 件を{3}保存できませんでした: {4}
    ; and {1} more
    → 。ほか {1} 件
    # Running/SeedFailure+Localized
    nothing was written
    → 何も書き込んでいません
    written: {1}
    → 書き込み済み: {1}
    the seed stopped: {1}; {2}
    → 投入が停止しました: {1}。{2}
    the seed stopped: {1}; {2}, not written: {3}
    → 投入が停止しました: {1}。{2}、未書き込み: {3}
    # State/SharedState
    other runs repeatedly wrote to it first; run the command again
    → ほかの人が書き込みを続けています。もう一度実行してください
    # State/SharedStateFile
    this is not a shared state of Tane, or it is damaged; {1}
    → Tane の共有の記録ではないか、壊れています。{1}
    a newer version of Tane wrote this shared state (format {1}); update Tane
    → 新しいバージョンの Tane で書き込まれた共有の記録です（形式 {1}）。Tane を更新してください
    the shared state is damaged; {1}
    → 共有の記録が壊れています。{1}
    restore an earlier version of the object, or delete it: the next seed then recreates it from the local state
    → オブジェクトを以前のバージョンに戻すか、削除してください。次の投入時に、そのマシンの情報から作り直されます
    # State/StateDatabase+Schema
    this database belongs to another program, not to Tane; move it elsewhere
    → 別のプログラムのデータベースです。Tane のファイルが必要です。別の場所に移してください
    this file was written by a newer version of Tane; update Tane
    → 新しいバージョンの Tane で作成されたファイルです。Tane を更新してください
    # State/StateDatabase
    cannot be written; the disk is full
    → 書き込めません。ディスクに空きがありません
    cannot be created; check the folder and its permissions
    → 作成できません。フォルダとその権限を確認してください
    cannot be created ({1}); check the folder and its permissions
    → 作成できません（{1}）。フォルダとその権限を確認してください
    this is a folder, but Tane expects its own file here; move the folder elsewhere
    → フォルダです。Tane のファイルが必要です。別の場所に移してください
    this file is a copy of {1} on {2}, and lacks everything written there after it was copied. Run tane plan --refresh-only for each environment: it records values that are the same in the environment and the fixtures, and assigns the file to this project. Alternatively, move the file elsewhere
    → このファイルは {2} の {1} のコピーで、コピー後に元の側で書き込まれた内容が記録されていません。環境ごとに tane plan --refresh-only を実行すると、環境とフィクスチャで一致する値が記録され、このプロジェクトのファイルになります。または、ファイルを別の場所に移してください
    cannot be read ({1}); check the file, its folder and their permissions
    → 読めません（{1}）。ファイルとフォルダ、その権限を確認してください
    this file is damaged; move it elsewhere, together with the -wal and -shm files next to it. It records what Tane last wrote. Without it, tane plan --refresh-only records values that are the same in the environment and the fixtures; other differences then have an unknown origin, and earlier runs cannot be reverted
    → このファイルは壊れています。同じ場所の -wal と -shm のファイルとともに、別の場所に移してください。このファイルには、Tane が最後に書き込んだ値が記録されています。なくなった場合、tane plan --refresh-only を実行すると、環境とフィクスチャで一致する値が記録されます。ほかの差分は出所が不明になり、以前の実行は取り消せません
    another command is using it; try again
    → 別のコマンドが使用中です。もう一度実行してください
    cannot be written, because of read-only files: {1}; make them writable (chmod u+w)
    → 書き込めません。読み取り専用のファイル: {1!}。chmod u+w で書き込めるようにしてください
    cannot be read or written; check the folder, its files and their permissions
    → 読み書きできません。フォルダとファイル、その権限を確認してください
    """#
}
