import { COUNTRY_CODES } from './country-codes.ts'
import { CUSTOMER_SENTENCES, isPlainText } from './customer.ts'
import { gtinProblem } from './gtin.ts'
import { NO_SALE, readSalePrice, type Sale } from './sale-price.ts'
import { normalizeIdentifier, trimText } from './text.ts'
import { readMoment } from './time.ts'
import { EMAIL_ERROR, isEmail } from './user.ts'

/** Kinds of sale units; documents name them by the UNECE codes H87, XPK, XRO, XBX, XBG and SET. */
export const SALE_UNITS = ['piece', 'pack', 'roll', 'box', 'bag', 'set'] as const
export type SaleUnit = (typeof SALE_UNITS)[number]

/** Units of what one sale unit holds, by which prices are compared. */
export const CONTENT_UNITS = ['piece', 'm', 'm2', 'l', 'm3', 'kg'] as const
export type ContentUnit = (typeof CONTENT_UNITS)[number]

/** Classes of tax, from which a country's rate follows. */
export const TAX_CLASSES = ['standard', 'reduced', 'zero'] as const
export type TaxClass = (typeof TAX_CLASSES)[number]

/** Name, postal address and email of the maker of a product, or of the person responsible for it. */
export type SafetyContact = { name: string; address: string; email: string }

/** Safety information of a product; a part that is null or empty is the business's. */
export type ProductSafety = { manufacturer: SafetyContact | null; responsible: SafetyContact | null; warnings: string }

/** Facts by which a product is identified, shipped and sold. Weight in grams and package in millimeters are of one sale unit, packed. */
export type ProductFacts = Sale & {
  sku: string | null
  mpn: string | null
  brand: string | null
  /** As typed: 8, 12, 13 or 14 digits. */
  gtin: string | null
  weightGrams: number | null
  packageLengthMm: number | null
  packageWidthMm: number | null
  packageHeightMm: number | null
  hsCode: string | null
  originCountry: string | null
  saleUnit: SaleUnit
  contentAmount: number | null
  contentUnit: ContentUnit | null
  minQuantity: number
  quantityStep: number
  /** Null: the price breaks of its category; empty: none. */
  ladder: { minQuantity: number; discountPercent: number }[] | null
  taxClass: TaxClass
  /** Null: the warranty of its specifications or its category. */
  warrantyMonths: number | null
  warrantyText: string
  safety: ProductSafety | null
  /** Made to the buyer's order: consumers cannot withdraw from its contract (Directive 2011/83/EU, Article 16(c)). */
  isCustom: boolean
}

/** Facts of a product of which nothing was typed. */
export const NO_FACTS: ProductFacts = {
  sku: null,
  mpn: null,
  brand: null,
  gtin: null,
  weightGrams: null,
  packageLengthMm: null,
  packageWidthMm: null,
  packageHeightMm: null,
  hsCode: null,
  originCountry: null,
  saleUnit: 'piece',
  contentAmount: null,
  contentUnit: null,
  minQuantity: 1,
  quantityStep: 1,
  ladder: null,
  taxClass: 'standard',
  warrantyMonths: null,
  warrantyText: '',
  safety: null,
  isCustom: false,
  ...NO_SALE,
}

/** Maximum lengths of texts, in characters. */
export const FACT_LENGTHS = {
  sku: 64,
  mpn: 70,
  brand: 80,
  warrantyText: 4000,
  contactName: 160,
  contactAddress: 500,
  warnings: 4000,
} as const

/** Maximum number of price breaks of one product. */
export const MAX_LADDER = 6

type Typed = string | number | null | undefined

/** Facts as people and files type them: weight in kilograms, package in millimeters. An omitted one stays as it is, an empty one is removed. */
export type TypedFacts = {
  sku?: Typed
  mpn?: Typed
  brand?: Typed
  gtin?: Typed
  weight?: Typed
  package?: { length?: Typed; width?: Typed; height?: Typed } | null | undefined
  hsCode?: Typed
  originCountry?: Typed
  saleUnit?: Typed
  content?: { amount?: Typed; unit?: Typed } | null | undefined
  minQuantity?: Typed
  quantityStep?: Typed
  ladder?: readonly { minQuantity?: Typed; discountPercent?: Typed }[] | null | undefined
  taxClass?: Typed
  warrantyMonths?: Typed
  warrantyText?: Typed
  safety?: TypedSafety | null | undefined
  /** A boolean, or `yes` or `no` as files have it. */
  isCustom?: Typed | boolean
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
const textOf = (value: Typed) => trimText(String(value ?? ''))
const identifierOf = (value: Typed) => normalizeIdentifier(String(value ?? ''))

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
  check('name', name, FACT_LENGTHS.contactName)
  check('address', address, FACT_LENGTHS.contactAddress)
  check('email', email, Number.POSITIVE_INFINITY)
  if (email !== '' && !isEmail(email)) fail(`${field}.email`, EMAIL_ERROR)
  return { name, address, email }
}

function readSafety(typed: TypedSafety, fail: Fail): ProductSafety | null {
  const warnings = textOf(typed.warnings)
  if (warnings.length > FACT_LENGTHS.warnings) fail('safety.warnings', `At most ${FACT_LENGTHS.warnings} characters are accepted.`)
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
function read<Value>(typed: Typed, empty: Value, parse: (text: string) => Value | undefined, as = identifierOf): Value | undefined {
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

/** Reads those facts that were sent, and every one that is wrong with its message. @param timeZone zone of the days of a sale */
export function readFacts(typed: TypedFacts, timeZone: string): { facts: Partial<ProductFacts>; errors: FactError[] } {
  const errors: FactError[] = []
  const fail: Fail = (field, message) => void errors.push({ field, message })
  const name = (field: 'sku' | 'mpn' | 'brand') =>
    read<string | null>(
      typed[field],
      null,
      (text) => {
        if (text.length > FACT_LENGTHS[field]) fail(field, `At most ${FACT_LENGTHS[field]} characters are accepted.`)
        else if (!isPlainText(text) || /[\t\r\n]/.test(text)) fail(field, CUSTOMER_SENTENCES.unusual)
        return text
      },
      field === 'brand' ? textOf : identifierOf,
    )
  const whole = (field: 'minQuantity' | 'quantityStep') =>
    read(typed[field], 1, (text) => wholeIn(text, 100_000) ?? fail(field, 'Please enter a whole number, 1 or more.'))
  const choice = <Choice extends string>(field: 'saleUnit' | 'taxClass', choices: readonly Choice[], empty: Choice) =>
    read(typed[field], empty, (text) => choices.find((known) => known === text) ?? fail(field, `Must be one of ${choices.join(', ')}.`))
  const grams = (text: string) => {
    const kilograms = numberIn(text, 50_000, 3)
    return kilograms === null
      ? fail('weight', 'Please enter a weight from 0.001 to 50,000 kg, with at most three decimals.')
      : Math.round(kilograms * 1000)
  }
  const gtin = (typed: string) => {
    const text = typed.replaceAll(' ', '')
    const problem = gtinProblem(text)
    return problem === null ? text : fail('gtin', problem)
  }
  const country = (text: string) =>
    COUNTRY_CODES.find((code) => code === text.toUpperCase()) ?? fail('originCountry', 'Please choose a country.')
  const months = (text: string) =>
    text === '0' ? 0 : (wholeIn(text, 240) ?? fail('warrantyMonths', 'Please enter a whole number of months from 0 to 240.'))
  const yesOrNo = (text: string) => {
    const isYes = ['yes', 'true', '1'].includes(text.toLowerCase())
    return isYes || ['no', 'false', '0'].includes(text.toLowerCase()) ? isYes : fail('isCustom', 'Must be yes or no.')
  }
  const terms = (text: string) => {
    if (text.length > FACT_LENGTHS.warrantyText) fail('warrantyText', `At most ${FACT_LENGTHS.warrantyText} characters are accepted.`)
    return text
  }
  const given = {
    sku: name('sku'),
    mpn: name('mpn'),
    brand: name('brand'),
    gtin: read<string | null>(typed.gtin, null, gtin),
    weightGrams: read<number | null>(typed.weight, null, grams),
    ...(typed.package === null ? NO_PACKAGE : typed.package && readPackage(typed.package, fail)),
    hsCode: read<string | null>(typed.hsCode, null, (text) => hsCodeOf(text) ?? fail('hsCode', 'An HS code has 6 to 10 digits.')),
    originCountry: read<string | null>(typed.originCountry, null, country),
    saleUnit: choice('saleUnit', SALE_UNITS, 'piece'),
    ...(typed.content === null ? { contentAmount: null, contentUnit: null } : typed.content && readContent(typed.content, fail)),
    minQuantity: whole('minQuantity'),
    quantityStep: whole('quantityStep'),
    ladder: typed.ladder && readLadder(typed.ladder, fail),
    taxClass: choice('taxClass', TAX_CLASSES, 'standard'),
    warrantyMonths: read<number | null>(typed.warrantyMonths, null, months),
    warrantyText: read(typed.warrantyText, '', terms, textOf),
    safety: typed.safety && readSafety(typed.safety, fail),
    isCustom: typeof typed.isCustom === 'boolean' ? typed.isCustom : read(typed.isCustom, false, yesOrNo),
    ...readSale(typed, timeZone, fail),
  }
  // only undefined members are dropped
  return { facts: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)), errors }
}
