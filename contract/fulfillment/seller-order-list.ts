import { defineList } from '#contract/list.ts'
import { ORDER_STATUS_LABELS, shippingMethodLabel } from '#domain/order.ts'
import { formatCount } from '#domain/text.ts'
import type { SellerOrderSummary } from './seller-orders.ts'

/** Columns of a seller's orders. Their file has a row a line, with columns of the line between these. */
export const SELLER_ORDER_LIST = defineList<SellerOrderSummary>()({
  order: { title: 'Order', heading: 'Number', kind: 'text', value: ({ number }) => number, isFixed: true },
  products: {
    title: 'Products',
    kind: 'prose',
    value: ({ items }) => items.map(({ name, quantity }) => `${formatCount(quantity)} × ${name}`).join(', '),
    only: 'grid',
  },
  customer: { title: 'Deliver to', heading: 'Name', kind: 'text', value: ({ deliverTo }) => deliverTo.name, sort: 'customer', width: 28 },
  poNumber: { title: 'PO number', kind: 'text', value: ({ deliverTo }) => deliverTo.poNumber, only: 'file' },
  company: { title: 'Company', kind: 'text', value: ({ deliverTo }) => deliverTo.company, only: 'file', width: 28 },
  address: { title: 'Address', kind: 'text', value: ({ deliverTo }) => deliverTo.address, only: 'file', width: 36 },
  city: { title: 'City', kind: 'text', value: ({ deliverTo }) => deliverTo.city, only: 'file' },
  state: { title: 'State', kind: 'text', value: ({ deliverTo }) => deliverTo.state, only: 'file', width: 10 },
  zipCode: { title: 'ZIP / Postal code', kind: 'text', value: ({ deliverTo }) => deliverTo.zipCode, only: 'file' },
  country: { title: 'Country', kind: 'text', value: ({ deliverTo }) => deliverTo.country, only: 'file', width: 10 },
  phone: { title: 'Phone', kind: 'text', value: ({ deliverTo }) => deliverTo.phone, only: 'file' },
  notes: { title: 'Delivery notes', kind: 'text', value: ({ deliverTo }) => deliverTo.notes, only: 'file', width: 36 },
  status: { title: 'Status', kind: 'text', labels: ORDER_STATUS_LABELS, filter: 'one', sort: 'status' },
  currency: { title: 'Currency', kind: 'text', only: 'file', width: 10 },
  total: { title: 'Your part', kind: 'money' },
  isPaid: { title: 'Paid', kind: 'flag', inFile: ({ isPaid }) => (isPaid ? 'yes' : 'no'), only: 'file', width: 8 },
  shippingMethod: {
    title: 'Shipping method',
    kind: 'text',
    value: ({ shippingMethod }) => shippingMethodLabel(shippingMethod),
    only: 'file',
  },
  carrier: { title: 'Carrier', kind: 'text', only: 'file' },
  trackingNumber: { title: 'Tracking number', kind: 'text', only: 'file', width: 26 },
  due: { title: 'Due', kind: 'day', value: ({ estimatedDelivery }) => estimatedDelivery, width: 12 },
  tracking: { title: 'Tracking', kind: 'text', only: 'grid', isExtra: true },
  createdAt: { title: 'Placed', kind: 'moment', sort: '-createdAt' },
})
