import type { PayoutAccount } from '#contract/earnings.ts'
import type { BusinessRow } from '#server/applications/repository.ts'
import type { Db } from '#server/db/client.ts'
import { queueMail } from '#server/mail/repository.ts'
import { notify } from '#server/notifications/repository.ts'

/** Tells the firm's mailbox and everybody of the firm: whoever got in with a stolen password does not go unnoticed. `stripe`: what became of its account there. */
export async function tellChange(
  tx: Db,
  { id, email, name }: BusinessRow,
  { by, account, stripe = null, at }: { by: string; account: PayoutAccount; stripe?: string | null; at: Date },
): Promise<void> {
  const dedupeKey = `payout-account-changed:${id}:${account.version}`
  const facts = { name, by, holder: account.holder, iban: account.iban, account: account.accountNumber, stripe }
  await queueMail(tx, { dedupeKey, template: 'payout-account-changed', to: email, facts, at })
  await notify(tx, {
    audience: { businessId: id },
    kind: 'payout-account-changed',
    title: 'Your payout account was changed',
    text: `By ${by}. If this was not one of you, contact us at once.`,
    path: '/business/earnings',
    dedupeKey,
    at,
  })
}
