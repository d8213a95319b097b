import { defineList } from '#contract/list.ts'
import { countryNameOf } from '#domain/country-name.ts'
import { ORDER_STATUS_LABELS, PAYMENT_STATUS_LABELS, paymentMethodLabel, shippingMethodLabel } from '#domain/order.ts'
import type { AdminOrderSummary } from './orders.ts'

/** Columns of all orders. Their file has a row a line, with columns of the line between these. */
export const ORDER_LIST = defineList<AdminOrderSummary>()({
  order: { title: 'Order', kind: 'text', only: 'grid', isFixed: true },
  id: { title: 'Id', kind: 'text', only: 'file', width: 38 },
  number: { title: 'Number', kind: 'text', only: 'file' },
  customer: { title: 'Customer', kind: 'text', value: ({ user }) => user.name, sort: 'customer', width: 28 },
  email: { title: 'Email', kind: 'text', value: ({ user }) => user.email, only: 'file', width: 32 },
  units: { title: 'Units', kind: 'number', value: ({ itemCount }) => itemCount, only: 'grid', isExtra: true },
  total: { title: 'Total', heading: 'Order total (USD)', kind: 'money', value: ({ totalAmount }) => totalAmount, sort: '-totalAmount' },
  status: { title: 'Status', kind: 'text', labels: ORDER_STATUS_LABELS, filter: 'several', sort: 'status' },
  payment: { title: 'Payment', kind: 'text', value: ({ paymentStatus }) => paymentStatus, labels: PAYMENT_STATUS_LABELS },
  method: { title: 'Payment method', kind: 'text', value: ({ paymentMethod }) => paymentMethodLabel(paymentMethod), only: 'file' },
  createdAt: { title: 'Date', heading: 'Placed', kind: 'moment', sort: '-createdAt' },
  due: { title: 'Due', kind: 'day', value: ({ estimatedDelivery }) => estimatedDelivery, only: 'grid', isExtra: true },
  seller: {
    title: 'Seller',
    kind: 'prose',
    value: ({ sellers }) => sellers.map(({ name }) => name).join(', '),
    only: 'grid',
    isExtra: true,
  },
  company: { title: 'Company', kind: 'prose', isExtra: true, width: 28 },
  poNumber: { title: 'PO number', kind: 'prose', isExtra: true },
  country: {
    title: 'Country',
    kind: 'text',
    value: ({ country }) => countryNameOf(country),
    inFile: ({ country }) => country,
    isExtra: true,
    width: 10,
  },
  currency: { title: 'Currency', kind: 'text', only: 'file', width: 10 },
  totalInCurrency: { title: 'Order total', kind: 'money', only: 'file' },
  shipping: {
    title: 'Shipping',
    heading: 'Shipping method',
    kind: 'text',
    value: ({ shippingMethod }) => shippingMethodLabel(shippingMethod),
    isExtra: true,
  },
  tags: { title: 'Tags', kind: 'text', value: ({ tags }) => tags.join(', '), isExtra: true },
})
