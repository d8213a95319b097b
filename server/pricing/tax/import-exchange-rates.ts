import { pluralize } from '#domain/text.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { fetchReferenceRates } from '#server/platform/vendors/ecb.ts'
import { insertExchangeRates } from './exchange-rates.ts'

const SOURCE = 'European Central Bank'

/** Adds the newest reference rates of the European Central Bank; days that have one keep it. @returns a summary in words */
export async function importExchangeRates({ db }: Pick<Deps, 'db'>, base: string): Promise<string> {
  const { day, rates } = await fetchReferenceRates(base)
  const rows = rates.map((rate) => ({ ...rate, day, source: SOURCE }))
  const added = await inTransaction(db, (tx) => insertExchangeRates(tx, rows))
  return added === 0 ? `Nothing new for ${day}.` : `${pluralize(added, 'rate')} of ${day} added.`
}
