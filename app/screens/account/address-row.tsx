import { useMutation, useQueryClient } from '@tanstack/react-query'
import { addressOf } from '#app/features/identity/addresses/address-text.ts'
import { customerOf, emptyDraft } from '#app/features/identity/addresses/customer-draft.ts'
import { addressesKey } from '#app/features/identity/addresses/queries.ts'
import { OrderCustomer } from '#app/features/orders/order-customer.tsx'
import { api, messageOf } from '#app/lib/api.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import type { Address } from '#contract/identity/addresses.ts'

/** The body that keeps an address as it is. */
const bodyOf = (address: Address, isDefault: boolean) => ({ ...customerOf({ ...emptyDraft(''), ...addressOf(address) }), isDefault })

/** One address of the book, with what can be done to it. */
export function AddressRow({ address, onEdit }: { address: Address; onEdit: () => void }) {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: addressesKey(token) })
  const restore = () =>
    void api.addresses
      .add({ body: bodyOf(address, address.isDefault) })
      .then(refresh)
      .catch((error: unknown) => toast.error(messageOf(error, 'The address could not be restored.'), { label: 'Try again', act: restore }))
  const remove = useMutation({
    mutationFn: () => api.addresses.remove({ params: { id: address.id } }),
    onSuccess: async () => {
      toast.info('Address deleted', { label: 'Undo', act: restore })
      await refresh()
    },
  })
  const prefer = useMutation({
    mutationFn: () => api.addresses.change({ params: { id: address.id }, body: bodyOf(address, true) }),
    onSuccess: refresh,
  })
  const isBusy = remove.isPending || prefer.isPending
  const error = remove.error ?? prefer.error
  const place = (
    <span className="visually-hidden">
      {' '}
      <bdi>{address.address}</bdi>
    </span>
  )
  return (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-2 p-5">
      <div className="min-w-0">
        {address.isDefault && <p className="status ok mb-1">Default</p>}
        <OrderCustomer customer={address} />
      </div>
      <div className="flex flex-wrap items-start gap-x-4">
        <button type="button" className="link-button" disabled={isBusy} onClick={onEdit}>
          Edit{place}
        </button>
        {!address.isDefault && (
          <button type="button" className="link-button" disabled={isBusy} onClick={() => prefer.mutate()}>
            Make default{place}
          </button>
        )}
        <button type="button" className="link-button" disabled={isBusy} onClick={() => remove.mutate()}>
          Delete{place}
        </button>
      </div>
      {error && (
        <p role="alert" className="basis-full font-medium text-bad">
          {messageOf(error, 'This address could not be changed. Please try again.')}
        </p>
      )}
    </div>
  )
}
