import { useRef, useState } from 'react'
import { addressesQuery } from '#app/features/identity/addresses/queries.ts'
import { Guard } from '#app/features/kit/session/guard.tsx'
import { count } from '#app/lib/format.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import type { Address } from '#contract/identity/addresses.ts'
import type { SessionUser } from '#contract/identity/auth.ts'
import { MAX_ADDRESSES } from '#domain/customer.ts'
import { AddressForm } from './address-form.tsx'
import { AddressRow } from './address-row.tsx'

export const meta = () =>
  pageMeta({ title: 'My Addresses', description: 'The addresses that your orders are shipped to.', isPrivate: true })

export default function AddressesScreen() {
  return <Guard>{(user) => <Addresses user={user} />}</Guard>
}

function Addresses({ user }: { user: SessionUser }) {
  const token = useToken((state) => state.token)
  return (
    <div className="wrap py-8">
      <h1>My Addresses</h1>
      <Load read={addressesQuery(token)} failure="Your addresses could not be loaded.">
        {({ items }) => <Book addresses={items} user={user} />}
      </Load>
    </div>
  )
}

const NEW = 'new'

function Book({ addresses, user }: { addresses: Address[]; user: SessionUser }) {
  const [open, setOpen] = useState<string | null>(null) // the id of the address whose form is open, or NEW
  const adder = useRef<HTMLButtonElement>(null)
  const isFull = addresses.length >= MAX_ADDRESSES
  const close = (isSaved: boolean) => {
    setOpen(null)
    if (isSaved) toast.success('Address saved')
    requestAnimationFrame(() => adder.current?.focus())
  }
  return (
    <>
      <p className="mt-1 mb-6 text-ink-2">
        {addresses.length === 0
          ? 'Save an address here to fill in checkout automatically.'
          : `${count(addresses.length, 'address', 'addresses')}. The default one is filled in at checkout.`}
      </p>
      {addresses.length > 0 && (
        <ul className="frame address-list">
          {addresses.map((address) => (
            <li key={address.id} className="not-first:fold-t">
              {open === address.id ? (
                <AddressForm kept={address} email={user.email} isAlwaysDefault={address.isDefault} onDone={close} />
              ) : (
                <AddressRow address={address} onEdit={() => setOpen(address.id)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {open === NEW && (
        <div className="frame mt-6">
          <h2 className="px-5 pt-5 text-xl">New address</h2>
          <AddressForm kept={null} email={user.email} isAlwaysDefault={addresses.length === 0} onDone={close} />
        </div>
      )}
      {open !== NEW && (
        <p className="mt-6">
          <button ref={adder} type="button" className="button" disabled={isFull} onClick={() => setOpen(NEW)}>
            Add an address
          </button>
          {isFull && <span className="ml-4 text-ink-2">You can save up to {MAX_ADDRESSES} addresses. Delete one to add another.</span>}
        </p>
      )}
    </>
  )
}
