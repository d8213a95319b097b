import type { Dispute } from '#contract/payments/disputes.ts'
import { DELETED_USER, isErasedEmail } from '#domain/user.ts'
import { presentDispute } from '#server/orders/order-dispute.ts'
import type { ListedDispute } from './dispute-list.ts'

/** A dispute as the staff's list shows it. */
export function presentListed({ dispute, order }: ListedDispute): Dispute {
  return {
    ...presentDispute(dispute),
    orderId: dispute.orderId,
    orderNumber: order.number,
    customer: { name: isErasedEmail(order.userEmail) ? DELETED_USER : order.userName },
  }
}
