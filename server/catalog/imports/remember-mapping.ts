import { createHash } from 'node:crypto'
import { type ImportAnswer, type ImportFile, ImportOptions } from '#contract/catalog/imports.ts'
import { lookupKey } from '#domain/text.ts'
import type { Db } from '#server/platform/db/client.ts'
import { listExisting } from './catalog-imports.ts'
import { findMapping, saveMapping } from './mapping-records.ts'

type Headers = Pick<ImportFile, 'kind' | 'columns'>

/** Identifies a table by its headers, whatever their case. */
const fingerprintOf = ({ kind, columns }: Headers): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, ...columns.map(({ header }) => lookupKey(header))]))
    .digest('base64url')

const isBusiness = ({ cause, column }: ImportAnswer) => cause === 'unknownBusiness' || (cause === 'missing' && column === 'business')
const isCategory = ({ cause, column }: ImportAnswer) => cause === 'unknownCategory' || (cause === 'missing' && column === 'category')

/** Stores what a user chose for a table; answers about businesses and categories are kept, corrected cells are not. */
export async function rememberMapping(tx: Db, userId: string, headers: Headers, options: ImportOptions, now: Date): Promise<void> {
  const answers = options.answers.filter((answer) => isBusiness(answer) || isCategory(answer))
  const mapping = { ...options, answers, edits: [] }
  await saveMapping(tx, { userId, fingerprint: fingerprintOf(headers), mapping, usedAt: now })
}

/** Returns what a user chose the last time for a table with these headers, without businesses and categories that are gone; or null. */
export async function recallMapping(db: Db, userId: string, headers: Headers): Promise<ImportOptions | null> {
  const read = ImportOptions.safeParse(await findMapping(db, userId, fingerprintOf(headers)))
  if (!read.success) return null
  const options = read.data
  const wanted = [...options.answers.filter(isBusiness).map(({ to }) => to), ...(options.businessId ? [options.businessId] : [])]
  const { businesses, categories } = await listExisting(db, wanted)
  const isThere = (answer: ImportAnswer) =>
    isBusiness(answer) ? businesses.has(answer.to) : categories.some(({ value }) => value === answer.to)
  return {
    ...options,
    businessId: options.businessId && businesses.has(options.businessId) ? options.businessId : null,
    categoryId: categories.some(({ id }) => id === options.categoryId) ? options.categoryId : null,
    answers: options.answers.filter(isThere),
  }
}
