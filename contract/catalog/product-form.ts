import * as z from 'zod/mini'
import { identifier, text } from '#contract/common.ts'
import { FACT_LENGTHS } from '#domain/product-facts.ts'

/** A number as a form sends it, validated with the other fields so that the first message is the right one. */
export const Typed = z.nullable(z.union([z.number(), identifier(40)]))

const TypedContact = z.object({
  name: z.optional(z.nullable(z.union([z.number(), text(40)]))),
  address: z.optional(z.nullable(text(500))),
  email: z.optional(z.nullable(identifier(254))),
})

/** Facts by which a product is identified, shipped and sold; an empty one is removed. */
export const typedFacts = {
  /** Stock keeping unit, unique among the seller's products whatever its case. */
  sku: z.optional(z.nullable(z.union([z.number(), identifier(FACT_LENGTHS.sku)]))),
  /** The maker's part number. */
  mpn: z.optional(z.nullable(identifier(FACT_LENGTHS.mpn))),
  /** Empty: the name of the business. */
  brand: z.optional(z.nullable(text(FACT_LENGTHS.brand))),
  /** 8, 12, 13 or 14 digits, the last one the check digit. */
  gtin: z.optional(Typed),
  /** Kilograms of one sale unit, packed, with at most three decimals. */
  weight: z.optional(Typed),
  /** Millimeters of one sale unit, packed: all three or none. */
  package: z.optional(z.nullable(z.object({ length: z.optional(Typed), width: z.optional(Typed), height: z.optional(Typed) }))),
  /** 6 to 10 digits; dots and spaces are dropped. */
  hsCode: z.optional(Typed),
  /** Two letters of ISO 3166. */
  originCountry: z.optional(z.nullable(identifier(40))),
  /** One of the sale units. */
  saleUnit: z.optional(z.nullable(identifier(40))),
  /** Content of one sale unit; both or none. */
  content: z.optional(z.nullable(z.object({ amount: z.optional(Typed), unit: z.optional(z.nullable(identifier(40))) }))),
  /** Fewest units of an order; with `quantityStep`, allowed are the minimum and any number of steps more. Empty: 1. */
  minQuantity: z.optional(Typed),
  quantityStep: z.optional(Typed),
  /** Price breaks, ascending; empty: no quantity prices. Null: those of the category. */
  ladder: z.optional(z.nullable(z.array(z.object({ minQuantity: Typed, discountPercent: Typed })).check(z.maxLength(20)))),
  taxClass: z.optional(z.nullable(identifier(40))),
  /** 0 to 240. Null: as the specification `Warranty` says. */
  warrantyMonths: z.optional(Typed),
  warrantyText: z.optional(text(FACT_LENGTHS.warrantyText)),
  /** Prices of a sale, both or none, each lower than the price. */
  saleUSD: z.optional(Typed),
  saleEUR: z.optional(Typed),
  /** When the sale begins: a day or an instant of ISO 8601, in the time zone of the shop where it has no offset. Empty: now. */
  saleFrom: z.optional(z.nullable(identifier(40))),
  /** When it ends, as `saleFrom`; with the end of a day. Empty: it has no end. */
  saleTo: z.optional(z.nullable(identifier(40))),
  /** Made to the buyer's order; also `yes` and `no`. */
  isCustom: z.optional(z.union([z.boolean(), identifier(10)])),
  /** Maker, responsible person and warnings of the product. Empty parts are those of the business. */
  safety: z.optional(
    z.nullable(
      z.object({
        manufacturer: z.optional(z.nullable(TypedContact)),
        responsible: z.optional(z.nullable(TypedContact)),
        warnings: z.optional(text(FACT_LENGTHS.warnings)),
      }),
    ),
  ),
}
