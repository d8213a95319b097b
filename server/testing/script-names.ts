/** Names in the scripts that documents print, as people of twelve alphabets write them. */
export const PRINTED_NAMES = [
  'Żaneta Źródłowska-Ćwiąkała, Łódź',
  'Őrsi Gergő, Győr',
  'Şükrü Çağlar, Iğdır',
  'Guðrún Þórðardóttir, Ísafjörður',
  'Ștefan Țuțea, Brașov',
  'Ċensu Għaxaq, Ħal Qormi',
  'Nguyễn Thị Ánh Nguyệt',
  'Ədalət Əliyev, Şəki',
  'Ελένη Παπαδοπούλου, Αθήνα',
  'Христо Ботев, София',
  'Є. Ґалаґан, Київ',
  'Қанат Әбілов, Өскемен',
] as const

/** Names in scripts that documents do not print, with what they print instead. */
export const REWRITTEN_NAMES = [
  ['محمد علي', 'mhmd `ly'],
  ['דוד כהן', 'dvd khhn'],
  ['สมชาย', 'smchay'],
  ['王小明', 'WangXiaoMing'],
  ['やまだ', 'yamada'],
  ['김철수', 'GimCheolSu'],
  ['Արամ', 'Aram'],
  ['ქეთევან', 'ketevan'],
  ['राम', 'ram'],
  ['㧝', 'U+39DD'],
] as const
