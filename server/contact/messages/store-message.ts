import { randomInt } from 'node:crypto'
import type { Db } from '#server/platform/db/client.ts'
import { refuseField } from '#server/platform/http/refusal.ts'
import { hasCalculation, insertMessage, type NewMessage } from './message-record.ts'

/** Digits and letters that cannot be confused, in print or on the phone. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 8
const TRIES = 5

/** Creates a reference for a message (`C`) or a quote (`Q`), such as `C-7K3MQ9TX`. */
export function newReference(kind: 'C' | 'Q'): string {
  return `${kind}-${Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')}`
}

/** Stores a message under a new reference. @returns the reference */
export async function storeMessage(tx: Db, message: Omit<NewMessage, 'reference'>): Promise<string> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const reference = newReference('C')
    if (await insertMessage(tx, { ...message, reference })) return reference
  }
  throw new Error('No free reference')
}

/** Refuses a calculation that does not exist. */
export async function requireCalculation(db: Db, key: string | undefined): Promise<void> {
  if (key && !(await hasCalculation(db, key))) {
    refuseField('calculation', 'This calculation does not exist. Remove it to send your message without it.')
  }
}
