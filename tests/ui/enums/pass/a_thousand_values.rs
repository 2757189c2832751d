use a2t::{InputType, Tool};

/// A row of a stadium.
#[derive(a2t::Enum)]
enum Row {
    /// Row 1.
    Row1,
    /// Row 2.
    Row2,
    /// Row 3.
    Row3,
    /// Row 4.
    Row4,
    /// Row 5.
    Row5,
    /// Row 6.
    Row6,
    /// Row 7.
    Row7,
    /// Row 8.
    Row8,
    /// Row 9.
    Row9,
    /// Row 10.
    Row10,
    /// Row 11.
    Row11,
    /// Row 12.
    Row12,
    /// Row 13.
    Row13,
    /// Row 14.
    Row14,
    /// Row 15.
    Row15,
    /// Row 16.
    Row16,
    /// Row 17.
    Row17,
    /// Row 18.
    Row18,
    /// Row 19.
    Row19,
    /// Row 20.
    Row20,
    /// Row 21.
    Row21,
    /// Row 22.
    Row22,
    /// Row 23.
    Row23,
    /// Row 24.
    Row24,
    /// Row 25.
    Row25,
    /// Row 26.
    Row26,
    /// Row 27.
    Row27,
    /// Row 28.
    Row28,
    /// Row 29.
    Row29,
    /// Row 30.
    Row30,
    /// Row 31.
    Row31,
    /// Row 32.
    Row32,
    /// Row 33.
    Row33,
    /// Row 34.
    Row34,
    /// Row 35.
    Row35,
    /// Row 36.
    Row36,
    /// Row 37.
    Row37,
    /// Row 38.
    Row38,
    /// Row 39.
    Row39,
    /// Row 40.
    Row40,
    /// Row 41.
    Row41,
    /// Row 42.
    Row42,
    /// Row 43.
    Row43,
    /// Row 44.
    Row44,
    /// Row 45.
    Row45,
    /// Row 46.
    Row46,
    /// Row 47.
    Row47,
    /// Row 48.
    Row48,
    /// Row 49.
    Row49,
    /// Row 50.
    Row50,
    /// Row 51.
    Row51,
    /// Row 52.
    Row52,
    /// Row 53.
    Row53,
    /// Row 54.
    Row54,
    /// Row 55.
    Row55,
    /// Row 56.
    Row56,
    /// Row 57.
    Row57,
    /// Row 58.
    Row58,
    /// Row 59.
    Row59,
    /// Row 60.
    Row60,
    /// Row 61.
    Row61,
    /// Row 62.
    Row62,
    /// Row 63.
    Row63,
    /// Row 64.
    Row64,
    /// Row 65.
    Row65,
    /// Row 66.
    Row66,
    /// Row 67.
    Row67,
    /// Row 68.
    Row68,
    /// Row 69.
    Row69,
    /// Row 70.
    Row70,
    /// Row 71.
    Row71,
    /// Row 72.
    Row72,
    /// Row 73.
    Row73,
    /// Row 74.
    Row74,
    /// Row 75.
    Row75,
    /// Row 76.
    Row76,
    /// Row 77.
    Row77,
    /// Row 78.
    Row78,
    /// Row 79.
    Row79,
    /// Row 80.
    Row80,
    /// Row 81.
    Row81,
    /// Row 82.
    Row82,
    /// Row 83.
    Row83,
    /// Row 84.
    Row84,
    /// Row 85.
    Row85,
    /// Row 86.
    Row86,
    /// Row 87.
    Row87,
    /// Row 88.
    Row88,
    /// Row 89.
    Row89,
    /// Row 90.
    Row90,
    /// Row 91.
    Row91,
    /// Row 92.
    Row92,
    /// Row 93.
    Row93,
    /// Row 94.
    Row94,
    /// Row 95.
    Row95,
    /// Row 96.
    Row96,
    /// Row 97.
    Row97,
    /// Row 98.
    Row98,
    /// Row 99.
    Row99,
    /// Row 100.
    Row100,
    /// Row 101.
    Row101,
    /// Row 102.
    Row102,
    /// Row 103.
    Row103,
    /// Row 104.
    Row104,
    /// Row 105.
    Row105,
    /// Row 106.
    Row106,
    /// Row 107.
    Row107,
    /// Row 108.
    Row108,
    /// Row 109.
    Row109,
    /// Row 110.
    Row110,
    /// Row 111.
    Row111,
    /// Row 112.
    Row112,
    /// Row 113.
    Row113,
    /// Row 114.
    Row114,
    /// Row 115.
    Row115,
    /// Row 116.
    Row116,
    /// Row 117.
    Row117,
    /// Row 118.
    Row118,
    /// Row 119.
    Row119,
    /// Row 120.
    Row120,
    /// Row 121.
    Row121,
    /// Row 122.
    Row122,
    /// Row 123.
    Row123,
    /// Row 124.
    Row124,
    /// Row 125.
    Row125,
    /// Row 126.
    Row126,
    /// Row 127.
    Row127,
    /// Row 128.
    Row128,
    /// Row 129.
    Row129,
    /// Row 130.
    Row130,
    /// Row 131.
    Row131,
    /// Row 132.
    Row132,
    /// Row 133.
    Row133,
    /// Row 134.
    Row134,
    /// Row 135.
    Row135,
    /// Row 136.
    Row136,
    /// Row 137.
    Row137,
    /// Row 138.
    Row138,
    /// Row 139.
    Row139,
    /// Row 140.
    Row140,
    /// Row 141.
    Row141,
    /// Row 142.
    Row142,
    /// Row 143.
    Row143,
    /// Row 144.
    Row144,
    /// Row 145.
    Row145,
    /// Row 146.
    Row146,
    /// Row 147.
    Row147,
    /// Row 148.
    Row148,
    /// Row 149.
    Row149,
    /// Row 150.
    Row150,
    /// Row 151.
    Row151,
    /// Row 152.
    Row152,
    /// Row 153.
    Row153,
    /// Row 154.
    Row154,
    /// Row 155.
    Row155,
    /// Row 156.
    Row156,
    /// Row 157.
    Row157,
    /// Row 158.
    Row158,
    /// Row 159.
    Row159,
    /// Row 160.
    Row160,
    /// Row 161.
    Row161,
    /// Row 162.
    Row162,
    /// Row 163.
    Row163,
    /// Row 164.
    Row164,
    /// Row 165.
    Row165,
    /// Row 166.
    Row166,
    /// Row 167.
    Row167,
    /// Row 168.
    Row168,
    /// Row 169.
    Row169,
    /// Row 170.
    Row170,
    /// Row 171.
    Row171,
    /// Row 172.
    Row172,
    /// Row 173.
    Row173,
    /// Row 174.
    Row174,
    /// Row 175.
    Row175,
    /// Row 176.
    Row176,
    /// Row 177.
    Row177,
    /// Row 178.
    Row178,
    /// Row 179.
    Row179,
    /// Row 180.
    Row180,
    /// Row 181.
    Row181,
    /// Row 182.
    Row182,
    /// Row 183.
    Row183,
    /// Row 184.
    Row184,
    /// Row 185.
    Row185,
    /// Row 186.
    Row186,
    /// Row 187.
    Row187,
    /// Row 188.
    Row188,
    /// Row 189.
    Row189,
    /// Row 190.
    Row190,
    /// Row 191.
    Row191,
    /// Row 192.
    Row192,
    /// Row 193.
    Row193,
    /// Row 194.
    Row194,
    /// Row 195.
    Row195,
    /// Row 196.
    Row196,
    /// Row 197.
    Row197,
    /// Row 198.
    Row198,
    /// Row 199.
    Row199,
    /// Row 200.
    Row200,
    /// Row 201.
    Row201,
    /// Row 202.
    Row202,
    /// Row 203.
    Row203,
    /// Row 204.
    Row204,
    /// Row 205.
    Row205,
    /// Row 206.
    Row206,
    /// Row 207.
    Row207,
    /// Row 208.
    Row208,
    /// Row 209.
    Row209,
    /// Row 210.
    Row210,
    /// Row 211.
    Row211,
    /// Row 212.
    Row212,
    /// Row 213.
    Row213,
    /// Row 214.
    Row214,
    /// Row 215.
    Row215,
    /// Row 216.
    Row216,
    /// Row 217.
    Row217,
    /// Row 218.
    Row218,
    /// Row 219.
    Row219,
    /// Row 220.
    Row220,
    /// Row 221.
    Row221,
    /// Row 222.
    Row222,
    /// Row 223.
    Row223,
    /// Row 224.
    Row224,
    /// Row 225.
    Row225,
    /// Row 226.
    Row226,
    /// Row 227.
    Row227,
    /// Row 228.
    Row228,
    /// Row 229.
    Row229,
    /// Row 230.
    Row230,
    /// Row 231.
    Row231,
    /// Row 232.
    Row232,
    /// Row 233.
    Row233,
    /// Row 234.
    Row234,
    /// Row 235.
    Row235,
    /// Row 236.
    Row236,
    /// Row 237.
    Row237,
    /// Row 238.
    Row238,
    /// Row 239.
    Row239,
    /// Row 240.
    Row240,
    /// Row 241.
    Row241,
    /// Row 242.
    Row242,
    /// Row 243.
    Row243,
    /// Row 244.
    Row244,
    /// Row 245.
    Row245,
    /// Row 246.
    Row246,
    /// Row 247.
    Row247,
    /// Row 248.
    Row248,
    /// Row 249.
    Row249,
    /// Row 250.
    Row250,
    /// Row 251.
    Row251,
    /// Row 252.
    Row252,
    /// Row 253.
    Row253,
    /// Row 254.
    Row254,
    /// Row 255.
    Row255,
    /// Row 256.
    Row256,
    /// Row 257.
    Row257,
    /// Row 258.
    Row258,
    /// Row 259.
    Row259,
    /// Row 260.
    Row260,
    /// Row 261.
    Row261,
    /// Row 262.
    Row262,
    /// Row 263.
    Row263,
    /// Row 264.
    Row264,
    /// Row 265.
    Row265,
    /// Row 266.
    Row266,
    /// Row 267.
    Row267,
    /// Row 268.
    Row268,
    /// Row 269.
    Row269,
    /// Row 270.
    Row270,
    /// Row 271.
    Row271,
    /// Row 272.
    Row272,
    /// Row 273.
    Row273,
    /// Row 274.
    Row274,
    /// Row 275.
    Row275,
    /// Row 276.
    Row276,
    /// Row 277.
    Row277,
    /// Row 278.
    Row278,
    /// Row 279.
    Row279,
    /// Row 280.
    Row280,
    /// Row 281.
    Row281,
    /// Row 282.
    Row282,
    /// Row 283.
    Row283,
    /// Row 284.
    Row284,
    /// Row 285.
    Row285,
    /// Row 286.
    Row286,
    /// Row 287.
    Row287,
    /// Row 288.
    Row288,
    /// Row 289.
    Row289,
    /// Row 290.
    Row290,
    /// Row 291.
    Row291,
    /// Row 292.
    Row292,
    /// Row 293.
    Row293,
    /// Row 294.
    Row294,
    /// Row 295.
    Row295,
    /// Row 296.
    Row296,
    /// Row 297.
    Row297,
    /// Row 298.
    Row298,
    /// Row 299.
    Row299,
    /// Row 300.
    Row300,
    /// Row 301.
    Row301,
    /// Row 302.
    Row302,
    /// Row 303.
    Row303,
    /// Row 304.
    Row304,
    /// Row 305.
    Row305,
    /// Row 306.
    Row306,
    /// Row 307.
    Row307,
    /// Row 308.
    Row308,
    /// Row 309.
    Row309,
    /// Row 310.
    Row310,
    /// Row 311.
    Row311,
    /// Row 312.
    Row312,
    /// Row 313.
    Row313,
    /// Row 314.
    Row314,
    /// Row 315.
    Row315,
    /// Row 316.
    Row316,
    /// Row 317.
    Row317,
    /// Row 318.
    Row318,
    /// Row 319.
    Row319,
    /// Row 320.
    Row320,
    /// Row 321.
    Row321,
    /// Row 322.
    Row322,
    /// Row 323.
    Row323,
    /// Row 324.
    Row324,
    /// Row 325.
    Row325,
    /// Row 326.
    Row326,
    /// Row 327.
    Row327,
    /// Row 328.
    Row328,
    /// Row 329.
    Row329,
    /// Row 330.
    Row330,
    /// Row 331.
    Row331,
    /// Row 332.
    Row332,
    /// Row 333.
    Row333,
    /// Row 334.
    Row334,
    /// Row 335.
    Row335,
    /// Row 336.
    Row336,
    /// Row 337.
    Row337,
    /// Row 338.
    Row338,
    /// Row 339.
    Row339,
    /// Row 340.
    Row340,
    /// Row 341.
    Row341,
    /// Row 342.
    Row342,
    /// Row 343.
    Row343,
    /// Row 344.
    Row344,
    /// Row 345.
    Row345,
    /// Row 346.
    Row346,
    /// Row 347.
    Row347,
    /// Row 348.
    Row348,
    /// Row 349.
    Row349,
    /// Row 350.
    Row350,
    /// Row 351.
    Row351,
    /// Row 352.
    Row352,
    /// Row 353.
    Row353,
    /// Row 354.
    Row354,
    /// Row 355.
    Row355,
    /// Row 356.
    Row356,
    /// Row 357.
    Row357,
    /// Row 358.
    Row358,
    /// Row 359.
    Row359,
    /// Row 360.
    Row360,
    /// Row 361.
    Row361,
    /// Row 362.
    Row362,
    /// Row 363.
    Row363,
    /// Row 364.
    Row364,
    /// Row 365.
    Row365,
    /// Row 366.
    Row366,
    /// Row 367.
    Row367,
    /// Row 368.
    Row368,
    /// Row 369.
    Row369,
    /// Row 370.
    Row370,
    /// Row 371.
    Row371,
    /// Row 372.
    Row372,
    /// Row 373.
    Row373,
    /// Row 374.
    Row374,
    /// Row 375.
    Row375,
    /// Row 376.
    Row376,
    /// Row 377.
    Row377,
    /// Row 378.
    Row378,
    /// Row 379.
    Row379,
    /// Row 380.
    Row380,
    /// Row 381.
    Row381,
    /// Row 382.
    Row382,
    /// Row 383.
    Row383,
    /// Row 384.
    Row384,
    /// Row 385.
    Row385,
    /// Row 386.
    Row386,
    /// Row 387.
    Row387,
    /// Row 388.
    Row388,
    /// Row 389.
    Row389,
    /// Row 390.
    Row390,
    /// Row 391.
    Row391,
    /// Row 392.
    Row392,
    /// Row 393.
    Row393,
    /// Row 394.
    Row394,
    /// Row 395.
    Row395,
    /// Row 396.
    Row396,
    /// Row 397.
    Row397,
    /// Row 398.
    Row398,
    /// Row 399.
    Row399,
    /// Row 400.
    Row400,
    /// Row 401.
    Row401,
    /// Row 402.
    Row402,
    /// Row 403.
    Row403,
    /// Row 404.
    Row404,
    /// Row 405.
    Row405,
    /// Row 406.
    Row406,
    /// Row 407.
    Row407,
    /// Row 408.
    Row408,
    /// Row 409.
    Row409,
    /// Row 410.
    Row410,
    /// Row 411.
    Row411,
    /// Row 412.
    Row412,
    /// Row 413.
    Row413,
    /// Row 414.
    Row414,
    /// Row 415.
    Row415,
    /// Row 416.
    Row416,
    /// Row 417.
    Row417,
    /// Row 418.
    Row418,
    /// Row 419.
    Row419,
    /// Row 420.
    Row420,
    /// Row 421.
    Row421,
    /// Row 422.
    Row422,
    /// Row 423.
    Row423,
    /// Row 424.
    Row424,
    /// Row 425.
    Row425,
    /// Row 426.
    Row426,
    /// Row 427.
    Row427,
    /// Row 428.
    Row428,
    /// Row 429.
    Row429,
    /// Row 430.
    Row430,
    /// Row 431.
    Row431,
    /// Row 432.
    Row432,
    /// Row 433.
    Row433,
    /// Row 434.
    Row434,
    /// Row 435.
    Row435,
    /// Row 436.
    Row436,
    /// Row 437.
    Row437,
    /// Row 438.
    Row438,
    /// Row 439.
    Row439,
    /// Row 440.
    Row440,
    /// Row 441.
    Row441,
    /// Row 442.
    Row442,
    /// Row 443.
    Row443,
    /// Row 444.
    Row444,
    /// Row 445.
    Row445,
    /// Row 446.
    Row446,
    /// Row 447.
    Row447,
    /// Row 448.
    Row448,
    /// Row 449.
    Row449,
    /// Row 450.
    Row450,
    /// Row 451.
    Row451,
    /// Row 452.
    Row452,
    /// Row 453.
    Row453,
    /// Row 454.
    Row454,
    /// Row 455.
    Row455,
    /// Row 456.
    Row456,
    /// Row 457.
    Row457,
    /// Row 458.
    Row458,
    /// Row 459.
    Row459,
    /// Row 460.
    Row460,
    /// Row 461.
    Row461,
    /// Row 462.
    Row462,
    /// Row 463.
    Row463,
    /// Row 464.
    Row464,
    /// Row 465.
    Row465,
    /// Row 466.
    Row466,
    /// Row 467.
    Row467,
    /// Row 468.
    Row468,
    /// Row 469.
    Row469,
    /// Row 470.
    Row470,
    /// Row 471.
    Row471,
    /// Row 472.
    Row472,
    /// Row 473.
    Row473,
    /// Row 474.
    Row474,
    /// Row 475.
    Row475,
    /// Row 476.
    Row476,
    /// Row 477.
    Row477,
    /// Row 478.
    Row478,
    /// Row 479.
    Row479,
    /// Row 480.
    Row480,
    /// Row 481.
    Row481,
    /// Row 482.
    Row482,
    /// Row 483.
    Row483,
    /// Row 484.
    Row484,
    /// Row 485.
    Row485,
    /// Row 486.
    Row486,
    /// Row 487.
    Row487,
    /// Row 488.
    Row488,
    /// Row 489.
    Row489,
    /// Row 490.
    Row490,
    /// Row 491.
    Row491,
    /// Row 492.
    Row492,
    /// Row 493.
    Row493,
    /// Row 494.
    Row494,
    /// Row 495.
    Row495,
    /// Row 496.
    Row496,
    /// Row 497.
    Row497,
    /// Row 498.
    Row498,
    /// Row 499.
    Row499,
    /// Row 500.
    Row500,
    /// Row 501.
    Row501,
    /// Row 502.
    Row502,
    /// Row 503.
    Row503,
    /// Row 504.
    Row504,
    /// Row 505.
    Row505,
    /// Row 506.
    Row506,
    /// Row 507.
    Row507,
    /// Row 508.
    Row508,
    /// Row 509.
    Row509,
    /// Row 510.
    Row510,
    /// Row 511.
    Row511,
    /// Row 512.
    Row512,
    /// Row 513.
    Row513,
    /// Row 514.
    Row514,
    /// Row 515.
    Row515,
    /// Row 516.
    Row516,
    /// Row 517.
    Row517,
    /// Row 518.
    Row518,
    /// Row 519.
    Row519,
    /// Row 520.
    Row520,
    /// Row 521.
    Row521,
    /// Row 522.
    Row522,
    /// Row 523.
    Row523,
    /// Row 524.
    Row524,
    /// Row 525.
    Row525,
    /// Row 526.
    Row526,
    /// Row 527.
    Row527,
    /// Row 528.
    Row528,
    /// Row 529.
    Row529,
    /// Row 530.
    Row530,
    /// Row 531.
    Row531,
    /// Row 532.
    Row532,
    /// Row 533.
    Row533,
    /// Row 534.
    Row534,
    /// Row 535.
    Row535,
    /// Row 536.
    Row536,
    /// Row 537.
    Row537,
    /// Row 538.
    Row538,
    /// Row 539.
    Row539,
    /// Row 540.
    Row540,
    /// Row 541.
    Row541,
    /// Row 542.
    Row542,
    /// Row 543.
    Row543,
    /// Row 544.
    Row544,
    /// Row 545.
    Row545,
    /// Row 546.
    Row546,
    /// Row 547.
    Row547,
    /// Row 548.
    Row548,
    /// Row 549.
    Row549,
    /// Row 550.
    Row550,
    /// Row 551.
    Row551,
    /// Row 552.
    Row552,
    /// Row 553.
    Row553,
    /// Row 554.
    Row554,
    /// Row 555.
    Row555,
    /// Row 556.
    Row556,
    /// Row 557.
    Row557,
    /// Row 558.
    Row558,
    /// Row 559.
    Row559,
    /// Row 560.
    Row560,
    /// Row 561.
    Row561,
    /// Row 562.
    Row562,
    /// Row 563.
    Row563,
    /// Row 564.
    Row564,
    /// Row 565.
    Row565,
    /// Row 566.
    Row566,
    /// Row 567.
    Row567,
    /// Row 568.
    Row568,
    /// Row 569.
    Row569,
    /// Row 570.
    Row570,
    /// Row 571.
    Row571,
    /// Row 572.
    Row572,
    /// Row 573.
    Row573,
    /// Row 574.
    Row574,
    /// Row 575.
    Row575,
    /// Row 576.
    Row576,
    /// Row 577.
    Row577,
    /// Row 578.
    Row578,
    /// Row 579.
    Row579,
    /// Row 580.
    Row580,
    /// Row 581.
    Row581,
    /// Row 582.
    Row582,
    /// Row 583.
    Row583,
    /// Row 584.
    Row584,
    /// Row 585.
    Row585,
    /// Row 586.
    Row586,
    /// Row 587.
    Row587,
    /// Row 588.
    Row588,
    /// Row 589.
    Row589,
    /// Row 590.
    Row590,
    /// Row 591.
    Row591,
    /// Row 592.
    Row592,
    /// Row 593.
    Row593,
    /// Row 594.
    Row594,
    /// Row 595.
    Row595,
    /// Row 596.
    Row596,
    /// Row 597.
    Row597,
    /// Row 598.
    Row598,
    /// Row 599.
    Row599,
    /// Row 600.
    Row600,
    /// Row 601.
    Row601,
    /// Row 602.
    Row602,
    /// Row 603.
    Row603,
    /// Row 604.
    Row604,
    /// Row 605.
    Row605,
    /// Row 606.
    Row606,
    /// Row 607.
    Row607,
    /// Row 608.
    Row608,
    /// Row 609.
    Row609,
    /// Row 610.
    Row610,
    /// Row 611.
    Row611,
    /// Row 612.
    Row612,
    /// Row 613.
    Row613,
    /// Row 614.
    Row614,
    /// Row 615.
    Row615,
    /// Row 616.
    Row616,
    /// Row 617.
    Row617,
    /// Row 618.
    Row618,
    /// Row 619.
    Row619,
    /// Row 620.
    Row620,
    /// Row 621.
    Row621,
    /// Row 622.
    Row622,
    /// Row 623.
    Row623,
    /// Row 624.
    Row624,
    /// Row 625.
    Row625,
    /// Row 626.
    Row626,
    /// Row 627.
    Row627,
    /// Row 628.
    Row628,
    /// Row 629.
    Row629,
    /// Row 630.
    Row630,
    /// Row 631.
    Row631,
    /// Row 632.
    Row632,
    /// Row 633.
    Row633,
    /// Row 634.
    Row634,
    /// Row 635.
    Row635,
    /// Row 636.
    Row636,
    /// Row 637.
    Row637,
    /// Row 638.
    Row638,
    /// Row 639.
    Row639,
    /// Row 640.
    Row640,
    /// Row 641.
    Row641,
    /// Row 642.
    Row642,
    /// Row 643.
    Row643,
    /// Row 644.
    Row644,
    /// Row 645.
    Row645,
    /// Row 646.
    Row646,
    /// Row 647.
    Row647,
    /// Row 648.
    Row648,
    /// Row 649.
    Row649,
    /// Row 650.
    Row650,
    /// Row 651.
    Row651,
    /// Row 652.
    Row652,
    /// Row 653.
    Row653,
    /// Row 654.
    Row654,
    /// Row 655.
    Row655,
    /// Row 656.
    Row656,
    /// Row 657.
    Row657,
    /// Row 658.
    Row658,
    /// Row 659.
    Row659,
    /// Row 660.
    Row660,
    /// Row 661.
    Row661,
    /// Row 662.
    Row662,
    /// Row 663.
    Row663,
    /// Row 664.
    Row664,
    /// Row 665.
    Row665,
    /// Row 666.
    Row666,
    /// Row 667.
    Row667,
    /// Row 668.
    Row668,
    /// Row 669.
    Row669,
    /// Row 670.
    Row670,
    /// Row 671.
    Row671,
    /// Row 672.
    Row672,
    /// Row 673.
    Row673,
    /// Row 674.
    Row674,
    /// Row 675.
    Row675,
    /// Row 676.
    Row676,
    /// Row 677.
    Row677,
    /// Row 678.
    Row678,
    /// Row 679.
    Row679,
    /// Row 680.
    Row680,
    /// Row 681.
    Row681,
    /// Row 682.
    Row682,
    /// Row 683.
    Row683,
    /// Row 684.
    Row684,
    /// Row 685.
    Row685,
    /// Row 686.
    Row686,
    /// Row 687.
    Row687,
    /// Row 688.
    Row688,
    /// Row 689.
    Row689,
    /// Row 690.
    Row690,
    /// Row 691.
    Row691,
    /// Row 692.
    Row692,
    /// Row 693.
    Row693,
    /// Row 694.
    Row694,
    /// Row 695.
    Row695,
    /// Row 696.
    Row696,
    /// Row 697.
    Row697,
    /// Row 698.
    Row698,
    /// Row 699.
    Row699,
    /// Row 700.
    Row700,
    /// Row 701.
    Row701,
    /// Row 702.
    Row702,
    /// Row 703.
    Row703,
    /// Row 704.
    Row704,
    /// Row 705.
    Row705,
    /// Row 706.
    Row706,
    /// Row 707.
    Row707,
    /// Row 708.
    Row708,
    /// Row 709.
    Row709,
    /// Row 710.
    Row710,
    /// Row 711.
    Row711,
    /// Row 712.
    Row712,
    /// Row 713.
    Row713,
    /// Row 714.
    Row714,
    /// Row 715.
    Row715,
    /// Row 716.
    Row716,
    /// Row 717.
    Row717,
    /// Row 718.
    Row718,
    /// Row 719.
    Row719,
    /// Row 720.
    Row720,
    /// Row 721.
    Row721,
    /// Row 722.
    Row722,
    /// Row 723.
    Row723,
    /// Row 724.
    Row724,
    /// Row 725.
    Row725,
    /// Row 726.
    Row726,
    /// Row 727.
    Row727,
    /// Row 728.
    Row728,
    /// Row 729.
    Row729,
    /// Row 730.
    Row730,
    /// Row 731.
    Row731,
    /// Row 732.
    Row732,
    /// Row 733.
    Row733,
    /// Row 734.
    Row734,
    /// Row 735.
    Row735,
    /// Row 736.
    Row736,
    /// Row 737.
    Row737,
    /// Row 738.
    Row738,
    /// Row 739.
    Row739,
    /// Row 740.
    Row740,
    /// Row 741.
    Row741,
    /// Row 742.
    Row742,
    /// Row 743.
    Row743,
    /// Row 744.
    Row744,
    /// Row 745.
    Row745,
    /// Row 746.
    Row746,
    /// Row 747.
    Row747,
    /// Row 748.
    Row748,
    /// Row 749.
    Row749,
    /// Row 750.
    Row750,
    /// Row 751.
    Row751,
    /// Row 752.
    Row752,
    /// Row 753.
    Row753,
    /// Row 754.
    Row754,
    /// Row 755.
    Row755,
    /// Row 756.
    Row756,
    /// Row 757.
    Row757,
    /// Row 758.
    Row758,
    /// Row 759.
    Row759,
    /// Row 760.
    Row760,
    /// Row 761.
    Row761,
    /// Row 762.
    Row762,
    /// Row 763.
    Row763,
    /// Row 764.
    Row764,
    /// Row 765.
    Row765,
    /// Row 766.
    Row766,
    /// Row 767.
    Row767,
    /// Row 768.
    Row768,
    /// Row 769.
    Row769,
    /// Row 770.
    Row770,
    /// Row 771.
    Row771,
    /// Row 772.
    Row772,
    /// Row 773.
    Row773,
    /// Row 774.
    Row774,
    /// Row 775.
    Row775,
    /// Row 776.
    Row776,
    /// Row 777.
    Row777,
    /// Row 778.
    Row778,
    /// Row 779.
    Row779,
    /// Row 780.
    Row780,
    /// Row 781.
    Row781,
    /// Row 782.
    Row782,
    /// Row 783.
    Row783,
    /// Row 784.
    Row784,
    /// Row 785.
    Row785,
    /// Row 786.
    Row786,
    /// Row 787.
    Row787,
    /// Row 788.
    Row788,
    /// Row 789.
    Row789,
    /// Row 790.
    Row790,
    /// Row 791.
    Row791,
    /// Row 792.
    Row792,
    /// Row 793.
    Row793,
    /// Row 794.
    Row794,
    /// Row 795.
    Row795,
    /// Row 796.
    Row796,
    /// Row 797.
    Row797,
    /// Row 798.
    Row798,
    /// Row 799.
    Row799,
    /// Row 800.
    Row800,
    /// Row 801.
    Row801,
    /// Row 802.
    Row802,
    /// Row 803.
    Row803,
    /// Row 804.
    Row804,
    /// Row 805.
    Row805,
    /// Row 806.
    Row806,
    /// Row 807.
    Row807,
    /// Row 808.
    Row808,
    /// Row 809.
    Row809,
    /// Row 810.
    Row810,
    /// Row 811.
    Row811,
    /// Row 812.
    Row812,
    /// Row 813.
    Row813,
    /// Row 814.
    Row814,
    /// Row 815.
    Row815,
    /// Row 816.
    Row816,
    /// Row 817.
    Row817,
    /// Row 818.
    Row818,
    /// Row 819.
    Row819,
    /// Row 820.
    Row820,
    /// Row 821.
    Row821,
    /// Row 822.
    Row822,
    /// Row 823.
    Row823,
    /// Row 824.
    Row824,
    /// Row 825.
    Row825,
    /// Row 826.
    Row826,
    /// Row 827.
    Row827,
    /// Row 828.
    Row828,
    /// Row 829.
    Row829,
    /// Row 830.
    Row830,
    /// Row 831.
    Row831,
    /// Row 832.
    Row832,
    /// Row 833.
    Row833,
    /// Row 834.
    Row834,
    /// Row 835.
    Row835,
    /// Row 836.
    Row836,
    /// Row 837.
    Row837,
    /// Row 838.
    Row838,
    /// Row 839.
    Row839,
    /// Row 840.
    Row840,
    /// Row 841.
    Row841,
    /// Row 842.
    Row842,
    /// Row 843.
    Row843,
    /// Row 844.
    Row844,
    /// Row 845.
    Row845,
    /// Row 846.
    Row846,
    /// Row 847.
    Row847,
    /// Row 848.
    Row848,
    /// Row 849.
    Row849,
    /// Row 850.
    Row850,
    /// Row 851.
    Row851,
    /// Row 852.
    Row852,
    /// Row 853.
    Row853,
    /// Row 854.
    Row854,
    /// Row 855.
    Row855,
    /// Row 856.
    Row856,
    /// Row 857.
    Row857,
    /// Row 858.
    Row858,
    /// Row 859.
    Row859,
    /// Row 860.
    Row860,
    /// Row 861.
    Row861,
    /// Row 862.
    Row862,
    /// Row 863.
    Row863,
    /// Row 864.
    Row864,
    /// Row 865.
    Row865,
    /// Row 866.
    Row866,
    /// Row 867.
    Row867,
    /// Row 868.
    Row868,
    /// Row 869.
    Row869,
    /// Row 870.
    Row870,
    /// Row 871.
    Row871,
    /// Row 872.
    Row872,
    /// Row 873.
    Row873,
    /// Row 874.
    Row874,
    /// Row 875.
    Row875,
    /// Row 876.
    Row876,
    /// Row 877.
    Row877,
    /// Row 878.
    Row878,
    /// Row 879.
    Row879,
    /// Row 880.
    Row880,
    /// Row 881.
    Row881,
    /// Row 882.
    Row882,
    /// Row 883.
    Row883,
    /// Row 884.
    Row884,
    /// Row 885.
    Row885,
    /// Row 886.
    Row886,
    /// Row 887.
    Row887,
    /// Row 888.
    Row888,
    /// Row 889.
    Row889,
    /// Row 890.
    Row890,
    /// Row 891.
    Row891,
    /// Row 892.
    Row892,
    /// Row 893.
    Row893,
    /// Row 894.
    Row894,
    /// Row 895.
    Row895,
    /// Row 896.
    Row896,
    /// Row 897.
    Row897,
    /// Row 898.
    Row898,
    /// Row 899.
    Row899,
    /// Row 900.
    Row900,
    /// Row 901.
    Row901,
    /// Row 902.
    Row902,
    /// Row 903.
    Row903,
    /// Row 904.
    Row904,
    /// Row 905.
    Row905,
    /// Row 906.
    Row906,
    /// Row 907.
    Row907,
    /// Row 908.
    Row908,
    /// Row 909.
    Row909,
    /// Row 910.
    Row910,
    /// Row 911.
    Row911,
    /// Row 912.
    Row912,
    /// Row 913.
    Row913,
    /// Row 914.
    Row914,
    /// Row 915.
    Row915,
    /// Row 916.
    Row916,
    /// Row 917.
    Row917,
    /// Row 918.
    Row918,
    /// Row 919.
    Row919,
    /// Row 920.
    Row920,
    /// Row 921.
    Row921,
    /// Row 922.
    Row922,
    /// Row 923.
    Row923,
    /// Row 924.
    Row924,
    /// Row 925.
    Row925,
    /// Row 926.
    Row926,
    /// Row 927.
    Row927,
    /// Row 928.
    Row928,
    /// Row 929.
    Row929,
    /// Row 930.
    Row930,
    /// Row 931.
    Row931,
    /// Row 932.
    Row932,
    /// Row 933.
    Row933,
    /// Row 934.
    Row934,
    /// Row 935.
    Row935,
    /// Row 936.
    Row936,
    /// Row 937.
    Row937,
    /// Row 938.
    Row938,
    /// Row 939.
    Row939,
    /// Row 940.
    Row940,
    /// Row 941.
    Row941,
    /// Row 942.
    Row942,
    /// Row 943.
    Row943,
    /// Row 944.
    Row944,
    /// Row 945.
    Row945,
    /// Row 946.
    Row946,
    /// Row 947.
    Row947,
    /// Row 948.
    Row948,
    /// Row 949.
    Row949,
    /// Row 950.
    Row950,
    /// Row 951.
    Row951,
    /// Row 952.
    Row952,
    /// Row 953.
    Row953,
    /// Row 954.
    Row954,
    /// Row 955.
    Row955,
    /// Row 956.
    Row956,
    /// Row 957.
    Row957,
    /// Row 958.
    Row958,
    /// Row 959.
    Row959,
    /// Row 960.
    Row960,
    /// Row 961.
    Row961,
    /// Row 962.
    Row962,
    /// Row 963.
    Row963,
    /// Row 964.
    Row964,
    /// Row 965.
    Row965,
    /// Row 966.
    Row966,
    /// Row 967.
    Row967,
    /// Row 968.
    Row968,
    /// Row 969.
    Row969,
    /// Row 970.
    Row970,
    /// Row 971.
    Row971,
    /// Row 972.
    Row972,
    /// Row 973.
    Row973,
    /// Row 974.
    Row974,
    /// Row 975.
    Row975,
    /// Row 976.
    Row976,
    /// Row 977.
    Row977,
    /// Row 978.
    Row978,
    /// Row 979.
    Row979,
    /// Row 980.
    Row980,
    /// Row 981.
    Row981,
    /// Row 982.
    Row982,
    /// Row 983.
    Row983,
    /// Row 984.
    Row984,
    /// Row 985.
    Row985,
    /// Row 986.
    Row986,
    /// Row 987.
    Row987,
    /// Row 988.
    Row988,
    /// Row 989.
    Row989,
    /// Row 990.
    Row990,
    /// Row 991.
    Row991,
    /// Row 992.
    Row992,
    /// Row 993.
    Row993,
    /// Row 994.
    Row994,
    /// Row 995.
    Row995,
    /// Row 996.
    Row996,
    /// Row 997.
    Row997,
    /// Row 998.
    Row998,
    /// Row 999.
    Row999,
    /// Row 1000.
    Row1000,
}

/// Finds a row.
///
/// # Returns
/// Whether it is there.
#[a2t::tool(version = 1)]
fn find_row(
    /// The row.
    row: Row,
) -> bool {
    matches!(row, Row::Row1 | Row::Row1000)
}

pub(crate) fn main() {
    assert!(find_row(Row::Row1000));
    let InputType::Enum { allowed_values } = &find_row::SIGNATURE.input_parameters[0].kind else {
        panic!("an enum");
    };
    assert_eq!(allowed_values.len(), 1000);
}
