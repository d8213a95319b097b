import type { SearchLanguage } from './search-language.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Words that weigh nothing beside others. */
export const STOP_WORDS: ReadonlySet<string> = words(
  `a an and any are as at be by can do does for from has have how i in is it its me my need no not of on one or our per some than that
    the their them there these this to up use used using want we what when where which who will with you your vs under over below above
    between least most max min less more about buy cost costs could find get got give looking much many please price prices should show
    take takes would without like searching seeking require something am an auf aus bei das dem den der des die ein eine einem einen
    einer fur gegen gibt ich im ist kann kaufen kostet man mein meine mit nach oder ohne preis preise sie und uns viel von vom was
    welche welchen welcher welches wie wir wird wo zu zum zur unter uber fuer ueber bis ab mindestens suche suchen sucht brauche
    brauchen braucht benotige benotigen benoetige mochte moechte hatte haben gern gerne etwas acheter au aux avec c ce ces combien
    comment coute d dans de des du elle en est et il j je l la le les ma mes mon n ne nous ou par pas peut peux pour prix qu que quel
    quelle quelles quels qui sans ses son sur un une vos votre y moins plus jusqu cherche cherchons chercher recherche besoin ai avez
    faut voudrais veux chose`,
)

const LINKS: ReadonlySet<string> = words(
  `for with without of from in on under over between above below fur fuer mit ohne aus von vom zum zur gegen bei im pour avec sans de du
    des aux`,
)
const FRENCH_LINKS: ReadonlySet<string> = words('a au d')

/** Says whether what follows a word of a search in this language is what the thing before it is for, made of, or part of. */
export const isLink = (word: string, language: SearchLanguage): boolean => LINKS.has(word) || (language === 'fr' && FRENCH_LINKS.has(word))

const AMOUNTS: ReadonlySet<string> = words(
  'set sets kit kits pair pairs pack packs lot lots bundle satz paar packung jeu jeux paire paires',
)
const OF: ReadonlySet<string> = words('of von de d')

/** Says whether two neighbors only say how many of what follows are wanted. */
export const isAmount = (word = '', next = ''): boolean => AMOUNTS.has(word) && OF.has(next)

/** Links that begin words as well: "in feed" is "infeed", but "for mat" is no "format". */
export const PREFIXES: ReadonlySet<string> = words('in on under over')

/** Endings of adjectives, by language. */
const ENDINGS = {
  en: ['', 'er', 'r', 'est', 'st', 'ly'],
  de: ['', 'e', 'er', 'es', 'en', 'em', 'ere', 'erer', 'eres', 'eren', 'ste', 'ster', 'sten'],
  fr: ['', 'e', 's', 'es'],
} as const

const QUALITIES = {
  en: `quiet silent noiseless loud noisy small little tiny big large huge great long short wide narrow thick thin tall high low deep
    heavy light lightweight strong sturdy robust solid stiff soft hard rigid flexible durable reliable stable safe secure sharp blunt
    clean dirty dry wet fast quick rapid slow speedy powerful efficient cheap affordable inexpensive economical expensive premium good
    better best top perfect ideal simple easy basic new secondhand refurbished old modern latest original genuine additional extra
    compatible suitable universal adjustable portable mobile foldable automatic automated semi electric electrical powered motorized
    motorised industrial commercial professional duty domestic compact eco ecological green sustainable biodegradable compostable
    recyclable recycled reusable environmentally friendly natural brown white black color colored custom printed
    unprinted blank plain coarse fine curled slit single double triple wall phase three two floor bulk loose whole complete
    full half super ultra online make made making work working fit fitting available different smooth sleek handy tough decent proper
    fancy mini benchtop tabletop item items product products goods article articles`,
  de: `leis ruhig gerauscharm gerauschlos still laut klein kleiner gross riesig lang kurz breit schmal dick dunn hoch hoh niedrig tief
    schwer leicht stark stabil robust solid massiv steif weich hart flexibel flexibl haltbar langlebig zuverlassig sicher scharf
    stumpf sauber trocken nass schnell langsam leistungsstark leistungsfahig kraftig effizient gunstig gunstiger billig preiswert
    bezahlbar teuer teur hochwertig gut best besser einfach neu gebraucht generaluberholt alt modern original passend kompatibel
    universell verstellbar tragbar mobil fahrbar automatisch halbautomatisch vollautomatisch elektrisch manuell industriell gewerblich
    professionell kompakt okologisch nachhaltig umweltfreundlich recycelt wiederverwendbar kompostierbar naturlich braun weiss schwarz
    bunt bedruckt unbedruckt grob fein gelockt geschlitzt glatt einwellig zweiwellig lose platzsparend handlich artikel produkt ware`,
  fr: `silencieux silencieuse calme bruyant petit grand gros grosse enorme long longue court large etroit epais epaisse mince haut bas
    basse profond lourd leger legere solide robuste resistant rigide souple mou dur durable fiable stable securise tranchant propre
    sec seche rapide lent puissant performant efficace cher chere economique abordable bon bonne meilleur simple facile neuf neuve
    nouveau nouvelle usage ancien moderne original compatible universel universelle reglable portable mobile automatique electrique
    industriel industrielle commercial professionnel professionnelle compact ecologique recycle recyclable biodegradable reutilisable
    naturel naturelle marron brun blanc blanche noir imprime vierge fin grossier boucle fendu lisse maniable article produit`,
} as const

/** Words that say how a thing is and not what it is, in the forms in which they are typed. */
const QUALITY_WORDS: ReadonlySet<string> = new Set(
  (['en', 'de', 'fr'] as const).flatMap((language) =>
    [...words(QUALITIES[language])].flatMap((word) => ENDINGS[language].map((end) => word + end)),
  ),
)

/** Says whether words only tell how a thing is: the first ones that a search gives up. */
export const isQuality = (given: readonly string[]): boolean =>
  given.length > 0 && given.every((word) => QUALITY_WORDS.has(word) || STOP_WORDS.has(word))

/** Words that are the name of a type: nobody writes "machine" into the name of a machine. */
export const TYPE_WORDS: Readonly<Record<string, 'machine' | 'material' | 'whole'>> = {
  equipment: 'machine',
  repurposing: 'machine',
  machine: 'whole',
  machines: 'whole',
  machinery: 'whole',
  maschine: 'whole',
  maschinen: 'whole',
  gerat: 'whole',
  gerate: 'whole',
  appareil: 'whole',
  material: 'material',
  materials: 'material',
  packaging: 'material',
  verpackung: 'material',
  emballage: 'material',
}
