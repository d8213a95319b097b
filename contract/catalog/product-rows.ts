import * as z from 'zod/mini'
import { Id, identifier, MAX_INT, Moment } from '#contract/common.ts'
import { Typed } from './product-facts.ts'

/** Most products of a call that changes all or none. */
export const MAX_BULK = 500
/** Most rows of a call that changes row by row. */
const MAX_ROWS = 10_000
/** Most rows that such a call changes at once: more are a job. */
export const MAX_ROWS_AT_ONCE = 200

/** The version of a product. */
export const Version = z.int().check(z.minimum(1), z.maximum(MAX_INT))

/** The number of products that a bulk call changed, and the id of the change to undo it; null when nothing differed. */
export const BulkAnswer = z.object({ updated: z.int(), undo: z.nullable(z.string()) })
export type BulkAnswer = z.output<typeof BulkAnswer>

interface NamedRow {
  id?: string | undefined
  sku?: string | undefined
  countedAt?: string | undefined
}

const isNamed = ({ id, sku }: NamedRow) => id !== undefined || (sku !== undefined && sku !== '')

/** Returns whether rows are stored all or none: each names its product by id, and none says when it was counted. */
export const isById = <Row extends NamedRow>(rows: readonly Row[]): rows is readonly (Row & { id: string })[] =>
  rows.every(({ id, sku, countedAt }) => id !== undefined && sku === undefined && countedAt === undefined)

/**
 * Rows of products by `id`, which are stored all or none, at most 500; or, as soon as one has a `sku` (or `countedAt`), row by row: what
 * became of each is in `results`, and more than 200 are worked by a job.
 */
const rows = <Row extends z.ZodMiniType<NamedRow>>(row: Row) =>
  z.array(row.check(z.refine(isNamed, { error: 'Please name the product by id or SKU', path: ['id'] }))).check(
    z.maxLength(MAX_ROWS),
    z.refine((list) => list.length <= MAX_BULK || !isById(list), {
      error: `Up to ${MAX_BULK} products can be named by id. Name them by SKU to send more`,
    }),
  )
const named = { id: z.optional(Id), sku: z.optional(identifier(64)) }

/** Stocks of products. */
export const StockRows = rows(z.object({ ...named, stock: z.optional(Typed), version: z.optional(Version), countedAt: z.optional(Moment) }))

/** Prices of products. */
export const PriceRows = rows(z.object({ ...named, priceUSD: z.optional(Typed), priceEUR: z.optional(Typed) }))

/** Result of a row: it counts from 0; `id` null where no product was found; `message` says why it was refused, '' otherwise. */
const RowResult = z.object({
  row: z.int(),
  id: z.nullable(z.string()),
  result: z.enum(['updated', 'unchanged', 'refused']),
  message: z.string(),
})
export type RowResult = z.output<typeof RowResult>

/** `results` of what was changed row by row, or the `job` that does it, whose results are read by its id. */
export const RowsAnswer = z.extend(BulkAnswer, { results: z.optional(z.array(RowResult)), job: z.optional(z.string()) })
export type RowsAnswer = z.output<typeof RowsAnswer>

/** A job that changes row by row; `finishedAt` null until all of its rows are `done`, and `results` empty until then. */
export const RowsJob = z.object({
  total: z.int(),
  done: z.int(),
  updated: z.int(),
  finishedAt: z.nullable(z.string()),
  results: z.array(RowResult),
})
export type RowsJob = z.output<typeof RowsJob>
