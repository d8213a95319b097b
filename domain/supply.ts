import { countryInText } from './country-name.ts'
import { type Mains, mainsOf } from './mains.ts'
import { normalizeIdentifier } from './text.ts'

/** One way to feed a machine. No volts or no hertz: its seller gave none, and any will do. */
interface Feed {
  volts: { min: number; max: number }[]
  hertz: number[]
  phases: 1 | 3 | null
}

type Row = { name: string; value: string }

/** Names of the rows that say how a machine is fed, in lower case; several rows are read as one. */
const NAMES: readonly string[] = [
  'supply',
  'power supply',
  'electrical supply',
  'mains supply',
  'mains',
  'electrical connection',
  'voltage',
  'mains voltage',
  'supply voltage',
  'rated voltage',
  'frequency',
  'mains frequency',
  'phases',
]

/** Names of further rows, in lower case, that only something with a motor or a plug has; in German and French, too. */
const DRIVEN: readonly string[] = [
  'motor',
  'power',
  'motor power',
  'rated power',
  'power consumption',
  'stromversorgung',
  'netzanschluss',
  'netzspannung',
  'spannung',
  'nennspannung',
  'leistung',
  'nennleistung',
  'motorleistung',
  'leistungsaufnahme',
  'alimentation',
  'alimentation électrique',
  'tension',
  'tension nominale',
  'moteur',
  'puissance',
  'puissance nominale',
  'puissance du moteur',
]

/** Keys of the typed specifications that say the same, whatever staff call them. */
export const SUPPLY_KEYS: readonly string[] = ['supply', 'power']

const NUMBER = String.raw`\d{2,3}(?:[.,]\d+)?`
const NEXT = String.raw`\s*(?:-|/|~|\bto\b|\bor\b|\band\b|\bbis\b|\boder\b|\bund\b|\bou\b|\bet\b)\s*`
const TOKENS = new RegExp(
  [
    String.raw`(?<volts>${NUMBER}(?:\s*v)?(?:${NEXT}${NUMBER}(?:\s*v)?)*)\s*(?<=v|\s|\d)(?:(?<=v)|v)(?:olts?|ac)?(?![a-z])`,
    String.raw`(?<hertz>\b\d{2}(?:\s*(?:hz)?(?:${NEXT})\d{2})*)\s*(?:hz|hertz)`,
    String.raw`(?<three>\b(?:three|3)[- ]?ph(?:ases?)?\b|\b3\s*[~x]|~\s*3\b|\b3ac\b|\b3\s*/\s*n|drehstrom|dreiphasig|triphas)`,
    String.raw`(?<one>\b(?:single|one|1)[- ]?ph(?:ases?)?\b|\b1\s*~|~\s*1\b|\b1ac\b|\b1\s*/\s*n|einphasig|monophas)`,
  ].join('|'),
  'g',
)

/** Direct current, which needs no mains. */
const DIRECT = new RegExp(
  String.raw`(?:${NUMBER}|\d)(?:${NEXT}\d{1,3})*\s*v(?:olts?)?\s*(?:dc\b|d\.c\.|=)|\bdc\s*\d{1,3}\s*v\b|\d{1,3}\s*vdc\b`,
  'g',
)
const FROM_ELSEWHERE = /\bfrom the machine\b|\bbatter(?:y|ies)\b|\brechargeable\b/

/** Bounds in volts of what the mains of buildings have. */
const LOWEST = 90
const HIGHEST = 700

/** Returns the voltages of `220-240`, a range, and of `230/400`, two. */
function readVolts(text: string): Feed['volts'] {
  const plain = text.replace(/v/g, '').replace(',', '.')
  return plain
    .split(/\s*(?:\/|\bor\b|\band\b|\boder\b|\bund\b|\bou\b|\bet\b)\s*/)
    .map((part) => part.match(/\d+(?:\.\d+)?/g)?.map(Number) ?? [])
    .filter((found) => found.length > 0 && found.every((volts) => volts >= LOWEST && volts <= HIGHEST))
    .map((found) => ({ min: Math.min(...found), max: Math.max(...found) }))
}

/** Feeds of texts that were read: carts and lists ask about the same few again and again. */
const known = new Map<string, Feed[]>()
const MAX_KNOWN = 500

function feedsOfText(text: string): Feed[] {
  const read = known.get(text)
  if (read) return read
  const feeds = readFeeds(text)
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(text, feeds)
  return feeds
}

/**
 * Returns the ways to feed a machine whose seller wrote `text`: several for "400 V, 50 Hz or 480 V, 60 Hz", none where it needs no mains.
 */
function readFeeds(text: string): Feed[] {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\s\u00a0]+/g, ' ')
  if (FROM_ELSEWHERE.test(plain)) return []
  const feeds: Feed[] = []
  let phases: Feed['phases'] = null
  let isMixed = false
  const open = () => {
    const feed: Feed = { volts: [], hertz: [], phases: null }
    feeds.push(feed)
    return feed
  }
  for (const { groups = {} } of plain.replace(DIRECT, ' ').matchAll(TOKENS)) {
    const { volts, hertz, three, one } = groups
    const last = feeds.at(-1)
    if (volts) {
      const read = readVolts(volts)
      const feed = last && last.hertz.length === 0 ? last : open()
      feed.volts.push(...read)
    } else if (hertz)
      (last ?? open()).hertz.push(...(hertz.match(/\d{2}/g) ?? []).map(Number).filter((found) => found === 50 || found === 60))
    else if (three ?? one) {
      const found = three ? 3 : 1
      isMixed ||= phases !== null && phases !== found
      phases = found
    }
  }
  return feeds
    .filter((feed) => feed.volts.length > 0 || feed.hertz.length > 0)
    .map((feed) => ({ ...feed, phases: isMixed ? null : phases }))
}

const isNear = ({ min, max }: { min: number; max: number }, volts: number, part: number) =>
  volts >= min * (1 - part) && volts <= max * (1 + part)
/**
 * Part of a voltage by which mains may differ from what a motor is rated for: 10% (IEC 60038), and the step between neighboring nominal
 * voltages.
 */
const TOLERANCE = 0.11
/** Part up to which a mismatch of the frequency stands alone. */
const CLOSE = 0.25

const voltsFor = ({ phases }: Feed, { single, three }: Mains) => (phases === 1 ? single : phases === 3 ? three : [...single, ...three])
const hasHertz = ({ hertz }: Feed, mains: Mains) => hertz.length === 0 || hertz.some((found) => mains.hertz.includes(found))
const hasVolts = (feed: Feed, mains: Mains, part = TOLERANCE) =>
  feed.volts.length === 0 || feed.volts.some((range) => voltsFor(feed, mains).some((volts) => isNear(range, volts, part)))

const oneOf = (texts: readonly string[]) => [texts.slice(0, -1).join(', '), texts.at(-1)].filter(Boolean).join(' or ')
const writeVolts = ({ min, max }: { min: number; max: number }) => (min === max ? `${min}` : `${min}–${max}`)
/** Writes a feed: "230 V, 50/60 Hz". */
const writeFeed = ({ volts, hertz }: Feed) =>
  [volts.length > 0 && `${volts.map(writeVolts).join('/')} V`, hertz.length > 0 && `${hertz.join('/')} Hz`].filter(Boolean).join(', ')

/** Returns what feeds the machine with these rows. */
function feedsOf(rows: readonly Row[]): Feed[] {
  const own = rows.map(({ name, value }) => ({ at: NAMES.indexOf(name.trim().toLowerCase()), name, value })).filter(({ at }) => at >= 0)
  // a bare number has the unit of its row: "Voltage: 400", "Phases: 3"
  const unit = (name: string) => (/voltage/i.test(name) ? ' V' : /frequency/i.test(name) ? ' Hz' : /phases/i.test(name) ? ' phase' : '')
  const texts = own
    .sort((one, other) => one.at - other.at)
    .map(({ name, value }) => (/^[\d\s,./–-]+$/.test(value) ? `${value}${unit(name)}` : value))
  return feedsOfText(texts.join(' ; '))
}

/** Names of rows, in lower case, that say how a product is fed or driven. */
export const SUPPLY_ROWS: readonly string[] = [...NAMES, ...DRIVEN]

/** Returns true if rows say how a product is fed or driven: it has a plug or a motor. */
export const hasSupplyRows = (rows: readonly Row[]): boolean => rows.some(({ name }) => SUPPLY_ROWS.includes(name.trim().toLowerCase()))

/**
 * Returns the sentences that say that a machine needs other mains than those of a country, or null: they match, or one of them is not
 * known.
 */
export function supplyNotice(rows: readonly Row[], country: string): string | null {
  const mains = mainsOf(country)
  const feeds = mains ? feedsOf(rows) : []
  if (!mains || feeds.length === 0 || feeds.some((feed) => hasHertz(feed, mains) && hasVolts(feed, mains))) return null
  const needs = oneOf(feeds.map(writeFeed))
  const place = countryInText(country)
  const hertz = `${oneOf(mains.hertz.map(String))} Hz`
  const ofPhases = feeds.every(({ phases }) => phases === 1) ? mains.single : feeds.every(({ phases }) => phases === 3) ? mains.three : null
  const volts = `${oneOf([...new Set(ofPhases ?? [...mains.single, ...mains.three])].sort((a, b) => a - b).map(String))} V`
  if (feeds.some((feed) => hasHertz(feed, mains))) {
    if (feeds.every(({ phases }) => phases === 3)) return `Needs ${needs}, three phase. Three-phase mains in ${place} have ${volts}.`
    return `Needs ${needs}. Mains in ${place} have ${volts}.`
  }
  return `Needs ${needs}. Mains in ${place} have ${feeds.some((feed) => hasVolts(feed, mains, CLOSE)) ? hertz : `${volts}, ${hertz}`}.`
}

/**
 * Notice about the mains of the place that a line of a cart or order goes to, and whether the buyer said to it that they have a suitable
 * supply.
 */
export type LineSupply = { supplyNotice: string | null; hasSupply: boolean }

/** Returns what is said of the supply of a product. @param confirmed the notice to which the buyer said that they have a suitable supply */
export function supplyOf(rows: readonly Row[], { country }: { country: string }, confirmed: string | null = null): LineSupply {
  const notice = supplyNotice(rows, country)
  return {
    supplyNotice: notice,
    hasSupply: notice !== null && confirmed !== null && normalizeIdentifier(notice) === normalizeIdentifier(confirmed),
  }
}
