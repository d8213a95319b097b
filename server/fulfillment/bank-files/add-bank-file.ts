import { createHash } from 'node:crypto'
import type { BankFile, StatementReading } from '#contract/fulfillment/bank-files.ts'
import { readStatement, type StatedTransfer } from '#domain/bank-table.ts'
import type { Currency } from '#domain/money.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { refuse, refuseField } from '#server/platform/http/refusal.ts'
import { Unreadable } from '#server/platform/vendors/spreadsheet-guard.ts'
import { insertBankFile, insertTransfers, type NewTransfer } from './bank-file-list.ts'
import { readBankFile } from './read-bank-file.ts'

/** Most characters that are stored of what a bank states. */
const MAX_TEXT = 1000

/** Most rows that are listed as not read. */
const MAX_UNREAD = 500

/** Credits of a statement, and how it was read. */
type Stated = StatementReading & { transfers: StatedTransfer[] }

/** Reads the credits of a statement, as XML or as a table. @throws Unreadable */
async function readTransfers(bytes: Uint8Array, currency: Currency | null): Promise<Stated> {
  if (bytes.find((byte) => byte > 0x20 && byte < 0x80) === 0x3c) {
    const { readCamt } = await import('#server/platform/vendors/camt.ts') // loaded when somebody needs it
    const { transfers, unread } = readCamt(bytes)
    return { transfers, unread: unread.slice(0, MAX_UNREAD), dayOrder: null }
  }
  const { readCsv } = await import('#server/platform/vendors/spreadsheet-csv.ts')
  const result = readCsv(bytes, {})
  const rows = 'sheets' in result ? (result.sheets[0]?.rows ?? []) : []
  const read = readStatement(
    rows.map((row) => row.map((cell) => String(cell ?? ''))),
    currency,
  )
  if (read === null) throw new Unreadable('it has no columns with a booking day and an amount.')
  if (read.lacksCurrency) refuseField('currency', 'This file names no currency. Please choose it.')
  const { transfers, dayOrder } = read
  return { transfers, unread: read.unread.slice(0, MAX_UNREAD), dayOrder }
}

/**
 * Returns transfers with their keys: the bank's own number where it has one, else what the statement says, with a number for those of one
 * day that are the same.
 */
function withKeys(transfers: readonly StatedTransfer[]): NewTransfer[] {
  const times = new Map<string, number>()
  return transfers.map(({ reference, name, text, ...transfer }) => {
    const { bookedOn, currency, amountCents } = transfer
    const stated = [bookedOn, currency, amountCents, reference || [name, text].join(' ').replaceAll(/\s+/g, ' ')].join('|')
    const time = (times.get(stated) ?? 0) + 1
    times.set(stated, time)
    const key = createHash('sha256').update(`${stated}|${time}`).digest('base64url')
    return { ...transfer, key, name: name.slice(0, MAX_TEXT), text: text.slice(0, MAX_TEXT) }
  })
}

/**
 * Adds a bank statement with the transfers that no other one had. The same file again changes nothing. Refuses
 * `unreadable_file`, and at its field a table whose currency is not known.
 */
export async function addBankFile(
  { db, now }: Deps,
  actor: Actor,
  { file, currency, requestId }: { file: { name: string; bytes: Uint8Array } | null; currency?: Currency | undefined; requestId: string },
): Promise<BankFile & { reading: StatementReading }> {
  if (!file || file.bytes.length === 0) return refuseField('file', 'Please choose a file.')
  let stated: Stated
  try {
    stated = await readTransfers(file.bytes, currency ?? null)
  } catch (error) {
    if (error instanceof Unreadable) return refuse('unreadable_file', { facts: { reason: error.message } })
    throw error
  }
  const { transfers, ...reading } = stated
  const sha256 = createHash('sha256').update(file.bytes).digest('hex')
  return inTransaction(db, async (tx) => {
    const { id, isNew } = await insertBankFile(tx, { sha256, name: file.name.slice(0, 200), actorId: actor.userId, createdAt: now() })
    if (isNew) {
      await insertTransfers(tx, id, withKeys(transfers))
      const after = { name: file.name.slice(0, 200), transfers: transfers.length }
      await recordAudit(tx, { actor, action: 'bank_file.add', targetType: 'bank_file', targetId: id, after, requestId })
    }
    return { ...(await readBankFile(tx, id)), reading }
  })
}
