import { COUNTRY_CODES } from './country-codes.ts'
import { CUSTOMER_SENTENCES, isPlainText } from './customer.ts'
import { gtinProblem } from './gtin.ts'
import {
  CONTENT_UNITS,
  type ColumnsOf,
  type ContentUnit,
  FIELD_KEYS,
  isPlain,
  PLAIN_KEYS,
  type PlainField,
  type PlainKey,
  plainField,
  type ValueOf,
} from './product-fields.ts'
import { NO_SALE, readSalePrice, type Sale } from './sale-price.ts'
import { normalizeIdentifier, trimText } from './text.ts'
import { readMoment } from './time.ts'
import { EMAIL_ERROR, isEmail } from './user.ts'

/** Contact for questions of product safety: the maker of a product, or the person responsible for it. */
export type SafetyContact = { name: string; address: string; email: string }

/** Safety information of a product; a part that is null or empty is the business's. */
export type ProductSafety = { manufacturer: SafetyContact | null; responsible: SafetyContact | null; warnings: string }

/** Facts that have components of their own, as they are stored. */
type OwnFacts = Sale & {
  packageLengthMm: number | null
  packageWidthMm: number | null
  packageHeightMm: number | null
  contentAmount: number | null
  contentUnit: ContentUnit | null
  ladder: { minQuantity: number; discountPercent: number }[] | null
  safety: ProductSafety | null
}
type PlainFacts = { [Key in PlainKey as ColumnsOf<Key>]: ValueOf<Key> }

/** Facts by which a product is identified, shipped and sold, as `PRODUCT_FIELDS` has them: weight in grams, package in millimeters. */
export type ProductFacts = PlainFacts & OwnFacts

/** Returns the value of a fact that nobody typed. */
function emptyOf(key: PlainKey) {
  const field = plainField(key)
  if (field.kind === 'flag') return false
  if (field.kind === 'terms') return ''
  return field.kind === 'choice' || field.kind === 'number' ? (field.empty ?? null) : null
}

const columnOf = (key: PlainKey) => plainField(key).column ?? key
const NO_PLAIN_FACTS = Object.fromEntries(PLAIN_KEYS.map((key) => [columnOf(key), emptyOf(key)])) as PlainFacts // as their kinds say

/** Facts of a product of which nothing was typed. */
export const NO_FACTS: ProductFacts = {
  ...NO_PLAIN_FACTS,
  packageLengthMm: null,
  packageWidthMm: null,
  packageHeightMm: null,
  contentAmount: null,
  contentUnit: null,
  ladder: null,
  safety: null,
  ...NO_SALE,
}

/** Maximum lengths of the parts of product safety, in characters. */
export const SAFETY_LENGTHS = { name: 160, address: 500, email: 254, warnings: 4000 } as const

/** Maximum number of price breaks of one product. */
export const MAX_LADDER = 6

type Typed = string | number | null | undefined

/**
 * Facts as people and files type them: weight in kilograms, package in millimeters. An omitted one stays as it is, an empty one is removed.
 */
export type TypedFacts = { [Key in PlainKey]?: Typed | (ValueOf<Key> extends boolean ? boolean : never) } & {
  package?: { length?: Typed; width?: Typed; height?: Typed } | null | undefined
  content?: { amount?: Typed; unit?: Typed } | null | undefined
  ladder?: readonly { minQuantity?: Typed; discountPercent?: Typed }[] | null | undefined
  safety?: TypedSafety | null | undefined
  saleUSD?: Typed
  saleEUR?: Typed
  saleFrom?: Typed
  saleTo?: Typed
}

type TypedContact = { name?: Typed; address?: Typed; email?: Typed }
type TypedSafety = { manufacturer?: TypedContact | null | undefined; responsible?: TypedContact | null | undefined; warnings?: Typed }

/** A fact that cannot be stored; `field` as in the API, with dots. */
type FactError = { field: string; message: string }
type Fail = (field: string, message: string) => undefined

/** Returns what somebody wrote; all other facts are identifiers. */
const textOf = (value: Typed | boolean) => trimText(String(value ?? ''))
const identifierOf = (value: Typed | boolean) => normalizeIdentifier(String(value ?? ''))

/** Returns the digits of an HS code, without dots and spaces, or null where there are not 6 to 10 of them. */
export function hsCodeOf(text: string): string | null {
  const digits = text.replace(/[.\s]/g, '')
  return /^\d{6,10}$/.test(digits) ? digits : null
}

/** Returns a number with at most `decimals` decimals, above 0 and at most `max`, or null. */
function numberIn(value: Typed, max: number, decimals: number): number | null {
  // a comma with one or two digits after it is a decimal one; before three digits it may part thousands
  const text = identifierOf(value)
    .replace(/^(\d+),(\d{1,2})$/, '$1.$2')
    .replace(/^\./, '0.')
  if (!/^\d{1,9}(\.\d+)?$/.test(text) || Number(text) <= 0 || Number(text) > max) return null
  return (text.split('.')[1]?.replace(/0+$/, '').length ?? 0) <= decimals ? Number(text) : null
}

const wholeIn = (value: Typed, max: number) => numberIn(value, max, 0)

const LADDER = 'Each tier needs a higher quantity and a higher discount than the one before.'

/** Reads price breaks: quantities and discounts both rise, each discount is above 0 and below 100 percent with at most two decimals. */
function readLadder(rows: readonly { minQuantity?: Typed; discountPercent?: Typed }[], fail: Fail): ProductFacts['ladder'] | undefined {
  if (rows.length > MAX_LADDER) return fail('ladder', `A product can have up to ${MAX_LADDER} quantity prices.`)
  const read: { minQuantity: number; discountPercent: number }[] = []
  let isWrong = false
  const wrong = (field: string, message: string) => {
    isWrong = true
    fail(field, message)
  }
  for (const [at, row] of rows.entries()) {
    const minQuantity = wholeIn(row.minQuantity, 100_000)
    const discountPercent = numberIn(row.discountPercent, 99.99, 2)
    if (minQuantity === null) wrong(`ladder.${at}.minQuantity`, 'Please enter a whole number, 1 or more.')
    if (discountPercent === null)
      wrong(`ladder.${at}.discountPercent`, 'Please enter a percentage above 0 and below 100, with at most two decimals.')
    if (minQuantity === null || discountPercent === null) continue
    const before = read.at(-1)
    if (before && (minQuantity <= before.minQuantity || discountPercent <= before.discountPercent))
      wrong(`ladder.${at}.minQuantity`, LADDER)
    read.push({ minQuantity, discountPercent })
  }
  return isWrong ? undefined : read
}

function readContact(typed: TypedContact | null | undefined, field: string, fail: Fail): SafetyContact | null {
  const [name, address, email] = [textOf(typed?.name), textOf(typed?.address), identifierOf(typed?.email)]
  if (name === '' && address === '' && email === '') return null
  const check = (part: keyof SafetyContact, text: string, max: number) => {
    if (text === '') fail(`${field}.${part}`, 'Please enter name, postal address and email, or leave all three empty.')
    else if (text.length > max) fail(`${field}.${part}`, `At most ${max} characters are accepted.`)
  }
  check('name', name, SAFETY_LENGTHS.name)
  check('address', address, SAFETY_LENGTHS.address)
  check('email', email, Number.POSITIVE_INFINITY)
  if (email !== '' && !isEmail(email)) fail(`${field}.email`, EMAIL_ERROR)
  return { name, address, email }
}

function readSafety(typed: TypedSafety, fail: Fail): ProductSafety | null {
  const warnings = textOf(typed.warnings)
  if (warnings.length > SAFETY_LENGTHS.warnings) fail('safety.warnings', `At most ${SAFETY_LENGTHS.warnings} characters are accepted.`)
  const manufacturer = readContact(typed.manufacturer, 'safety.manufacturer', fail)
  const responsible = readContact(typed.responsible, 'safety.responsible', fail)
  return manufacturer || responsible || warnings !== '' ? { manufacturer, responsible, warnings } : null
}

type PackageFacts = Pick<ProductFacts, 'packageLengthMm' | 'packageWidthMm' | 'packageHeightMm'>
const NO_PACKAGE: PackageFacts = { packageLengthMm: null, packageWidthMm: null, packageHeightMm: null }

function readPackage(typed: NonNullable<TypedFacts['package']>, fail: Fail): PackageFacts {
  const sides = (['length', 'width', 'height'] as const).map((side) => ({ side, text: identifierOf(typed[side]) }))
  if (sides.every(({ text }) => text === '')) return NO_PACKAGE
  const missing = sides.filter(({ text }) => text === '')
  for (const { side } of missing) fail(`package.${side}`, 'Please enter length, width and height.')
  for (const { side, text } of sides) {
    if (text !== '' && wholeIn(text, 20_000) === null) fail(`package.${side}`, 'Please enter whole millimeters from 1 to 20,000.')
  }
  const [packageLengthMm = null, packageWidthMm = null, packageHeightMm = null] = sides.map(({ text }) => wholeIn(text, 20_000))
  return { packageLengthMm, packageWidthMm, packageHeightMm }
}

function readContent(typed: NonNullable<TypedFacts['content']>, fail: Fail): Pick<ProductFacts, 'contentAmount' | 'contentUnit'> {
  const [amount, unit] = [identifierOf(typed.amount), identifierOf(typed.unit)]
  if (amount === '' && unit === '') return { contentAmount: null, contentUnit: null }
  const contentUnit = CONTENT_UNITS.find((known) => known === unit) ?? null
  const contentAmount = numberIn(amount, 999_999_999, 3)
  if (amount === '' || unit === '') fail(`content.${amount === '' ? 'amount' : 'unit'}`, 'Please enter an amount and its unit.')
  if (amount !== '' && contentAmount === null) fail('content.amount', 'Please enter an amount above 0, with at most three decimals.')
  if (unit !== '' && contentUnit === null) fail('content.unit', `Must be one of ${CONTENT_UNITS.join(', ')}.`)
  return { contentAmount, contentUnit }
}

/** Reads one value, an identifier unless `as` says how; undefined where it was omitted, `empty` where it was sent empty. */
function read<Value>(
  typed: Typed | boolean,
  empty: Value,
  parse: (text: string) => Value | undefined,
  as = identifierOf,
): Value | undefined {
  if (typed === undefined) return undefined
  const text = as(typed)
  return text === '' ? empty : parse(text)
}

function readSale(
  typed: Pick<TypedFacts, 'saleUSD' | 'saleEUR' | 'saleFrom' | 'saleTo'>,
  timeZone: string,
  fail: Fail,
): Partial<Record<keyof Sale, unknown>> {
  const price = (field: 'saleUSD' | 'saleEUR') =>
    read<number | null>(typed[field], null, (text) => {
      const cents = readSalePrice(text)
      return typeof cents === 'string' ? fail(field, cents) : cents
    })
  const instant = (field: 'saleFrom' | 'saleTo') =>
    read<string | null>(
      typed[field],
      null,
      (text) =>
        readMoment(text, { isEnd: field === 'saleTo', timeZone }) ??
        fail(field, 'Please enter a date such as 2026-11-30, or with a time 2026-11-30T08:00Z.'),
    )
  return { saleUsdCents: price('saleUSD'), saleEurCents: price('saleEUR'), saleFrom: instant('saleFrom'), saleTo: instant('saleTo') }
}

const WORDS = { yes: true, true: true, 1: true, no: false, false: false, 0: false } as const

type Plain = string | number | boolean | null

/** Returns the value that a text has as a fact of this kind, after `fail` with the reason where it has none. */
function parsePlain(field: PlainField, text: string, fail: (message: string) => undefined): Plain | undefined {
  switch (field.kind) {
    case 'code':
    case 'name':
    case 'terms':
      if (text.length > field.max) return fail(`At most ${field.max} characters are accepted.`)
      return field.kind !== 'terms' && (!isPlainText(text) || /[\t\r\n]/.test(text)) ? fail(CUSTOMER_SENTENCES.unusual) : text
    case 'gtin': {
      const digits = text.replaceAll(' ', '')
      const problem = gtinProblem(digits)
      return problem === null ? digits : fail(problem)
    }
    case 'hsCode':
      return hsCodeOf(text) ?? fail('An HS code has 6 to 10 digits.')
    case 'country':
      return COUNTRY_CODES.find((code) => code === text.toUpperCase()) ?? fail('Please choose a country.')
    case 'choice': {
      const names = Object.keys(field.choices)
      return names.includes(text) ? text : fail(`Must be one of ${names.join(', ')}.`)
    }
    case 'flag': {
      const word = text.toLowerCase()
      return Object.hasOwn(WORDS, word) ? WORDS[word as keyof typeof WORDS] : fail('Must be yes or no.') // it has this word
    }
    case 'number': {
      const number = text === '0' && field.min === 0 ? 0 : numberIn(text, field.max, field.decimals ?? 0)
      if (number === null || number < (field.min ?? 0)) return fail(field.wrong)
      return field.scale === undefined ? number : Math.round(number * field.scale)
    }
  }
}

function readPlain(key: PlainKey, typed: TypedFacts, fail: Fail): Record<string, Plain | undefined> {
  const field = plainField(key)
  const as = field.kind === 'name' || field.kind === 'terms' ? textOf : identifierOf
  return { [columnOf(key)]: read<Plain>(typed[key], emptyOf(key), (text) => parsePlain(field, text, (message) => fail(key, message)), as) }
}

/** Reads those facts that were sent, and every one that is wrong with its message. @param timeZone zone of the days of a sale */
export function readFacts(typed: TypedFacts, timeZone: string): { facts: Partial<ProductFacts>; errors: FactError[] } {
  const errors: FactError[] = []
  const fail: Fail = (field, message) => void errors.push({ field, message })
  const own = {
    package: () => (typed.package === null ? NO_PACKAGE : typed.package && readPackage(typed.package, fail)),
    content: () =>
      typed.content === null ? { contentAmount: null, contentUnit: null } : typed.content && readContent(typed.content, fail),
    ladder: () => ({ ladder: typed.ladder && readLadder(typed.ladder, fail) }),
    safety: () => ({ safety: typed.safety && readSafety(typed.safety, fail) }),
    sale: () => readSale(typed, timeZone, fail),
  }
  const given = FIELD_KEYS.flatMap((key) => Object.entries((isPlain(key) ? readPlain(key, typed, fail) : own[key]()) ?? {}))
  return { facts: Object.fromEntries(given.filter(([, value]) => value !== undefined)), errors }
}
