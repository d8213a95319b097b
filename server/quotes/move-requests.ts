import { pluralize } from '#domain/text.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { hasOlderRequests, moveOlderRequests } from './older-requests.ts'

const BATCH = 100

/** Returns true while messages of before quotes are still to become quotes. */
export const hasRequestsToMove = ({ db }: Deps): Promise<boolean> => hasOlderRequests(db)

/**
 * Makes quotes of the requests that are messages of the team: their reference is the number, their replies are messages, and nobody is
 * emailed. A message with a note of staff stays in the inbox, too. @returns a summary in words
 */
export async function moveRequests({ db, now }: Deps, signal: AbortSignal): Promise<string> {
  let moved = 0
  for (let count = BATCH; count === BATCH; ) {
    signal.throwIfAborted()
    count = await inTransaction(db, (tx) => moveOlderRequests(tx, BATCH, now()))
    moved += count
  }
  return moved === 0 ? 'No requests to move.' : `${pluralize(moved, 'request')} became quotes.`
}
