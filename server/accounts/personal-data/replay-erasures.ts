import { existsSync, readFileSync } from 'node:fs'
import { isUuid } from '#domain/text.ts'
import { lockUser } from '#server/identity/auth/user-record.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { eraseData } from './erase-account.ts'
import { type Erasure, recordErasure } from './erased-data.ts'

/** Result of repeating erasures. */
interface Replayed {
  /** Accounts that were there and are erased now. */
  erased: number
  /** Accounts that were erased already, or that this database never had. */
  others: number
}

/** Formats an erasure as a line of the list. */
export const formatErasure = ({ userId, at }: Erasure): string => `${userId} ${at.toISOString()}`

/**
 * Reads the list that `npm run erasures` prints.
 * @throws Error that names the first line that is not one
 */
export function parseErasures(text: string): Erasure[] {
  return text
    .split(/\r?\n/)
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => line !== '')
    .map(({ line, number }) => {
      const [userId = '', moment = ''] = line.split(' ')
      const at = new Date(moment)
      if (!isUuid(userId) || Number.isNaN(at.getTime()))
        throw new Error(`Line ${number} of the erasures is not a user id and a time: ${line}`)
      return { userId, at }
    })
}

/**
 * Reads a file with such a list.
 * @throws Error, also where there is no such file
 */
export function readErasures(file: string): Erasure[] {
  if (!existsSync(file)) throw new Error(`There is no list ${file}.`)
  return parseErasures(readFileSync(file, 'utf8'))
}

/**
 * Erases again, in a restored backup, the accounts that were erased after it was made. Nobody gets another email. May be repeated.
 * @param list erasures, such as those that the shop has recorded since
 */
export async function replayErasures({ db }: Pick<Deps, 'db'>, list: readonly Erasure[]): Promise<Replayed> {
  let erased = 0
  for (const erasure of list) {
    erased += await inTransaction(db, async (tx) => {
      const user = await lockUser(tx, erasure.userId)
      const isThere = user !== null && user.status !== 'Deleted'
      if (isThere) await eraseData(tx, user, erasure.at)
      await recordErasure(tx, erasure)
      return isThere ? 1 : 0
    })
  }
  return { erased, others: list.length - erased }
}
