import * as z from 'zod/mini'
import { identifier, line, text } from '#contract/common.ts'
import { Amount } from '#contract/money.ts'
import { SAFETY_LENGTHS } from '#domain/product-facts.ts'
import {
  CARD_KEYS,
  CONTENT_UNITS,
  eachPlain,
  type PlainField,
  type PlainKey,
  PUBLIC_KEYS,
  pick,
  SHARED_KEYS,
  type ValueOf,
} from '#domain/product-fields.ts'

/** A number as a form sends it, validated with the other fields so that the first message is the right one. */
export const Typed = z.nullable(z.union([z.number(), identifier(40)]))

/** Discount from a quantity on: `discountPercent` 5 means 5% off each unit. */
export const LadderStep = z.object({ minQuantity: z.int(), discountPercent: z.number() })

/** Contact for questions of product safety. */
export const SafetyContact = z.object({ name: z.string(), address: z.string(), email: z.string() })

/** Maker, responsible person and warnings of a product. */
export const SafetyFacts = z.object({
  manufacturer: z.nullable(SafetyContact),
  responsible: z.nullable(SafetyContact),
  warnings: z.string(),
})

/** Content of one sale unit: 11.16 and `m2`. */
export const ContentFact = z.object({ amount: z.number(), unit: z.enum(CONTENT_UNITS) })

function answerShape(field: PlainField) {
  switch (field.kind) {
    case 'number': {
      const number = !field.decimals ? z.int() : z.number()
      return field.empty === undefined ? z.nullable(number) : number
    }
    case 'choice':
      return z.enum(Object.keys(field.choices))
    case 'flag':
      return z.boolean()
    case 'terms':
      return z.string()
    default:
      return z.nullable(z.string())
  }
}

const plainFacts = eachPlain<{ [Key in PlainKey]: z.ZodMiniType<ValueOf<Key>, ValueOf<Key>> }>(answerShape)

/** Facts as those who edit a product read them; the prices of a sale are beside the regular ones. */
export const allFacts = {
  ...plainFacts,
  /** Millimeters of one sale unit, packed. */
  package: z.nullable(z.object({ length: z.int(), width: z.int(), height: z.int() })),
  content: z.nullable(ContentFact),
  /** Null: the price breaks of its category; empty: none. */
  ladder: z.nullable(z.array(LadderStep)),
  safety: z.nullable(SafetyFacts),
  saleUSD: z.nullable(Amount),
  saleEUR: z.nullable(Amount),
  saleFrom: z.nullable(z.string()),
  /** Null: the sale has no end, or there is none. */
  saleTo: z.nullable(z.string()),
}

/** Facts that everybody may read. */
export const publicFacts = pick(allFacts, PUBLIC_KEYS)
/** Those of them that cards have. */
export const cardFacts = pick(allFacts, CARD_KEYS)

const TypedContact = z.object({
  name: z.optional(z.nullable(z.union([z.number(), line(SAFETY_LENGTHS.name)]))),
  address: z.optional(z.nullable(text(SAFETY_LENGTHS.address))),
  email: z.optional(z.nullable(identifier(SAFETY_LENGTHS.email))),
})

function typedShape(field: PlainField) {
  switch (field.kind) {
    case 'code':
      return z.nullable(z.union([z.number(), identifier(field.max)]))
    case 'name':
      return z.nullable(text(field.max))
    case 'terms':
      return text(field.max)
    case 'flag':
      return z.union([z.boolean(), identifier(10)])
    case 'country':
    case 'choice':
      return z.nullable(identifier(40))
    default:
      return Typed
  }
}

/** A fact as a call takes it: numbers also as they were typed. */
type TypedFact<Value> = [Value] extends [boolean]
  ? boolean | string
  : [Value, string] extends [string, Value]
    ? string
    : string | number | null

type TypedShape<Value> = z.ZodMiniOptional<z.ZodMiniType<Value, Value>>
const typedPlain = eachPlain<{ [Key in PlainKey]: TypedShape<TypedFact<ValueOf<Key>>> }>((field) => z.optional(typedShape(field)))

/** Facts by which a product is identified, shipped and sold; an empty one is removed. */
export const typedFacts = {
  ...typedPlain,
  /** Millimeters of one sale unit, packed: all three or none. */
  package: z.optional(z.nullable(z.object({ length: z.optional(Typed), width: z.optional(Typed), height: z.optional(Typed) }))),
  /** Content of one sale unit; both or none. */
  content: z.optional(z.nullable(z.object({ amount: z.optional(Typed), unit: z.optional(z.nullable(identifier(40))) }))),
  /** Price breaks, ascending; empty: no quantity prices. Null: those of the category. */
  ladder: z.optional(z.nullable(z.array(z.object({ minQuantity: Typed, discountPercent: Typed })).check(z.maxLength(20)))),
  /** Prices of a sale, both or none, each lower than the price. */
  saleUSD: z.optional(Typed),
  saleEUR: z.optional(Typed),
  /** When the sale begins: a day or an instant of ISO 8601, in the time zone of the shop where it has no offset. Empty: now. */
  saleFrom: z.optional(z.nullable(identifier(40))),
  /** When it ends, as `saleFrom`; with the end of a day. Empty: it has no end. */
  saleTo: z.optional(z.nullable(identifier(40))),
  /** Maker, responsible person and warnings of the product. Empty parts are those of the business. */
  safety: z.optional(
    z.nullable(
      z.object({
        manufacturer: z.optional(z.nullable(TypedContact)),
        responsible: z.optional(z.nullable(TypedContact)),
        warnings: z.optional(text(SAFETY_LENGTHS.warnings)),
      }),
    ),
  ),
}

/** Those that many products share. */
export const sharedFacts = pick(typedFacts, SHARED_KEYS)
