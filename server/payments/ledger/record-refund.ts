import { type RefundedUnits, refundShares } from '#domain/commission.ts'
import type { Currency } from '#domain/money.ts'
import type { Db } from '#server/platform/db/client.ts'
import { listPostedRefunds, listSales, postTransaction } from './ledger-entries.ts'

/** A seller's share of a refund: the seller order as it was sold, what of it was refunded before, and what is refunded now; cents. */
interface RefundedShare {
  businessId: string
  totalCents: number
  commissionCents: number
  taxCents: number
  settledCents: number
  /** Part of `settledCents` that was tax alone, and whether this refund is. */
  taxOnlyCents: number
  isTaxOnly: boolean
  amountCents: number
  /** Its units that this refund is for, and those of the refunds before. */
  units: RefundedUnits
  before: RefundedUnits
}

/**
 * Posts a settled refund: seller, platform and tax account are debited by what its units took, the rest in the proportion of the sale. A
 * balance may fall below 0; it is carried. Nothing is posted for a seller order that was never posted as a sale.
 */
export async function recordRefund(
  tx: Db,
  refund: { id: string; orderId: string; currency: Currency; note?: string },
  parts: readonly RefundedShare[],
  at: Date,
): Promise<void> {
  const sold = await listSales(tx, refund.orderId)
  const posted = await listPostedRefunds(tx, refund.orderId)
  for (const part of parts) {
    const paid = sold.get(part.businessId)
    if (!paid) continue
    const { taxCents = 0, commissionCents = 0 } = posted.get(part.businessId) ?? {}
    const { seller, commission, tax } = part.isTaxOnly ? taxAlone(part) : sharesOfRefund(part, { taxCents, commissionCents, paid })
    await postTransaction(tx, {
      reason: 'refund',
      reference: `${refund.id}:${part.businessId}`,
      orderId: refund.orderId,
      currency: refund.currency,
      ...(refund.note && { note: refund.note }),
      at,
      entries: [
        { account: 'clearing', debitCents: -part.amountCents },
        { account: 'seller', businessId: part.businessId, debitCents: seller },
        { account: 'commission', debitCents: commission },
        { account: 'tax', debitCents: tax },
      ],
    })
  }
}

/** Takes a refund of tax alone from its debtor: the shop, or the seller, among whose earnings it is. */
const taxAlone = ({ taxCents, amountCents }: RefundedShare) =>
  taxCents > 0 ? { seller: 0, commission: 0, tax: amountCents } : { seller: amountCents, commission: 0, tax: 0 }

/** Splits a refund as if the tax that was returned on its own had never been charged. */
function sharesOfRefund(
  { taxOnlyCents, ...part }: RefundedShare,
  { paid, ...posted }: { taxCents: number; commissionCents: number; paid: NonNullable<Parameters<typeof refundShares>[1]['paid']> },
) {
  const sold = { ...part, totalCents: part.totalCents - taxOnlyCents, taxCents: Math.max(part.taxCents - taxOnlyCents, 0) }
  const before = {
    amountCents: part.settledCents - taxOnlyCents,
    units: part.before,
    postedTaxCents: part.taxCents > 0 ? posted.taxCents - taxOnlyCents : 0,
    postedCommissionCents: posted.commissionCents,
  }
  const isPaidInParts = paid.amountCents < part.totalCents
  return refundShares(sold, { before, amountCents: part.amountCents, units: part.units, ...(isPaidInParts && { paid }) })
}
