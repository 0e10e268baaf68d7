extension FakeWords {
  static let en = FakeWords(
    familyNames: plainNames(
      """
      Adams,Baker,Bennett,Brooks,Carter,Clarke,Cooper,Cruz,Davies,Diaz,Edwards,Ellis,Evans,Fisher,Foster,Garcia,
      Gray,Green,Hall,Harris,Hughes,Jackson,James,Kelly,King,Lee,Lewis,Lopez,Martin,Mason,Miller,Moore,Morgan,
      Murphy,Nguyen,Owen,Parker,Patel,Perez,Phillips,Price,Reed,Rivera,Roberts,Rossi,Scott,Shah,Silva,Stewart,
      Taylor,Thomas,Turner,Walker,Ward,Watson,White,Wilson,Wood,Wright,Young
      """
    ),
    givenNames: plainNames(
      """
      Aisha,Alex,Amelia,Anna,Arjun,Ben,Carlos,Charlotte,Chloe,Daniel,David,Elena,Ella,Emma,Ethan,Eva,Felix,
      Grace,Hannah,Harry,Isla,Ivy,Jack,James,Julia,Kai,Laura,Leah,Leo,Liam,Lily,Lucas,Lucy,Maria,Mark,Maya,
      Mia,Nina,Noah,Nora,Oliver,Omar,Oscar,Priya,Rosa,Ruby,Ryan,Sam,Sara,Sofia,Theo,Tom,Victor,Zoe
      """
    ),
    towns: [
      Town(region: "WA", town: "Seattle", postcode: "981", latitude: 47.61, longitude: -122.33),
      Town(region: "OR", town: "Portland", postcode: "972", latitude: 45.52, longitude: -122.68),
      Town(region: "CA", town: "Oakland", postcode: "946", latitude: 37.8, longitude: -122.27),
      Town(region: "CO", town: "Denver", postcode: "802", latitude: 39.74, longitude: -104.99),
      Town(region: "TX", town: "Austin", postcode: "787", latitude: 30.27, longitude: -97.74),
      Town(region: "MN", town: "Saint Paul", postcode: "551", latitude: 44.95, longitude: -93.09),
      Town(region: "IL", town: "Chicago", postcode: "606", latitude: 41.88, longitude: -87.63),
      Town(region: "GA", town: "Atlanta", postcode: "303", latitude: 33.75, longitude: -84.39),
      Town(region: "NY", town: "Albany", postcode: "122", latitude: 42.65, longitude: -73.76),
      Town(region: "MA", town: "Boston", postcode: "021", latitude: 42.36, longitude: -71.06),
    ],
    streets: list(
      """
      Main Street,Oak Avenue,Maple Street,Cedar Lane,Hill Road,Park Avenue,River Road,Lake Street,Church Street,
      Elm Street,Mill Lane,Station Road,Garden Street,Spring Street
      """
    ),
    shopKinds: list(
      "Café,Bakery,Noodles,Diner,Kitchen,Grill,Coffee,Bistro,Deli,Tea House,Pizzeria,Books"
    ),
    shopNames: list(
      """
      Blue Door,Harbour,Little Owl,Sunny Side,Copper Pot,Red Lantern,Wild Thyme,Corner,Old Mill,Green Fern,
      Paper Moon,Two Rivers,Morning Star,Stone Bridge,Daisy,Lighthouse,Swallow,Maple
      """
    ),
    sentences: list(
      """
      It is five minutes from the station.,The # sells out before noon.,It is busy at weekends.,
      Everybody comes for the #.,The seats are comfortable and the room is quiet.,The staff were very kind.,
      I will come back for the #.,On rainy days the # costs less.,It is better to book ahead.,
      There is room for children.,The # is larger than you expect.,Try the # if it is your first visit.,
      After six there is only the #.
      """
    ),
    things: list(
      "apple pie,noodle soup,fresh bread,house salad,cheesecake,fish curry,lentil stew,lemonade,omelette,burger"
    )
  )
}
