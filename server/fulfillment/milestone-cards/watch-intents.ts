import { openCents } from '#domain/order.ts'
import { DAY_MS } from '#domain/time.ts'
import { cardMilestone } from '#server/orders/order-milestones.ts'
import { findOrder } from '#server/orders/order-record.ts'
import { readCreditCents } from '#server/orders/refunded-lines.ts'
import { endIntent } from '#server/payments/cards/follow-intent.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { PaymentProvider } from '#server/platform/vendors/stripe.ts'
import { FIRST_CHECK_MS, followMilestone } from './follow-milestone.ts'
import { endIntentRow, listDueIntents, type MilestoneIntent, storeCheck } from './milestone-intents.ts'

/** Time after which a card payment that nobody finished ends. */
const LIFE_MS = DAY_MS
const BATCH = 50

/** Checks if a card payment of a milestone is to be looked at. */
export const hasDueIntent = async ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<boolean> =>
  (await listDueIntents(db, now(), 1)).length > 0

/**
 * Looks at the open card payments of milestones: asks the provider about those that nobody reported, less and less often, and ends those
 * that are a day old or whose milestone is no longer to be paid.
 * @returns a summary in words
 * @throws the first ProviderError, after all others were tried
 */
export async function watchIntents(deps: Deps, provider: PaymentProvider, signal?: AbortSignal): Promise<string> {
  let failure: unknown = null
  const due = await listDueIntents(deps.db, deps.now(), BATCH)
  for (const row of due) {
    signal?.throwIfAborted()
    try {
      await look(deps, provider, row)
    } catch (error) {
      failure ??= error
    }
  }
  if (failure) throw failure
  return `${due.length} looked at.`
}

async function look(deps: Deps, provider: PaymentProvider, row: MilestoneIntent): Promise<void> {
  const at = deps.now()
  const age = at.getTime() - row.createdAt.getTime()
  await storeCheck(deps.db, row.id, { checkedAt: at, checkAt: new Date(at.getTime() + Math.max(age, FIRST_CHECK_MS)) })
  const isOver = age >= LIFE_MS || !(await isDue(deps, row))
  if (row.intentId) {
    await followMilestone(deps, isOver ? await endIntent(provider, row.intentId) : await provider.retrieveIntent(row.intentId))
  } else if (isOver || age >= FIRST_CHECK_MS) await endIntentRow(deps.db, row.id, at) // nobody has the secret of one that was created
}

/** Returns whether the milestone of a card payment is to be paid with this amount. */
async function isDue({ db }: Deps, { orderId, milestoneId, amountCents }: MilestoneIntent): Promise<boolean> {
  const record = await findOrder(db, orderId, null)
  const due = record && cardMilestone(record, openCents(record.order, record.parts, await readCreditCents(db, record)))
  return due?.id === milestoneId && due.amountCents === amountCents
}
