import { productChoicesQuery } from '#app/features/catalog/product-queries.ts'
import { Picker } from '#app/features/kit/forms/picker.tsx'
import { figure, money } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import type { ProductSummary } from '#contract/catalog/products.ts'
import type { Currency } from '#domain/money.ts'

interface ProductPickerProps {
  label: string
  currency: Currency
  /** Only products of this seller; absent: of all. */
  businessId?: string
  error?: string | undefined
  onChoose: (product: ProductSummary) => void
}

/** Field that adds a product to an order of a customer, by its name. */
export function ProductPicker({ label, currency, businessId, error, onChoose }: ProductPickerProps) {
  const token = useToken((state) => state.token)
  return (
    <Picker
      label={label}
      name="product"
      error={error}
      none="No available product has this name."
      read={(search) => productChoicesQuery(token, search, businessId)}
      idOf={({ id }) => id}
      onChoose={onChoose}
    >
      {({ businessName, name, priceEUR, priceUSD, stock }) => (
        <>
          <span className="font-medium wrap-anywhere">
            <bdi>{name}</bdi>
          </span>
          <span className="col-1 text-ink-2 text-sm wrap-anywhere">
            <bdi>{businessName}</bdi>, {stock > 0 ? `${figure(stock)} in stock` : 'out of stock'}
          </span>
          <span className="[grid-area:1/2/3/3] font-medium">{money(currency === 'EUR' ? priceEUR : priceUSD, currency)}</span>
        </>
      )}
    </Picker>
  )
}
