import { Picker } from '#app/features/kit/forms/picker.tsx'
import { officeKey } from '#app/lib/query-keys.ts'
import { useToken } from '#app/lib/token.ts'

/** A business that staff choose. */
export type Seller = { id: string; name: string } | null

interface SellerPickerProps {
  label: string
  /** Of its input. */
  name?: string
  seller: Seller
  onChoose: (seller: NonNullable<Seller>) => void
  error: string | undefined
}

/** Field with which staff find a seller; it names the chosen one. */
export function SellerPicker({ label, name = 'business', seller, onChoose, error }: SellerPickerProps) {
  const token = useToken((state) => state.token)
  return (
    <div>
      <Picker
        label={seller ? 'Choose another seller' : label}
        name={name}
        error={error}
        none="No seller has this name."
        read={(search) => ({
          queryKey: [...officeKey(token), 'seller-choices', search],
          read: (calls, signal) => calls.businesses.list({ query: { search, limit: '8' }, signal }),
          staleTime: 0,
        })}
        idOf={({ id }) => id}
        onChoose={(business) => onChoose({ id: business.id, name: business.name })}
      >
        {(business) => <bdi>{business.name}</bdi>}
      </Picker>
      {seller && (
        <p className="mt-2 font-medium">
          <bdi>{seller.name}</bdi>
        </p>
      )}
    </div>
  )
}
