extension FakeWords {
  static let ja = FakeWords(
    familyNames: names(
      """
      佐藤 さとう sato,鈴木 すずき suzuki,高橋 たかはし takahashi,田中 たなか tanaka,伊藤 いとう ito,
      渡辺 わたなべ watanabe,山本 やまもと yamamoto,中村 なかむら nakamura,小林 こばやし kobayashi,
      加藤 かとう kato,吉田 よしだ yoshida,山田 やまだ yamada,佐々木 ささき sasaki,山口 やまぐち yamaguchi,
      松本 まつもと matsumoto,井上 いのうえ inoue,木村 きむら kimura,林 はやし hayashi,斎藤 さいとう saito,
      清水 しみず shimizu,森 もり mori,池田 いけだ ikeda,橋本 はしもと hashimoto,阿部 あべ abe,
      石川 いしかわ ishikawa,前田 まえだ maeda,藤田 ふじた fujita,小川 おがわ ogawa,岡田 おかだ okada,
      後藤 ごとう goto,長谷川 はせがわ hasegawa,村上 むらかみ murakami,近藤 こんどう kondo,
      石井 いしい ishii,坂本 さかもと sakamoto,遠藤 えんどう endo,青木 あおき aoki,藤井 ふじい fujii,
      西村 にしむら nishimura,福田 ふくだ fukuda,太田 おおた ota,三浦 みうら miura,柴田 しばた shibata
      """
    ),
    givenNames: names(
      """
      悠真 ゆうま yuma,陽菜 ひな hina,蓮 れん ren,結衣 ゆい yui,湊 みなと minato,葵 あおい aoi,
      大翔 ひろと hiroto,凜 りん rin,陸 りく riku,紬 つむぎ tsumugi,樹 いつき itsuki,莉子 りこ riko,
      颯太 そうた sota,美咲 みさき misaki,悠人 ゆうと yuto,さくら さくら sakura,直樹 なおき naoki,
      由美子 ゆみこ yumiko,健一 けんいち kenichi,恵 めぐみ megumi,翔太 しょうた shota,彩 あや aya,
      大輔 だいすけ daisuke,真由美 まゆみ mayumi,拓也 たくや takuya,千尋 ちひろ chihiro,誠 まこと makoto,
      明日香 あすか asuka,亮 りょう ryo,みのり みのり minori,隆 たかし takashi,遥 はるか haruka,
      浩二 こうじ koji,琴音 ことね kotone,一郎 いちろう ichiro,まゆ まゆ mayu,修 おさむ osamu,
      智子 ともこ tomoko,翼 つばさ tsubasa,香織 かおり kaori
      """
    ),
    towns: [
      Town(region: "北海道", town: "札幌市中央区", postcode: "060", latitude: 43.06, longitude: 141.35),
      Town(region: "宮城県", town: "仙台市青葉区", postcode: "980", latitude: 38.27, longitude: 140.87),
      Town(region: "東京都", town: "千代田区", postcode: "100", latitude: 35.69, longitude: 139.75),
      Town(region: "東京都", town: "台東区", postcode: "110", latitude: 35.71, longitude: 139.78),
      Town(region: "東京都", town: "世田谷区", postcode: "154", latitude: 35.64, longitude: 139.65),
      Town(region: "神奈川県", town: "横浜市西区", postcode: "220", latitude: 35.46, longitude: 139.62),
      Town(region: "石川県", town: "金沢市", postcode: "920", latitude: 36.56, longitude: 136.66),
      Town(region: "愛知県", town: "名古屋市中区", postcode: "460", latitude: 35.17, longitude: 136.91),
      Town(region: "京都府", town: "京都市下京区", postcode: "600", latitude: 34.99, longitude: 135.76),
      Town(region: "大阪府", town: "大阪市北区", postcode: "530", latitude: 34.7, longitude: 135.5),
      Town(region: "広島県", town: "広島市中区", postcode: "730", latitude: 34.39, longitude: 132.46),
      Town(region: "福岡県", town: "福岡市博多区", postcode: "812", latitude: 33.59, longitude: 130.42),
      Town(region: "沖縄県", town: "那覇市", postcode: "900", latitude: 26.21, longitude: 127.68),
    ],
    streets: list(
      "本町,栄町,緑町,若葉町,桜町,末広町,旭町,中町,泉町,青葉町,大手町,宮前町,花園町,寿町,港町,朝日町"
    ),
    shopKinds: list("麺屋,鮨,喫茶,居酒屋,食堂,焼肉,パン工房,洋食,そば処,カレー,和菓子,珈琲,餃子,串焼き,定食"),
    shopNames: list(
      """
      はるかぜ,なぎさ,ポプラ,とまり木,三日月,さくら,ひまわり,まるや,山猫,つばめ,小春,月のうさぎ,大吉,青空,
      すずらん,ことり,みなと,花よし,木もれび,あさひ,ふくろう,やまびこ,竹とんぼ,風車,たんぽぽ,灯
      """
    ),
    sentences: list(
      """
      駅から歩いて5分です。,#は朝のうちに売り切れます。,週末は少し混みます。,#がいちばんの人気です。,
      席は広くて落ち着きます。,店の人がとても親切でした。,また#を食べに来たいです。,
      雨の日は#が割引になります。,予約をしておくと安心です。,子ども連れでも入りやすい店です。,
      #の量は思ったより多めです。,静かな通りの二階にあります。,はじめての人には#がおすすめです。,
      夕方からは#だけになります。
      """
    ),
    things: list("醤油ラーメン,焼きたてのパン,季節の定食,手打ちそば,チーズケーキ,からあげ,海鮮丼,カレーうどん,豆大福,餃子")
  )
}
