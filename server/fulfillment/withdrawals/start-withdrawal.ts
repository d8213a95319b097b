import { randomUUID } from 'node:crypto'
import type { DraftWithdrawal, WithdrawalBody } from '#contract/fulfillment/withdrawals.ts'
import { withdrawalStatement } from '#domain/withdrawal.ts'
import { CUSTOM_TEXT } from '#domain/withdrawal-status.ts'
import { findOrder, lineKey } from '#server/orders/order-record.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { refuseField } from '#server/platform/http/refusal.ts'
import { hashToken, newToken } from '#server/platform/secrets/token.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { insertWithdrawal } from './withdrawal-list.ts'

/**
 * Stores a statement of withdrawal until it is confirmed. It answers the same whether or not there is such an order; only `lines` are
 * checked, which need a signed-in buyer. A statement with the honeypot field filled in is dropped.
 */
export async function startWithdrawal({ db, now }: Deps, actor: Actor | null, body: WithdrawalBody): Promise<DraftWithdrawal> {
  const { name, email, items } = body
  const orderNumber = body.orderNumber.toUpperCase()
  const { company } = await readSettings(db)
  const named = await namesOf({ db }, actor, { ...body, orderNumber })
  const statement = withdrawalStatement({ shop: company.name, name, email, orderNumber, items: named ?? [items].filter(Boolean) })
  const token = newToken()
  if (body.website) return { id: randomUUID(), statement, token }
  const id = await insertWithdrawal(db, {
    orderNumber,
    name,
    email,
    items,
    statement,
    lines: named ? (body.lines ?? null) : null,
    userId: actor?.userId ?? null,
    tokenHash: hashToken(token),
    createdAt: now(),
  })
  return { id, statement, token }
}

/** Returns the ticked units in words; null where none were ticked. */
async function namesOf({ db }: Pick<Deps, 'db'>, actor: Actor | null, { orderNumber, lines }: WithdrawalBody): Promise<string[] | null> {
  if (!lines) return null
  const record = actor && (await findOrder(db, orderNumber, { userId: actor.userId }))
  if (!record) return refuseField('lines', 'Sign in to choose the products of your order.')
  return [...Map.groupBy(lines, ({ productId }) => productId)].map(([productId, many]) => {
    const line = record.lines.find((one) => lineKey(one) === productId)
    const quantity = many.reduce((sum, one) => sum + one.quantity, 0)
    if (!line || quantity > line.quantity) return refuseField('lines', 'This product is not in the order')
    if (line.isCustom) return refuseField('lines', `${line.name}: ${CUSTOM_TEXT}`)
    return `${quantity} × ${line.name}`
  })
}
