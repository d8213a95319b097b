import type { Address, AddressBody } from '#contract/identity/addresses.ts'
import { MAX_ADDRESSES } from '#domain/customer.ts'
import { marketCountry } from '#domain/market-country.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { requireOpenMarket } from '#server/platform/settings/market-list.ts'
import { clearDefault, insertAddress, updateAddress } from './address-book.ts'
import { lockBook } from './lock-book.ts'
import { presentAddress } from './present-address.ts'

/** The filled-in fields, as stored. */
function formOf({ isDefault: _isDefault, ...fields }: AddressBody, actor: Actor): Record<string, string> {
  const given = Object.entries({ ...fields, email: fields.email ?? actor.email }).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(given) as Record<string, string> // its values are strings
}

/** Adds an address to the caller's book, the first one as the default. Refuses `too_many_addresses`. */
export async function addAddress({ db, now }: Deps, actor: Actor, body: AddressBody): Promise<Address> {
  return inTransaction(db, async (tx) => {
    await requireOpenMarket(tx, body.country)
    const book = await lockBook(tx, actor.userId)
    if (book.length >= MAX_ADDRESSES) refuse('too_many_addresses', { facts: { max: MAX_ADDRESSES } })
    const isDefault = body.isDefault === true || book.length === 0
    if (isDefault) await clearDefault(tx, actor.userId, null)
    return presentAddress(found(await insertAddress(tx, { userId: actor.userId, form: formOf(body, actor), isDefault, createdAt: now() })))
  })
}

/**
 * Replaces an address of the caller's book. The default one stays default until another is chosen. Refuses an unknown one as `not_found`.
 */
export async function changeAddress({ db }: Deps, actor: Actor, id: string, body: AddressBody): Promise<Address> {
  return inTransaction(db, async (tx) => {
    const kept = await findKept(tx, actor.userId, id)
    if (marketCountry(body.country) !== marketCountry(kept.form.country)) await requireOpenMarket(tx, body.country)
    const isDefault = body.isDefault === true || kept.isDefault
    if (isDefault) await clearDefault(tx, actor.userId, id)
    return presentAddress(found(await updateAddress(tx, id, { form: formOf(body, actor), isDefault })))
  })
}

async function findKept(tx: Db, userId: string, id: string) {
  const book = await lockBook(tx, userId)
  return found(book.find((address) => address.id === id))
}
