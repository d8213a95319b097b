import { ownProductsQuery, productChoicesQuery } from '#app/features/catalog/product-queries.ts'
import { Picker } from '#app/features/kit/forms/picker.tsx'
import type { Office } from '#app/features/quotes/queries.ts'
import type { FieldErrors } from '#app/lib/field-errors.ts'
import { money } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { CheckField, SelectField, TextField } from '#app/ui/field.tsx'
import { CloseIcon } from '#app/ui/icons.tsx'
import type { ProductSummary } from '#contract/catalog/products.ts'
import { type Currency, formatMoney, toMinor } from '#domain/money.ts'
import { type LineValues, newLine, readTaxClass } from './offer-values.ts'

const CHOICES = '8'

interface LineRowsProps {
  lines: readonly LineValues[]
  currency: Currency
  office: Office
  errors: FieldErrors
  change: (lines: LineValues[]) => void
}

/** Lines of an offer: products, what is made for the buyer, and services. */
export function LineRows({ lines, currency, office, errors, change }: LineRowsProps) {
  const token = useToken((state) => state.token)
  const priceOf = ({ priceUSD, priceEUR }: ProductSummary) => (currency === 'EUR' ? priceEUR : priceUSD)
  const add = (line: LineValues) => change([...lines, line])
  const addProduct = (product: ProductSummary) => {
    if (lines.some(({ productId }) => productId === product.id)) return
    const cents = toMinor(priceOf(product)) ?? 0
    const line = { kind: 'product' as const, productId: product.id, name: product.name, unitPriceCents: cents, listPriceCents: cents }
    add(newLine({ ...line, isFromStock: product.stock > 0 }))
  }
  return (
    <fieldset>
      <legend className="mb-2 font-medium">Lines</legend>
      {errors.lines && <p className="error">{errors.lines}</p>}
      <ul className="grid gap-5">
        {lines.map((line, index) => (
          <LineRow
            key={line.key}
            line={line}
            currency={currency}
            errorOf={(name) => errors[`lines.${index}.${name}`]}
            change={(part) => change(lines.map((one) => (one.key === line.key ? { ...one, ...part } : one)))}
            remove={() => change(lines.filter(({ key }) => key !== line.key))}
          />
        ))}
      </ul>
      <Picker
        label="Add a product"
        name="product"
        error={undefined}
        none="No product has this name."
        read={(search) =>
          office === 'sellerQuotes'
            ? ownProductsQuery(token, { search, page: '1', limit: CHOICES, sort: 'name', status: 'Active' })
            : productChoicesQuery(token, search)
        }
        idOf={({ id }) => id}
        onChoose={addProduct}
      >
        {(product) => (
          <span className="flex flex-wrap justify-between gap-3">
            <bdi>{product.name}</bdi>
            <span>{money(priceOf(product), currency)}</span>
          </span>
        )}
      </Picker>
      <p className="mt-3 flex flex-wrap gap-3">
        <button type="button" className="button hollow small" onClick={() => add(newLine({ kind: 'service' }))}>
          Add service
        </button>
        <button type="button" className="button hollow small" onClick={() => add(newLine({ kind: 'custom' }))}>
          Add custom product
        </button>
      </p>
    </fieldset>
  )
}

interface LineRowProps {
  line: LineValues
  currency: Currency
  errorOf: (name: string) => string | undefined
  change: (part: Partial<LineValues>) => void
  remove: () => void
}

const KIND_LABELS = { product: 'Product', custom: 'Custom product', service: 'Service' } as const

function LineRow({ line, currency, errorOf, change, remove }: LineRowProps) {
  const { kind, key, name, listPriceCents } = line
  return (
    <li className="grid gap-3 border-t-[1.5px] border-line pt-4">
      <div className="grid grid-cols-[1fr_auto] items-start gap-3">
        <TextField
          label={KIND_LABELS[kind]}
          name={`name.${key}`}
          value={name}
          maxLength={200}
          error={errorOf('name')}
          onChange={(event) => change({ name: event.target.value })}
        />
        <button type="button" className="icon-button mt-7.5" aria-label={`Remove ${name || KIND_LABELS[kind]}`} onClick={remove}>
          <CloseIcon />
        </button>
      </div>
      <div className="grid items-end gap-3 sm:grid-cols-3">
        <TextField
          label="Quantity"
          name={`quantity.${key}`}
          inputMode="numeric"
          value={line.quantity}
          error={errorOf('quantity')}
          onChange={(event) => change({ quantity: event.target.value })}
        />
        <TextField
          label={`Unit price (${currency})`}
          name={`price.${key}`}
          inputMode="decimal"
          value={line.price}
          error={errorOf('unitPriceCents')}
          hint={listPriceCents === null ? 'Without tax.' : `Without tax. List price ${formatMoney(listPriceCents, currency)}.`}
          onChange={(event) => change({ price: event.target.value })}
        />
        <TextField
          label="Lead time"
          name={`leadTime.${key}`}
          value={line.leadTime}
          isOptional
          maxLength={80}
          hint="If it differs from that of the offer."
          onChange={(event) => change({ leadTime: event.target.value })}
        />
      </div>
      {kind === 'product' ? (
        <CheckField
          label="Taken from stock"
          name={`stock.${key}`}
          checked={line.isFromStock}
          onChange={(event) => change({ isFromStock: event.target.checked })}
        />
      ) : (
        <SelectField
          label="Tax class"
          name={`taxClass.${key}`}
          value={line.taxClass}
          onChange={(event) => change({ taxClass: readTaxClass(event.target.value) })}
        >
          <option value="standard">Standard rate</option>
          <option value="reduced">Reduced rate</option>
          <option value="zero">Zero rate</option>
        </SelectField>
      )}
    </li>
  )
}
