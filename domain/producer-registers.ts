import type { BuyerKind } from './buyer-kind.ts'
import { countryInText, countryNameOf } from './country-name.ts'
import { EU_COUNTRIES, marketCountry } from './market-country.ts'
import { notOfferedText, type RegisterMode, type RegistrationState, STREAM_LABELS, STREAMS, type Stream } from './producer-streams.ts'
import type { ProductType } from './product.ts'
import { hasSupplyRows } from './supply.ts'

/** Kinds of products that a rule covers: they are packaging, come in packaging, or have a plug or a motor. */
type CoveredKind = 'packaging' | 'packed' | 'electrical'

/** A duty to be registered as a producer in a country. */
export interface RegisterRule {
  /** ISO 3166, two letters. */
  country: string
  stream: Stream
  covers: readonly CoveredKind[]
  /** First day (ISO) on which it counts for offers to each kind of buyer. */
  since: Readonly<Record<BuyerKind, string>>
  /** Name of the number, within a sentence. */
  numberName: string
  /** Shape of the number; null: any text. */
  shape: { pattern: RegExp; example: string } | null
  /**
   * True if offers and documents for the country have to name the number: the seller's page and details, invoices, credit notes, packing
   * slips.
   */
  isNamed: boolean
  /** Public register in which anybody can look the number up; null: none was found. */
  register: { name: string; url: string } | null
  /** Law that it is from, and the day (ISO) on which it was read. */
  source: { law: string; readOn: string }
}

const READ_ON = '2026-11-29'

const SYDEREP = { name: 'SYDEREP (ADEME)', url: 'https://www.syderep.ademe.fr' }
const FRENCH = {
  country: 'FR',
  numberName: 'unique identifier',
  shape: { pattern: /^FR\d{6}_\d{2}[A-Z]{4}$/, example: 'FR123456_01ABCD' },
  isNamed: true,
  register: SYDEREP,
  source: { law: "Code de l'environnement, L541-10-9, L541-10-13 and R541-173", readOn: READ_ON },
} as const

/** Duties with a source; docs/producer-registers.md says what could not be verified. */
export const REGISTER_RULES: readonly RegisterRule[] = [
  {
    country: 'DE',
    stream: 'packaging',
    covers: ['packaging', 'packed'],
    since: { consumer: '2022-07-01', business: '2022-07-01' },
    numberName: 'LUCID number',
    shape: { pattern: /^DE\d{13}$/, example: 'DE1234567890123' },
    isNamed: false,
    register: { name: 'LUCID', url: 'https://lucid.verpackungsregister.org' },
    source: { law: 'VerpackG § 7(7) and § 9', readOn: READ_ON },
  },
  {
    country: 'DE',
    stream: 'electrical',
    covers: ['electrical'],
    since: { consumer: '2023-07-01', business: '2023-07-01' },
    numberName: 'WEEE registration number',
    shape: { pattern: /^WEEE-Reg\.-Nr\. DE \d{8}$/, example: 'WEEE-Reg.-Nr. DE 12345678' },
    isNamed: true,
    register: { name: 'stiftung ear', url: 'https://www.stiftung-ear.de' },
    source: { law: 'ElektroG § 6, § 6(3) for offers and invoices', readOn: READ_ON },
  },
  { ...FRENCH, stream: 'packaging', covers: ['packaging', 'packed'], since: { consumer: '2022-01-01', business: '2025-01-01' } },
  { ...FRENCH, stream: 'electrical', covers: ['electrical'], since: { consumer: '2022-01-01', business: '2022-01-01' } },
  ...EU_COUNTRIES.filter((country) => country !== 'DE' && country !== 'FR').map(
    (country): RegisterRule => ({
      country,
      stream: 'packaging',
      covers: ['packaging', 'packed'],
      since: { consumer: '2026-08-12', business: '2026-08-12' },
      numberName: 'register number',
      shape: null,
      isNamed: false,
      register: null,
      source: { law: 'Regulation (EU) 2025/40, chapter VIII', readOn: READ_ON },
    }),
  ),
]

/** Returns the rule of a country and a stream; null where there is none. */
export const ruleOf = (country: string, stream: Stream): RegisterRule | null =>
  REGISTER_RULES.find((rule) => rule.country === country && rule.stream === stream) ?? null

/** Mode of a rule, as a super admin sets it. */
export type RuleMode = { country: string; stream: Stream; mode: RegisterMode }

/** Modes of a new shop. */
export const DEFAULT_MODES: readonly RuleMode[] = REGISTER_RULES.map(({ country, stream }) => ({
  country,
  stream,
  mode: country === 'DE' || country === 'FR' ? 'require' : 'ask',
}))

/** Returns the mode of a rule; of one that the shop's settings do not name, that of a new shop. */
export function modeOf(modes: readonly RuleMode[], { country, stream }: Pick<RegisterRule, 'country' | 'stream'>): RegisterMode {
  const isOf = (one: RuleMode) => one.country === country && one.stream === stream
  return (modes.find(isOf) ?? DEFAULT_MODES.find(isOf))?.mode ?? 'off'
}

/** Returns the rules of a country that are not off, with their modes. */
function rulesIn(modes: readonly RuleMode[], country: string): (RegisterRule & { mode: RegisterMode })[] {
  const place = marketCountry(country)
  return REGISTER_RULES.flatMap((rule) => {
    if (rule.country !== place) return []
    const mode = modeOf(modes, rule)
    return mode === 'off' ? [] : [{ ...rule, mode }]
  })
}

/** Returns true if something in a country is offered only with a confirmed number. */
export const isRequiredIn = (modes: readonly RuleMode[], country: string): boolean =>
  rulesIn(modes, country).some(({ mode }) => mode === 'require')

/** Categories, as the rules know them, whose products are electrical equipment whatever their specifications say. */
export const ELECTRICAL_CATEGORIES: readonly string[] = ['mat-maker', 'chip-maker']

/**
 * Returns what a product is to these rules: materials of the shop are packaging, and everything comes in packaging. In SQL: `isElectrical`.
 */
export function kindsOf({ type, category, specifications, isDriven }: CoveredProduct): CoveredKind[] {
  if (type === 'material') return ['packaging', 'packed']
  const isElectrical = ELECTRICAL_CATEGORIES.includes(category) || isDriven || hasSupplyRows(specifications)
  return isElectrical ? ['packed', 'electrical'] : ['packed']
}

/** Facts of a product that decide which rules cover it; `category` as the rules know it. */
export type CoveredProduct = {
  type: ProductType
  category: string
  specifications: readonly { name: string; value: string }[]
  /** A row of it has a name of one of the typed specifications `SUPPLY_KEYS`, in whatever language. */
  isDriven: boolean
}

/** A number of a seller in a register. Days are ISO dates; both ends count. */
export interface ProducerRegistration {
  country: string
  stream: Stream
  number: string
  validFrom: string
  validTo: string | null
  /** Staff have seen it in the register. */
  isConfirmed: boolean
  /** Its last day as they saw it; null: it had none. */
  checkedTo: string | null
}

/** Returns the state of a number on a day (ISO); null: the seller has given none. In SQL: `listedState`. */
export function stateOn(registration: Omit<ProducerRegistration, 'country' | 'stream' | 'number'> | null, day: string): RegistrationState {
  if (registration === null) return 'missing'
  if (registration.validTo !== null && registration.validTo < day) return 'ended'
  if (day < registration.validFrom) return 'future'
  const isSeen = registration.isConfirmed && (registration.checkedTo === null || day <= registration.checkedTo)
  return isSeen ? 'valid' : 'unconfirmed'
}

/** A number that a product needs, and does not have, in a country. */
type MissingNumber = { rule: RegisterRule; mode: RegisterMode; state: Exclude<RegistrationState, 'valid'> }

/** Facts that the decision about a product is made from. */
interface RegistrationCase {
  country: string
  buyer: BuyerKind
  /** ISO date. */
  day: string
  kinds: readonly CoveredKind[]
  modes: readonly RuleMode[]
  /** Those of its seller. */
  registrations: readonly ProducerRegistration[]
}

/** Decides whether a product is offered in a country, and which numbers of its seller are missing there. */
export function decideRegistration({ country, buyer, day, kinds, modes, registrations }: RegistrationCase): {
  isOffered: boolean
  missing: MissingNumber[]
} {
  const missing = rulesIn(modes, country).flatMap(({ mode, ...rule }): MissingNumber[] => {
    if (day < rule.since[buyer] || !rule.covers.some((kind) => kinds.includes(kind))) return []
    const own = registrations.find((one) => one.country === rule.country && one.stream === rule.stream) ?? null
    const state = stateOn(own, day)
    return state === 'valid' ? [] : [{ rule, mode, state }]
  })
  return { isOffered: missing.every(({ mode }) => mode !== 'require'), missing }
}

const STATE_TEXTS: Readonly<Record<MissingNumber['state'], (what: string) => string>> = {
  missing: (what) => `Add your ${what}.`,
  unconfirmed: (what) => `Your ${what} isn't confirmed by the shop.`,
  ended: (what) => `Your ${what} has ended. Enter a new last day or a new number.`,
  future: (what) => `Your ${what} isn't valid yet.`,
}

/** Returns the sentences for a seller: which number is missing, what follows, and where to get it. */
export function missingText({ rule: { country, stream, numberName, register }, mode, state }: MissingNumber): string {
  const what = `${numberName} for ${STREAM_LABELS[stream].toLowerCase()} in ${countryInText(country)}`
  const effect = mode === 'require' ? `${notOfferedText(country)}. ` : ''
  const place = register ? `${register.name}, ${register.url}` : `the packaging register of ${countryInText(country)}`
  return `${effect}${STATE_TEXTS[state](what)}${state === 'missing' ? ` You get it from ${place}.` : ''}`
}

/** Returns the number as it is stored: in one form where the rule knows the shape. */
export function normalizeNumber(number: string, { country, stream }: Pick<RegisterRule, 'country' | 'stream'>): string {
  const plain = number.trim().replace(/\s+/g, ' ')
  if (country === 'DE' && stream === 'electrical') {
    const digits = /^(?:WEEE[- ]?Reg\.?[- ]?Nr\.?:? ?)?DE ?(\d{8})$/i.exec(plain)?.[1]
    return digits ? `WEEE-Reg.-Nr. DE ${digits}` : plain
  }
  return ruleOf(country, stream)?.shape ? plain.replaceAll(' ', '').toUpperCase() : plain
}

/** Returns what is wrong with a number, with its rule; null: nothing. */
export function numberError(number: string, rule: RegisterRule): string | null {
  const { shape, numberName, country } = rule
  if (number === '') return 'Please enter the number'
  if (!shape || shape.pattern.test(number)) return null
  return `A ${numberName} of ${countryNameOf(country)} looks like ${shape.example}`
}

/** Returns the confirmed numbers of a seller on a day (ISO) that its offers have to name in their countries. */
export const namedNumbers = <Of extends ProducerRegistration>(registrations: readonly Of[], day: string): Of[] =>
  registrations.filter((one) => ruleOf(one.country, one.stream)?.isNamed === true && stateOn(one, day) === 'valid')

/** Returns the numbers of a seller that a document for a country names on a day (ISO), those for packaging first. */
export const documentNumbers = (registrations: readonly ProducerRegistration[], country: string, day: string): string[] =>
  STREAMS.flatMap((stream) =>
    namedNumbers(registrations, day).flatMap((one) => (one.country === country && one.stream === stream ? [one.number] : [])),
  )

/** Returns the sentence of a document about the numbers of a seller. */
export const producerText = ({ name, numbers }: { name: string; numbers: readonly string[] }): string =>
  `Register numbers of ${name} as a producer: ${numbers.join(', ')}.`

/** Days before the end of a number on which its seller is emailed. */
export const REGISTER_REMINDER_DAYS = 30

/**
 * Returns true if a check of staff still counts after a change: of the same number, and of no first day before. A later last day counts
 * from `checkedTo` on.
 */
export function isStillChecked(
  before: Pick<ProducerRegistration, 'number' | 'validFrom'> & { scheme: string },
  after: Pick<ProducerRegistration, 'number' | 'validFrom'> & { scheme: string },
): boolean {
  return before.number === after.number && before.scheme === after.scheme && after.validFrom >= before.validFrom
}
