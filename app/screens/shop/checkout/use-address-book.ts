import { useQuery, useQueryClient } from '@tanstack/react-query'
import { addressOf, isSamePlace } from '#app/features/identity/addresses/address-text.ts'
import { type CustomerDraft, customerOf, emptyDraft } from '#app/features/identity/addresses/customer-draft.ts'
import { addressesKey, addressesQuery } from '#app/features/identity/addresses/queries.ts'
import { marketOf } from '#app/features/identity/addresses/use-destination.ts'
import { api, queryOf } from '#app/lib/api.ts'
import { useChosenMarket, useMarket } from '#app/lib/market.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import type { Address } from '#contract/identity/addresses.ts'
import { type BuyerKind, buyerKindOf } from '#domain/buyer-kind.ts'
import type { VisitorMarket } from '#domain/display-price.ts'
import { marketCountry } from '#domain/market-country.ts'
import { useLastCustomer } from './use-last-customer.ts'

/** The buyer's saved addresses, and what a form that nobody has typed into starts with. */
export interface AddressBook {
  addresses: Address[]
  /** Country and kind of buyer that the cart is priced for. */
  market: VisitorMarket
  /**
   * An address in the country of the buyer's market, else the default one, else where the last order went; null until that is known, and
   * where there is none.
   */
  prefill: CustomerDraft | null
  /** Kind of buyer of that address; null where there is none. */
  lastKind: BuyerKind | null
  /** True while that is being read. */
  isReading: boolean
  /** Saves the address of this order, unless it is saved already. A failure is shown and blocks nothing. */
  save: (draft: CustomerDraft) => Promise<void>
}

export function useAddressBook(): AddressBook {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const book = useQuery(queryOf(addressesQuery(token)))
  const last = useLastCustomer(book.data?.total === 0 || book.isError)
  const addresses = book.data?.items ?? []
  const [chosen, usual] = [useChosenMarket(), useMarket()]
  const market = chosen ?? marketOf(addresses[0]) ?? usual // as `useBuyer`, of the addresses that are read here
  const start = addresses.find(({ country }) => marketCountry(country) === market.country) ?? addresses[0] ?? last.customer
  async function save(draft: CustomerDraft) {
    if (addresses.some((address) => isSamePlace(draft, address))) return
    try {
      const { poNumber: _order, notes: _forThisOrder, ...body } = { poNumber: '', notes: '', ...customerOf(draft) }
      await api.addresses.add({ body })
      await client.invalidateQueries({ queryKey: addressesKey(token) })
    } catch {
      toast.error("Your order is placed, but we couldn't save the address.", { label: 'My addresses', to: '/account/addresses' })
    }
  }
  return {
    addresses,
    market,
    prefill: start ? { ...emptyDraft(''), ...addressOf(start), buyerKind: market.buyer } : null,
    lastKind: start && buyerKindOf(start),
    isReading: book.isLoading || last.isReading,
    save,
  }
}
