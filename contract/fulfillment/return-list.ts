import { defineList } from '#contract/list.ts'
import { RETURN_REASON_LABELS, RETURN_STATUS_LABELS } from '#domain/return-request.ts'
import { formatCount } from '#domain/text.ts'
import type { Return } from './returns.ts'

/** Columns of returns, for sellers and for staff. */
export const RETURN_LIST = defineList<Return>()({
  number: { title: 'Return', kind: 'text', isFixed: true, width: 24 },
  order: { title: 'Order', kind: 'text', value: ({ orderNumber }) => orderNumber, only: 'file', width: 20 },
  status: { title: 'Status', kind: 'text', labels: RETURN_STATUS_LABELS, filter: 'one', isFixed: true },
  products: {
    title: 'Products',
    kind: 'prose',
    value: ({ lines }) => lines.map(({ name, quantity }) => `${formatCount(quantity)} × ${name}`).join(', '),
    inFile: ({ lines }) => lines.map(({ name, quantity }) => `${quantity} x ${name}`).join('; '),
    width: 60,
  },
  reason: { title: 'Reason', kind: 'text', labels: RETURN_REASON_LABELS, width: 26 },
  customer: { title: 'Customer', kind: 'text', value: ({ customer }) => customer.name, width: 28 },
  seller: { title: 'Seller', kind: 'text', value: ({ businessName }) => businessName, width: 28 },
  worth: { title: 'Value', kind: 'money', value: ({ amount }) => amount },
  refunded: { title: 'Refunded', kind: 'money', value: ({ refundedAmount }) => refundedAmount, only: 'file' },
  currency: { title: 'Currency', kind: 'text', only: 'file', width: 10 },
  createdAt: { title: 'Requested', kind: 'moment', sort: '-createdAt' },
})
