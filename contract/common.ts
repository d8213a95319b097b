import * as z from 'zod/mini'
import { COUNTRY_CODES } from '#domain/country-codes.ts'
import { CUSTOMER_SENTENCES, isPlainText } from '#domain/customer.ts'
import { CURRENCIES } from '#domain/money.ts'
import { normalizeIdentifier, toOneLine, trimText, withoutUnseen } from '#domain/text.ts'
import { isDay } from '#domain/time.ts'
import { EMAIL_ERROR, inMailForm, isEmail } from '#domain/user.ts'

const MOMENT_ERROR = 'Please enter a time like 2026-03-04T12:00:00Z'

/** Maximum of the database's integer columns. */
export const MAX_INT = 2_147_483_647

/** Text that a person typed: trimmed, '' if nothing of it can be seen, without control characters, at most `max` characters. */
export const text = (max: number) =>
  z.string().check(z.overwrite(trimText), z.maxLength(max), z.refine(isPlainText, { error: CUSTOMER_SENTENCES.unusual }))

/** Like `text`, but not empty. */
export const requiredText = (max: number, error = 'Please fill in this field') =>
  z
    .string()
    .check(z.overwrite(trimText), z.minLength(1, { error }), z.maxLength(max), z.refine(isPlainText, { error: CUSTOMER_SENTENCES.unusual }))

/** A name, or another text that stands within a line: like `text`, with its line breaks as blanks. */
export const line = (max: number) =>
  z
    .string()
    .check(z.overwrite(toOneLine), z.overwrite(trimText), z.maxLength(max), z.refine(isPlainText, { error: CUSTOMER_SENTENCES.unusual }))

/** Like `line`, but not empty. */
export const requiredLine = (max: number, error = 'Please fill in this field') => line(max).check(z.minLength(1, { error }))

/** Longest identifier that is normalized before its length is checked. */
const MAX_TYPED = 10_000

/** Normalizes an identifier when it is parsed. */
export const normalized = z.overwrite((value: string) => (value.length > MAX_TYPED ? value : normalizeIdentifier(value)))

/**
 * An identifier (what is compared, counted or looked up): normalized, '' if nothing is left, without control characters, at most `max`
 * characters. Every text of a call is this or `text`.
 */
export const identifier = (max: number) =>
  z.string().check(normalized, z.maxLength(max), z.refine(isPlainText, { error: CUSTOMER_SENTENCES.unusual }))

/**
 * A number of somebody else's own, such as that of a purchase order: as it was typed, without what nobody sees. It is compared as
 * `lookupKey` has it.
 */
export const reference = (max: number) =>
  z.string().check(
    z.overwrite((typed) => (typed.length > MAX_TYPED ? typed : trimText(withoutUnseen(typed)))),
    z.maxLength(max),
    z.refine(isPlainText, { error: CUSTOMER_SENTENCES.unusual }),
  )

/** Like `identifier`, but not empty. */
export const requiredIdentifier = (max: number, error = 'Please fill in this field') =>
  z.string().check(normalized, z.minLength(1, { error }), z.maxLength(max), z.refine(isPlainText, { error: CUSTOMER_SENTENCES.unusual }))

/** A random UUID, in small letters however it was sent. */
export const Id = z.uuid().check(z.toLowerCase())
/** A name in addresses (of a product, an article, a business, a category), in small letters however it was sent. */
export const slug = (max: number) => identifier(max).check(z.toLowerCase())
/** `{ slug }` of a path. */
export const SlugParams = z.object({ slug: slug(120) })
/** `{ id }` of a path. A malformed one is answered 404. */
export const IdParams = z.object({ id: Id })

/** An email address, at most 254 characters. */
export const Email = z
  .string()
  .check(normalized, z.overwrite(inMailForm), z.maxLength(254, { abort: true }), z.refine(isEmail, { error: EMAIL_ERROR }))

/** Honeypot field `website`, invisible to people. If filled in, nothing is stored, and the response is the usual one. */
export const trap = z.optional(z.string().check(z.maxLength(2000)))

/** JSON schema of what a schema takes, where the schema reads a text and refines it, or a list of such values. */
type Taken = Record<string, unknown> | { listOf: z.ZodMiniType; max: number }
/** The schemas that say what they take, for the description of the API. */
export const TAKEN = new WeakMap<object, Taken>()

function describe<Schema extends z.ZodMiniType>(schema: Schema, taken: Taken): Schema {
  TAKEN.set(schema, taken)
  return schema
}

const COUNTRIES = new Set(COUNTRY_CODES)
/** A country by its ISO 3166 code, in capitals however it was sent. */
export const CountryCode = describe(
  z.string().check(
    normalized,
    z.toUpperCase(),
    z.refine((code) => COUNTRIES.has(code), { error: 'Please choose a country.' }),
  ),
  { type: 'string', enum: COUNTRY_CODES },
)

/** A currency that the shop sells in, as in ISO 4217. */
export const CurrencyCode = z.enum(CURRENCIES)
/** The currency that prices are asked for in. */
export const CurrencyQuery = z.object({ currency: z._default(CurrencyCode, 'USD') })

/** A whole number in a query, `min` to `max`. */
export const queryInt = (min: number, max: number) =>
  describe(
    z
      .pipe(
        z.string().check(normalized, z.regex(/^-?\d{1,10}$/, { error: 'Please enter a whole number' })),
        z.transform((value: string) => Number(value)),
      )
      .check(z.refine((value: number) => value >= min && value <= max, { error: `Must be from ${min} to ${max}` })),
    { type: 'integer', minimum: min, maximum: max },
  )

/** One or several values in a query, separated by commas. */
const queryList = <Value extends z.ZodMiniType<string>>(value: Value, max: number) =>
  describe(
    z.pipe(
      z.pipe(
        z.string().check(normalized, z.maxLength(4000)),
        z.transform((list: string) => [...new Set(list.split(',').filter(Boolean))]),
      ),
      // its values are texts
      z.array(value).check(z.minLength(1), z.maxLength(max)) as unknown as z.ZodMiniType<z.output<Value>[], string[]>,
    ),
    { listOf: value, max },
  )

/** One or several values of a filter in a query, separated by commas: what has one of them matches. */
export const queryValues = <Value extends z.ZodMiniType<string>>(value: Value) => queryList(value, 100)

/** Up to three sort orders in a query, separated by commas, the most important one first. */
export const querySorts = <Value extends z.ZodMiniType<string>>(sort: Value) => queryList(sort, 3)

/** `true` or `false` (also 1 or 0) in a query. */
export const queryBoolean = z.pipe(
  z.enum(['true', 'false', '1', '0']),
  z.transform((value) => value === 'true' || value === '1'),
)

/** A decimal amount of money in a query, in whole units of the currency. */
export const queryAmount = describe(
  z.pipe(
    z.string().check(normalized, z.regex(/^\d{1,9}(\.\d{1,2})?$/, { error: 'Please enter an amount' })),
    z.transform((value: string) => Number(value)),
  ),
  { type: 'number', minimum: 0, maximum: 999_999_999.99 },
)

/** Items on a page of a list that is asked for without a `limit`. */
export const PAGE_LIMIT = 100
/** The greatest `limit` of a list. */
export const MAX_PAGE_LIMIT = 500

/** Parameters of every list. */
export const pageFields = {
  page: z.optional(queryInt(1, 1_000_000)),
  limit: z.optional(queryInt(1, MAX_PAGE_LIMIT)),
  search: z.optional(text(200)),
}

/** Answer of a call that has nothing to tell but that it succeeded. */
export const Ok = z.object({ ok: z.literal(true) })

/** A moment with its offset from UTC, of a year that the database knows. */
export const Moment = z.iso
  .datetime({ offset: true, error: MOMENT_ERROR, abort: true })
  .check(z.refine((moment: string) => moment >= '1900' && moment < '9999', { error: MOMENT_ERROR }))

/** A day (ISO) as people enter it. */
export const Day = z.string().check(z.refine((text) => isDay(text) && text >= '1900', { error: 'Please enter a date like 2026-03-04' }))
