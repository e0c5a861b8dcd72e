/**
 * The names of time zones in Java's root locale, as OpenSearch 2.19 prints them. A line of names is
 * `standard short|standard long|summer short|summer long|short|long`: without summer time the two
 * in the middle are empty; the last two are the names of the zone all year, and are absent if they
 * are the standard ones. The zones that have these names follow, indented. A name that several
 * lines have stands for the first zone of the first of them.
 */
export const ZONE_NAME_TABLE = `
GMT|Greenwich Mean Time
  Africa/Abidjan GMT Africa/Bamako Africa/Banjul Africa/Bissau Africa/Conakry Africa/Dakar
  Africa/Freetown Africa/Lome Africa/Monrovia Africa/Nouakchott Africa/Ouagadougou Africa/Sao_Tome
  Africa/Timbuktu Atlantic/Reykjavik Atlantic/St_Helena Etc/GMT Etc/GMT+0 Etc/GMT-0 Etc/GMT0
  Etc/Greenwich GMT0 Greenwich Iceland
GMT|Ghana Mean Time
  Africa/Accra
EAT|Eastern African Time||||Eastern Africa Time
  Africa/Nairobi Africa/Addis_Ababa Africa/Asmara Africa/Asmera Africa/Dar_es_Salaam
  Africa/Djibouti Africa/Kampala Africa/Mogadishu Indian/Antananarivo Indian/Comoro Indian/Mayotte
CET|Central European Time|CEST|Central European Summer Time
  Europe/Paris Africa/Algiers Africa/Ceuta Africa/Tunis Arctic/Longyearbyen Atlantic/Jan_Mayen CET
  Europe/Amsterdam Europe/Andorra Europe/Belgrade Europe/Berlin Europe/Bratislava Europe/Brussels
  Europe/Budapest Europe/Busingen Europe/Copenhagen Europe/Gibraltar Europe/Ljubljana
  Europe/Luxembourg Europe/Madrid Europe/Malta Europe/Monaco Europe/Oslo Europe/Podgorica
  Europe/Prague Europe/Rome Europe/San_Marino Europe/Sarajevo Europe/Skopje Europe/Stockholm
  Europe/Tirane Europe/Vaduz Europe/Vatican Europe/Vienna Europe/Warsaw Europe/Zagreb
  Europe/Zurich Poland
WAT|Western African Time
  Africa/Lagos Africa/Bangui Africa/Brazzaville Africa/Douala Africa/Kinshasa Africa/Libreville
  Africa/Luanda Africa/Malabo Africa/Niamey Africa/Porto-Novo
CAT|Central African Time||||Central Africa Time
  Africa/Maputo Africa/Blantyre Africa/Bujumbura Africa/Gaborone Africa/Harare Africa/Kigali
  Africa/Lubumbashi Africa/Lusaka
EET|Eastern European Time|EEST|Eastern European Summer Time
  Europe/Kyiv Africa/Cairo Africa/Tripoli Asia/Amman Asia/Beirut Asia/Damascus Asia/Famagusta
  Asia/Gaza Asia/Hebron Asia/Nicosia EET Egypt Europe/Athens Europe/Bucharest Europe/Chisinau
  Europe/Helsinki Europe/Kaliningrad Europe/Kiev Europe/Mariehamn Europe/Nicosia Europe/Riga
  Europe/Sofia Europe/Tallinn Europe/Tiraspol Europe/Uzhgorod Europe/Vilnius Europe/Zaporozhye
  Libya
WET|Western European Time|WEST|Western European Summer Time
  Atlantic/Canary Africa/Casablanca Africa/El_Aaiun Atlantic/Faeroe Atlantic/Faroe
  Atlantic/Madeira Europe/Lisbon Portugal WET
SAST|South Africa Standard Time|SAST|South Africa Summer Time|SAT|South Africa Time
  Africa/Johannesburg Africa/Maseru Africa/Mbabane
CAT|Central African Time|CAST|Central African Summer Time||Central Africa Time
  Africa/Juba Africa/Khartoum
WAT|Western African Time|WAST|Western African Summer Time
  Africa/Ndjamena
CAT|Central African Time|WAT|Western African Time
  Africa/Windhoek
HST|Hawaii Standard Time|HDT|Hawaii Daylight Time|HT|Hawaii Time
  Pacific/Honolulu America/Adak America/Atka Pacific/Johnston US/Aleutian US/Hawaii
AKST|Alaska Standard Time|AKDT|Alaska Daylight Time|AKT|Alaska Time
  America/Juneau America/Anchorage America/Metlakatla America/Nome America/Sitka America/Yakutat
  SystemV/YST9YDT US/Alaska
AST|Atlantic Standard Time|ADT|Atlantic Daylight Time|AT|Atlantic Time
  America/Halifax America/Anguilla America/Antigua America/Aruba America/Barbados
  America/Blanc-Sablon America/Curacao America/Dominica America/Glace_Bay America/Goose_Bay
  America/Grenada America/Guadeloupe America/Kralendijk America/Lower_Princes America/Marigot
  America/Martinique America/Moncton America/Montserrat America/Port_of_Spain America/Puerto_Rico
  America/Santo_Domingo America/St_Barthelemy America/St_Kitts America/St_Lucia America/St_Thomas
  America/St_Vincent America/Thule America/Tortola America/Virgin Atlantic/Bermuda Canada/Atlantic
  SystemV/AST4ADT
BRT|Brasilia Time|BRST|Brasilia Summer Time
  America/Sao_Paulo America/Araguaina America/Bahia America/Belem America/Fortaleza America/Maceio
  America/Recife America/Santarem Brazil/East
ART|Argentine Time|ARST|Argentine Summer Time
  America/Argentina/Buenos_Aires America/Argentina/Catamarca America/Argentina/ComodRivadavia
  America/Argentina/Cordoba America/Argentina/Jujuy America/Argentina/La_Rioja
  America/Argentina/Mendoza America/Argentina/Rio_Gallegos America/Argentina/Salta
  America/Argentina/San_Juan America/Argentina/San_Luis America/Argentina/Tucuman
  America/Argentina/Ushuaia America/Buenos_Aires America/Catamarca America/Cordoba America/Jujuy
  America/Mendoza America/Rosario
PYT|Paraguay Time|PYST|Paraguay Summer Time
  America/Asuncion
CST|Central Standard Time|CDT|Central Daylight Time|CT|Central Time
  America/Chicago America/Bahia_Banderas America/Belize America/Chihuahua America/Costa_Rica
  America/El_Salvador America/Guatemala America/Indiana/Knox America/Indiana/Tell_City
  America/Knox_IN America/Managua America/Matamoros America/Menominee America/Merida
  America/Mexico_City America/Monterrey America/North_Dakota/Beulah America/North_Dakota/Center
  America/North_Dakota/New_Salem America/Ojinaga America/Rainy_River America/Rankin_Inlet
  America/Regina America/Resolute America/Swift_Current America/Tegucigalpa America/Winnipeg
  CST6CDT Canada/Central Canada/Saskatchewan Mexico/General SystemV/CST6CDT US/Central
  US/Indiana-Starke
AMT|Amazon Time|AMST|Amazon Summer Time
  America/Manaus America/Boa_Vista America/Campo_Grande America/Cuiaba America/Porto_Velho
  Brazil/West
COT|Colombia Time|COST|Colombia Summer Time
  America/Bogota
EST|Eastern Standard Time|EDT|Eastern Daylight Time|ET|Eastern Time
  America/New_York America/Cancun America/Detroit America/Fort_Wayne America/Grand_Turk
  America/Indiana/Indianapolis America/Indiana/Marengo America/Indiana/Petersburg
  America/Indiana/Vevay America/Indiana/Vincennes America/Indiana/Winamac America/Indianapolis
  America/Iqaluit America/Jamaica America/Kentucky/Louisville America/Kentucky/Monticello
  America/Louisville America/Montreal America/Nassau America/Nipigon America/Pangnirtung
  America/Port-au-Prince America/Thunder_Bay America/Toronto Canada/Eastern EST5EDT Jamaica
  SystemV/EST5EDT US/East-Indiana US/Eastern US/Michigan
EST|Eastern Standard Time|||ET|Eastern Time
  America/Atikokan America/Cayman America/Coral_Harbour America/Panama SystemV/EST5
VET|Venezuela Time
  America/Caracas
GFT|French Guiana Time
  America/Cayenne
GMT|Greenwich Mean Time|GMT|Greenwich Mean Time
  America/Danmarkshavn
ACT|Acre Time|ACST|Acre Summer Time
  America/Rio_Branco America/Eirunepe America/Porto_Acre Brazil/Acre
PST|Pacific Standard Time|PDT|Pacific Daylight Time|PT|Pacific Time
  America/Los_Angeles America/Ensenada America/Santa_Isabel America/Tijuana America/Vancouver
  Canada/Pacific Mexico/BajaNorte PST8PDT SystemV/PST8PDT US/Pacific
WGT|Western Greenland Time|WGST|Western Greenland Summer Time
  America/Nuuk America/Godthab
ECT|Ecuador Time|ECST|Ecuador Summer Time
  America/Guayaquil
GYT|Guyana Time
  America/Guyana
CST|Cuba Standard Time|CDT|Cuba Daylight Time|CT|Cuba Time
  America/Havana Cuba
BOT|Bolivia Time|BOST|Bolivia Summer Time
  America/La_Paz
PET|Peru Time|PEST|Peru Summer Time
  America/Lima
PMST|Pierre & Miquelon Standard Time|PMDT|Pierre & Miquelon Daylight Time|PMT|Pierre & Miquelon Time
  America/Miquelon
UYT|Uruguay Time|UYST|Uruguay Summer Time
  America/Montevideo
FNT|Fernando de Noronha Time|FNST|Fernando de Noronha Summer Time
  America/Noronha Brazil/DeNoronha
SRT|Suriname Time
  America/Paramaribo
GMT-03:00|Punta Arenas Standard Time|GMT-03:00|Punta Arenas Standard Time||Punta Arenas Time
  America/Punta_Arenas
CLT|Chile Time|CLST|Chile Summer Time
  America/Santiago Antarctica/Palmer Chile/Continental
EGT|Eastern Greenland Time|EGST|Eastern Greenland Summer Time
  America/Scoresbysund
NST|Newfoundland Standard Time|NDT|Newfoundland Daylight Time|NT|Newfoundland Time
  America/St_Johns Canada/Newfoundland
DAVT|Davis Time
  Antarctica/Davis
DDUT|Dumont-d'Urville Time
  Antarctica/DumontDUrville
MAWT|Mawson Time
  Antarctica/Mawson
NZST|New Zealand Standard Time|NZDT|New Zealand Daylight Time|NZT|New Zealand Time
  Pacific/Auckland Antarctica/McMurdo Antarctica/South_Pole NZ
ROTT|Rothera Time
  Antarctica/Rothera
SYOT|Syowa Time
  Antarctica/Syowa
VOST|Vostok Time
  Antarctica/Vostok
AST|Arabia Standard Time|||AT|Arabia Time
  Asia/Riyadh Asia/Aden Asia/Bahrain Asia/Kuwait Asia/Qatar
ALMT|Alma-Ata Time|ALMST|Alma-Ata Summer Time
  Asia/Almaty
ANAT|Anadyr Time|ANAST|Anadyr Summer Time
  Asia/Anadyr
AQTT|Aqtobe Time|AQTST|Aqtobe Summer Time
  Asia/Aqtobe
AQTT|Aqtau Time|AQTST|Aqtau Summer Time
  Asia/Aqtau
TMT|Turkmenistan Time|TMST|Turkmenistan Summer Time
  Asia/Ashgabat Asia/Ashkhabad
AST|Arabia Standard Time|ADT|Arabia Daylight Time|AT|Arabia Time
  Asia/Baghdad
AZT|Azerbaijan Time|AZST|Azerbaijan Summer Time
  Asia/Baku
ICT|Indochina Time
  Asia/Bangkok Asia/Ho_Chi_Minh Asia/Phnom_Penh Asia/Saigon Asia/Vientiane
GMT+07:00|Barnaul Standard Time|GMT+07:00|Barnaul Daylight Time||Barnaul Time
  Asia/Barnaul
KGT|Kirgizstan Time|KGST|Kirgizstan Summer Time
  Asia/Bishkek
BNT|Brunei Time|BNST|Brunei Summer Time
  Asia/Brunei
YAKT|Yakutsk Time|YAKST|Yakutsk Summer Time
  Asia/Yakutsk Asia/Chita Asia/Khandyga
CHOT|Choibalsan Time|CHOST|Choibalsan Summer Time
  Asia/Choibalsan
CST|China Standard Time|CDT|China Daylight Time|CT|China Time
  Asia/Shanghai Asia/Chongqing Asia/Chungking Asia/Harbin Asia/Macao Asia/Macau Asia/Taipei PRC
BDT|Bangladesh Time|BDST|Bangladesh Summer Time
  Asia/Dhaka Asia/Dacca
TLT|Timor-Leste Time
  Asia/Dili
TJT|Tajikistan Time|TJST|Tajikistan Summer Time
  Asia/Dushanbe
HKT|Hong Kong Time|HKST|Hong Kong Summer Time
  Asia/Hong_Kong Hongkong
HOVT|Hovd Time|HOVST|Hovd Summer Time
  Asia/Hovd
IRKT|Irkutsk Time|IRKST|Irkutsk Summer Time
  Asia/Irkutsk
TRT|Turkey Time|TRST|Turkey Summer Time
  Europe/Istanbul Asia/Istanbul Turkey
WIB|West Indonesia Time
  Asia/Jakarta Asia/Pontianak
WIT|East Indonesia Time
  Asia/Jayapura
IST|Israel Standard Time|IDT|Israel Daylight Time|IT|Israel Time
  Asia/Jerusalem Asia/Tel_Aviv Israel
IST|India Standard Time|IDT|India Daylight Time|IT|India Time
  Asia/Kolkata Asia/Calcutta Asia/Colombo
AFT|Afghanistan Time
  Asia/Kabul
PETT|Petropavlovsk-Kamchatski Time|PETST|Petropavlovsk-Kamchatski Summer Time
  Asia/Kamchatka
PKT|Pakistan Time|PKST|Pakistan Summer Time
  Asia/Karachi
XJT|Xinjiang Standard Time||||Xinjiang Time
  Asia/Urumqi Asia/Kashgar
NPT|Nepal Time
  Asia/Kathmandu Asia/Katmandu
KRAT|Krasnoyarsk Time|KRAST|Krasnoyarsk Summer Time
  Asia/Krasnoyarsk Asia/Novokuznetsk
MYT|Malaysia Time|MYST|Malaysia Summer Time
  Asia/Kuching Asia/Kuala_Lumpur
MAGT|Magadan Time|MAGST|Magadan Summer Time
  Asia/Magadan
WITA|Central Indonesia Time
  Asia/Makassar Asia/Ujung_Pandang
PST|Philippines Standard Time|PDT|Philippines Daylight Time|PT|Philippines Time
  Asia/Manila
NOVT|Novosibirsk Time|NOVST|Novosibirsk Summer Time
  Asia/Novosibirsk
OMST|Omsk Time|OMSST|Omsk Summer Time
  Asia/Omsk
ORAT|Oral Time|ORAST|Oral Summer Time
  Asia/Oral
QOST|Kostanay Standard Time|QOSST|Kostanay Summer Time||Kostanay Time
  Asia/Qostanay
QYZT|Qyzylorda Time|QYZST|Qyzylorda Summer Time
  Asia/Qyzylorda
MMT|Myanmar Time
  Asia/Yangon Asia/Rangoon
SAKT|Sakhalin Time|SAKST|Sakhalin Summer Time
  Asia/Sakhalin
UZT|Uzbekistan Time|UZST|Uzbekistan Summer Time
  Asia/Tashkent Asia/Samarkand
KST|Korea Standard Time|KDT|Korea Daylight Time|KT|Korea Time
  Asia/Seoul ROK
KST|Korea Standard Time|||KT|Korea Time
  Asia/Pyongyang
SGT|Singapore Time|SGST|Singapore Summer Time
  Asia/Singapore Singapore
SRET|Srednekolymsk Time|SREDT|Srednekolymsk Daylight Time
  Asia/Srednekolymsk
GET|Georgia Time|GEST|Georgia Summer Time
  Asia/Tbilisi
IRST|Iran Standard Time|IRDT|Iran Daylight Time|IRT|Iran Time
  Asia/Tehran Iran
BTT|Bhutan Time
  Asia/Thimphu Asia/Thimbu
JST|Japan Standard Time|JDT|Japan Daylight Time|JT|Japan Time
  Asia/Tokyo Japan
GMT+07:00|Tomsk Standard Time|GMT+07:00|Tomsk Daylight Time||Tomsk Time
  Asia/Tomsk
ULAT|Ulaanbaatar Time|ULAST|Ulaanbaatar Summer Time
  Asia/Ulaanbaatar Asia/Ulan_Bator
VLAT|Vladivostok Time|VLAST|Vladivostok Summer Time
  Asia/Vladivostok
VLAT|Ust-Nera Time|VLAST|Ust-Nera Summer Time
  Asia/Ust-Nera
YEKT|Yekaterinburg Time|YEKST|Yekaterinburg Summer Time
  Asia/Yekaterinburg
AMT|Armenia Time|AMST|Armenia Summer Time
  Asia/Yerevan
AZOT|Azores Time|AZOST|Azores Summer Time
  Atlantic/Azores
CVT|Cape Verde Time|CVST|Cape Verde Summer Time
  Atlantic/Cape_Verde
GST|South Georgia Standard Time|||GT|South Georgia Time
  Atlantic/South_Georgia
GST|Gulf Standard Time|||GT|Gulf Time
  Asia/Dubai Asia/Muscat
FKT|Falkland Is. Time|FKST|Falkland Is. Summer Time
  Atlantic/Stanley
AEST|Australian Eastern Standard Time (New South Wales)|AEDT|Australian Eastern Daylight Time (New South Wales)|AET|Australian Eastern Time (New South Wales)
  Australia/Sydney Australia/ACT Australia/Canberra Australia/Currie Australia/NSW
AEST|Australian Eastern Standard Time (Macquarie)|AEDT|Australian Eastern Daylight Time (Macquarie)|AET|Australian Eastern Time (Macquarie)
  Antarctica/Macquarie
ACST|Australian Central Standard Time (South Australia)|ACDT|Australian Central Daylight Time (South Australia)|ACT|Australian Central Time (South Australia)
  Australia/Adelaide Australia/South
AEST|Australian Eastern Standard Time (Queensland)|AEDT|Australian Eastern Daylight Time (Queensland)|AET|Australian Eastern Time (Queensland)
  Australia/Brisbane Australia/Lindeman Australia/Queensland
ACST|Australian Central Standard Time (South Australia/New South Wales)|ACDT|Australian Central Daylight Time (South Australia/New South Wales)|ACT|Australian Central Time (South Australia/New South Wales)
  Australia/Broken_Hill Australia/Yancowinna
ACST|Australian Central Standard Time (Northern Territory)|ACDT|Australian Central Daylight Time (Northern Territory)|ACT|Australian Central Time (Northern Territory)
  Australia/Darwin Australia/North
ACWST|Australian Central Western Standard Time|ACWDT|Australian Central Western Daylight Time|ACWT|Australian Central Western Time
  Australia/Eucla
AEST|Australian Eastern Standard Time (Tasmania)|AEDT|Australian Eastern Daylight Time (Tasmania)|AET|Australian Eastern Time (Tasmania)
  Australia/Hobart Australia/Tasmania
LHST|Lord Howe Standard Time|LHDT|Lord Howe Daylight Time|LHT|Lord Howe Time
  Australia/Lord_Howe Australia/LHI
AEST|Australian Eastern Standard Time (Victoria)|AEDT|Australian Eastern Daylight Time (Victoria)|AET|Australian Eastern Time (Victoria)
  Australia/Melbourne Australia/Victoria
AWST|Australian Western Standard Time|AWDT|Australian Western Daylight Time|AWT|Australian Western Time
  Australia/Perth Australia/West
AWST|Australian Western Standard Time|||AWT|Australian Western Time
  Antarctica/Casey
EAST|Easter Is. Time|EASST|Easter Is. Summer Time
  Pacific/Easter Chile/EasterIsland
GMT|Greenwich Mean Time|IST|Irish Summer Time|IT|Irish Time
  Eire Europe/Dublin
UTC|Coordinated Universal Time
  Etc/UTC UTC Etc/UCT Etc/Universal Etc/Zulu UCT Universal Zulu
UTC|Coordinated Universal Time|CEST|Central European Summer Time|ATT|Troll Time
  Antarctica/Troll
GMT+04:00|Astrakhan Standard Time|GMT+04:00|Astrakhan Standard Time||Astrakhan Time
  Europe/Astrakhan
MSK|Moscow Standard Time|MSD|Moscow Daylight Time|MT|Moscow Time
  Europe/Moscow Europe/Kirov Europe/Minsk Europe/Simferopol Europe/Volgograd W-SU
MST|Mountain Standard Time|MDT|Mountain Daylight Time|MT|Mountain Time
  America/Denver America/Boise America/Cambridge_Bay America/Ciudad_Juarez America/Creston
  America/Dawson America/Dawson_Creek America/Edmonton America/Fort_Nelson America/Hermosillo
  America/Inuvik America/Mazatlan America/Phoenix America/Shiprock America/Whitehorse
  America/Yellowknife Canada/Mountain Canada/Yukon MST7MDT Mexico/BajaSur Navajo SystemV/MST7MDT
  US/Arizona US/Mountain
SAMT|Samara Time|SAMST|Samara Summer Time
  Europe/Samara
GMT+04:00|Saratov Standard Time|GMT+04:00|Saratov Standard Time||Saratov Time
  Europe/Saratov
GMT+04:00|Ulyanovsk Standard Time|GMT+04:00|Ulyanovsk Standard Time||Ulyanovsk Time
  Europe/Ulyanovsk
IOT|Indian Ocean Territory Time
  Indian/Chagos
CXT|Christmas Island Time|||CIT
  Indian/Christmas
CCT|Cocos Islands Time
  Indian/Cocos
TFT|French Southern & Antarctic Lands Time
  Indian/Kerguelen
SCT|Seychelles Time
  Indian/Mahe
MVT|Maldives Time
  Indian/Maldives
MUT|Mauritius Time|MUST|Mauritius Summer Time
  Indian/Mauritius
RET|Reunion Time
  Indian/Reunion
MHT|Marshall Islands Time
  Kwajalein Pacific/Kwajalein Pacific/Majuro
MET|Middle Europe Time|MEST|Middle Europe Summer Time
  MET
CHAST|Chatham Standard Time|CHADT|Chatham Daylight Time|CHAT|Chatham Time
  Pacific/Chatham NZ-CHAT
WSST|West Samoa Standard Time|WSDT|West Samoa Daylight Time|WST|West Samoa Time
  Pacific/Apia
BST|Bougainville Standard Time|||BT|Bougainville Time
  Pacific/Bougainville
GMT|Greenwich Mean Time|BST|British Summer Time|BT|British Time
  Europe/Belfast Europe/Guernsey Europe/Isle_of_Man Europe/Jersey Europe/London GB GB-Eire
CHUT|Chuuk Time
  Pacific/Chuuk Pacific/Truk Pacific/Yap
VUT|Vanuatu Time|VUST|Vanuatu Summer Time
  Pacific/Efate
PHOT|Phoenix Is. Time
  Pacific/Kanton Pacific/Enderbury
TKT|Tokelau Time
  Pacific/Fakaofo
FJT|Fiji Time|FJST|Fiji Summer Time
  Pacific/Fiji
TVT|Tuvalu Time
  Pacific/Funafuti
GALT|Galapagos Time|GALST|Galapagos Summer Time
  Pacific/Galapagos
GAMT|Gambier Time
  Pacific/Gambier
SBT|Solomon Is. Time
  Pacific/Guadalcanal
ChST|Chamorro Standard Time|ChDT|Chamorro Daylight Time|ChT|Chamorro Time
  Pacific/Guam Pacific/Saipan
LINT|Line Is. Time
  Pacific/Kiritimati
KOST|Kosrae Time
  Pacific/Kosrae
MART|Marquesas Time
  Pacific/Marquesas
SST|Samoa Standard Time|||ST|Samoa Time
  Pacific/Pago_Pago Pacific/Midway Pacific/Samoa US/Samoa
NRT|Nauru Time
  Pacific/Nauru
NUT|Niue Time
  Pacific/Niue
NFT|Norfolk Time|NFST|Norfolk Summer Time
  Pacific/Norfolk
NCT|New Caledonia Time|NCST|New Caledonia Summer Time
  Pacific/Noumea
PWT|Palau Time
  Pacific/Palau
PST|Pitcairn Standard Time|||PT|Pitcairn Time
  Pacific/Pitcairn
PONT|Pohnpei Time||||Ponape Time
  Pacific/Pohnpei Pacific/Ponape
PGT|Papua New Guinea Time
  Pacific/Port_Moresby
CKT|Cook Is. Time|CKHST|Cook Is. Summer Time
  Pacific/Rarotonga
TAHT|Tahiti Time
  Pacific/Tahiti
GILT|Gilbert Is. Time
  Pacific/Tarawa
TOT|Tonga Time|TOST|Tonga Summer Time
  Pacific/Tongatapu
WAKT|Wake Time
  Pacific/Wake
WFT|Wallis & Futuna Time
  Pacific/Wallis
AST|Atlantic Standard Time|||AT|Atlantic Time
  SystemV/AST4
CST|Central Standard Time|||CT|Central Time
  SystemV/CST6
HST|Hawaii Standard Time|||HT|Hawaii Time
  SystemV/HST10
MST|Mountain Standard Time|||MT|Mountain Time
  SystemV/MST7
PST|Pacific Standard Time|||PT|Pacific Time
  SystemV/PST8
AKST|Alaska Standard Time|||AKT|Alaska Time
  SystemV/YST9
`;
