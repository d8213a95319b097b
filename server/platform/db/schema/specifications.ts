import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, numeric, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { ATTRIBUTE_KINDS, type Choice, MAX_CHOICES } from '#domain/attribute.ts'
import type { Unit } from '#domain/units.ts'
import { categories, products } from './catalog.ts'
import { createdAt, id, oneOf, version } from './columns.ts'

/** Typed specifications. A product's values follow from the rows of its `specifications`. */
export const attributes = pgTable(
  'attributes',
  {
    id: id(),
    key: text().notNull().unique(),
    label: text().notNull(),
    kind: text({ enum: ATTRIBUTE_KINDS }).notNull(),
    unit: text().$type<Unit>(),
    decimals: smallint().notNull().default(0),
    choices: jsonb().$type<Choice[]>().notNull().default([]),
    /** Names of the rows that have its value, in lower case: its label, and others. */
    names: text().array().notNull(),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [
    oneOf('attributes_kind_check', t.kind, ATTRIBUTE_KINDS),
    check('attributes_decimals_check', sql`${t.decimals} between 0 and 4`),
    check('attributes_choices_check', sql`jsonb_array_length(${t.choices}) <= ${sql.raw(String(MAX_CHOICES))}`),
  ],
)

/** The typed specifications of a category, in their order. */
export const categoryAttributes = pgTable(
  'category_attributes',
  {
    categoryId: uuid()
      .notNull()
      .references(() => categories.id, { onDelete: 'cascade' }),
    attributeId: uuid()
      .notNull()
      .references(() => attributes.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    isRequired: boolean().notNull().default(false),
    isFacet: boolean().notNull().default(false),
    isCompared: boolean().notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.categoryId, t.attributeId] }), index('category_attributes_attribute_idx').on(t.attributeId)],
)

/**
 * Values of a product's typed specifications, exactly one each. Triggers `products_typed` and `products_retyped` write them with the rows
 * of its `specifications`.
 */
export const productAttributes = pgTable(
  'product_attributes',
  {
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    attributeId: uuid()
      .notNull()
      .references(() => attributes.id, { onDelete: 'cascade' }),
    number: numeric({ precision: 18, scale: 6, mode: 'number' }),
    /** Upper end of a range, of which `number` is the lower one; null for a single number. */
    numberMax: numeric({ precision: 18, scale: 6, mode: 'number' }),
    text: text(),
    choice: text(),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.attributeId] }),
    index('product_attributes_number_idx').on(t.attributeId, t.number, t.productId),
    index('product_attributes_choice_idx').on(t.attributeId, t.choice, t.productId),
    check('product_attributes_value_check', sql`num_nonnulls(${t.number}, ${t.text}, ${t.choice}) = 1`),
  ],
)

/**
 * Products that others fit: parts, accessories. Triggers `products_fitted` and `products_refitted` write them with the row `Fits` and with
 * new names; forms and files by id.
 */
export const productFits = pgTable(
  'product_fits',
  {
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    targetId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** Name in the row, in small letters: a target that is renamed stays. */
    label: text().notNull(),
    position: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.targetId] }),
    index('product_fits_target_idx').on(t.targetId, t.productId),
    check('product_fits_self_check', sql`${t.productId} <> ${t.targetId}`),
  ],
)
