extension JapaneseTexts {
  package static let argumentParser = #"""
    OVERVIEW
    → 概要
    USAGE
    → 使い方
    Usage
    → 使い方
    ARGUMENTS
    → 引数
    OPTIONS
    → オプション
    SUBCOMMANDS
    → サブコマンド
    Help
    → ヘルプ
    Show the version.
    → バージョンを表示します。
    Show help information.
    → ヘルプを表示します。
    Show subcommand help information.
    → サブコマンドのヘルプを表示します。
    See '{1}' for detailed help.
    → 詳しいヘルプは '{1}' で表示できます。
    See '{1}' for more information.
    → 詳しくは '{1}' を参照してください。
    (values: {1}; default: {2})
    → （値: {1}、既定: {2}）
    (values: {1})
    → （値: {1}）
    (default: {1})
    → （既定: {1}）
    Missing expected argument '{1}'
    → 引数 '{1}' がありません
    Missing value for '{1}'
    → '{1}' の値がありません
    Unknown option '{1}'
    → 不明なオプション '{1}'
    Unknown option '{1}'. Did you mean '{2}'?
    → 不明なオプション '{1}'。'{2}' ではありませんか？
    Unexpected argument '{1}'
    → 余分な引数 '{1}'
    {1} unexpected arguments: {2}
    → 余分な引数が {1} 個あります: {2}
    The value '{1}' is invalid for '{2}'
    → 値 '{1}' は '{2}' に使えません
    The value '{1}' is invalid for '{2}'. Please provide one of {3}.
    → 値 '{1}' は '{2}' に使えません。{3} のいずれかを指定してください。
    The value '{1}' is invalid for '{2}'. Please provide one of {3} or {4}.
    → 値 '{1}' は '{2}' に使えません。{3!}, {4!} のいずれかを指定してください。
    The value '{1}' is invalid for '{2}'. Please provide one of {3} and {4}.
    → 値 '{1}' は '{2}' に使えません。{3!} か {4!} を指定してください。
    The value '{1}' is invalid for '{2}'. Please provide one of the following:
    → 値 '{1}' は '{2}' に使えません。次のいずれかを指定してください:
    Error
    → エラー
    """#
}
