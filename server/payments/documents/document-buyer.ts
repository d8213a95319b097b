import type { OrderRecord } from '#server/orders/order-record.ts'

/** Returns the current address of the buyer of an order; '' once the account was erased. */
export const emailOf = ({ customer, userEmail }: Pick<OrderRecord['order'], 'customer' | 'userEmail'>): string =>
  customer.email ?? userEmail
