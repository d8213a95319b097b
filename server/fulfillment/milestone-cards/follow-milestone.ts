import { MINUTE_MS } from '#domain/time.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Intent, type PaymentProvider, type ProviderEvent, within } from '#server/platform/vendors/stripe.ts'
import { findOpenIntent } from './milestone-intents.ts'
import { settleMilestone } from './settle-milestone.ts'

/** Longest time in ms that a buyer waits for the provider. */
const ANSWER_MS = 9000

/** Time after which the provider is asked about a card payment that nobody reported. */
export const FIRST_CHECK_MS = 2 * MINUTE_MS

/** Records what the provider says of the card payment of a milestone, in a transaction of its own. */
export async function followMilestone({ db, now }: Pick<Deps, 'db' | 'now'>, intent: Intent): Promise<void> {
  const status = (['succeeded', 'canceled'] as const).find((one) => one === intent.status) ?? null
  await inTransaction(db, (tx) => settleMilestone(tx, intent, status, now()))
}

const STATUSES = { 'payment_intent.succeeded': 'succeeded', 'payment_intent.canceled': 'canceled' } as const
const statusOf = (type: string) => Object.entries(STATUSES).find(([name]) => name === type)?.[1] ?? null

/** Acts on events about the card payments of milestones. A refund that is reported before its payment proves it. */
export const milestoneFollower = {
  before: async () => {},
  act: async (tx: Db, { about, type }: ProviderEvent, at: Date): Promise<string | null> => {
    if (about?.kind === 'intent') return settleMilestone(tx, about.intent, statusOf(type), at)
    if (about?.kind !== 'charge') return null
    const { intentId: id, amountCents, currency, orderId } = about.charge
    await settleMilestone(tx, { id, amountCents, currency, orderId }, 'succeeded', at)
    return null
  },
  check: async (deps: Deps, provider: PaymentProvider, orderId: string): Promise<void> => {
    const open = await findOpenIntent(deps.db, orderId)
    if (open?.intentId) await followMilestone(deps, await within(ANSWER_MS, provider.retrieveIntent(open.intentId)))
  },
}
