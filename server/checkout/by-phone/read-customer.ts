import type { PhoneCustomer } from '#contract/checkout/phone-orders.ts'
import { listAddresses } from '#server/identity/addresses/address-book.ts'
import type { Db } from '#server/platform/db/client.ts'
import { found } from '#server/platform/http/refusal.ts'
import { findCustomer, findLastForm } from './customer-record.ts'

/** Fields that belong to one order only. */
const OF_ONE_ORDER = ['poNumber', 'notes']

/** An active user with what a form for a new order begins with: the default address, else where the last order went. */
export async function readCustomer(db: Db, id: string): Promise<PhoneCustomer> {
  const { userId, name, email, businessName } = found(await findCustomer(db, id))
  const [first] = await listAddresses(db, userId)
  const form = first?.form ?? (await findLastForm(db, userId))
  const start = form && Object.fromEntries(Object.entries(form).filter(([field]) => !OF_ONE_ORDER.includes(field)))
  return { id: userId, name, email, businessName, start }
}
