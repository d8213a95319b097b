import type { KeyboardEvent } from 'react'
import { SellerPicker } from '#app/features/sellers/businesses/seller-picker.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { CloseIcon } from '#app/ui/icons.tsx'
import { TAX_CLASSES } from '#domain/product-fields.ts'
import type { AgreedDraft, FreeLineDraft } from './agreed-draft.ts'

interface Seller {
  businessId: string
  businessName: string
}

/** Lines without a product as they are typed, and the sellers that they may be of. */
interface FreeLinesDraft {
  agreed: Pick<AgreedDraft, 'freeLines'>
  setAgreed: (change: Pick<AgreedDraft, 'freeLines'>) => void
  sellers: readonly Seller[]
}

/** Keeps Enter in an amount from sending the order. */
export const keepEnter = (event: KeyboardEvent<HTMLInputElement>) => {
  if (event.key === 'Enter') event.preventDefault()
}

const KINDS = { service: 'Service, not shipped', custom: 'Item, shipped' } as const
const TAX_NAMES = { standard: 'Standard', reduced: 'Reduced', zero: 'Zero' } as const

interface AgreedPartProps {
  orderItems: FreeLinesDraft
  errors: Record<string, string>
}

/** Lines without a product, such as installation or training. */
export function FreeLines({ orderItems: { agreed, setAgreed, sellers }, errors }: AgreedPartProps) {
  const { freeLines } = agreed
  const change = (key: string, change: Partial<FreeLineDraft>) =>
    setAgreed({ freeLines: freeLines.map((line) => (line.key === key ? { ...line, ...change } : line)) })
  if (freeLines.length === 0) return null
  return (
    <ul className="border-t-[1.5px] border-line">
      {freeLines.map((line) => (
        <FreeLineRow
          key={line.key}
          line={line}
          sellers={sellers}
          errors={errors}
          onChange={(changed) => change(line.key, changed)}
          onRemove={() => setAgreed({ freeLines: freeLines.filter(({ key }) => key !== line.key) })}
        />
      ))}
    </ul>
  )
}

const NO_SELLER = { businessId: '', businessName: '' }

/** Adds a line without a product; its seller is that of the order so far, else staff choose one. */
export function AddFreeLine({ orderItems: { agreed, setAgreed, sellers } }: Pick<AgreedPartProps, 'orderItems'>) {
  const { freeLines } = agreed
  const add = () => {
    const { businessId, businessName } = sellers[0] ?? freeLines.find((line) => line.businessId !== '') ?? NO_SELLER
    const line = { text: '', kind: 'service', quantity: '1', price: '', taxClass: 'standard', businessId, businessName } as const
    setAgreed({ freeLines: [...freeLines, { key: crypto.randomUUID(), ...line }] })
  }
  return (
    <button type="button" className="button hollow small mt-3" onClick={add}>
      Add service or other line
    </button>
  )
}

interface FreeLineRowProps {
  line: FreeLineDraft
  sellers: readonly Seller[]
  errors: Record<string, string>
  onChange: (change: Partial<FreeLineDraft>) => void
  onRemove: () => void
}

function FreeLineRow({ line, sellers, errors, onChange, onRemove }: FreeLineRowProps) {
  const { key, businessId, businessName } = line
  const choices = sellers.some((seller) => seller.businessId === businessId) ? sellers : [...sellers, { businessId, businessName }]
  const isOpen = sellers.length === 0
  return (
    <li className="free-line grid grid-cols-[minmax(0,1fr)_6rem_9rem_44px] items-start gap-x-4 gap-y-2 py-3 max-[40rem]:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_44px]">
      <div className="max-[40rem]:col-span-2">
        <TextField
          label="Description"
          name={`text.${key}`}
          maxLength={200}
          value={line.text}
          error={errors[`text.${key}`]}
          onChange={({ target }) => onChange({ text: target.value })}
        />
      </div>
      <div className="max-[40rem]:row-start-2">
        <TextField
          label="Quantity"
          name={`quantity.${key}`}
          inputMode="numeric"
          onKeyDown={keepEnter}
          maxLength={6}
          value={line.quantity}
          error={errors[`quantity.${key}`]}
          onChange={({ target }) => onChange({ quantity: target.value })}
        />
      </div>
      <div className="max-[40rem]:row-start-2">
        <TextField
          label="Price each, net"
          name={`price.${key}`}
          inputMode="decimal"
          onKeyDown={keepEnter}
          value={line.price}
          error={errors[`price.${key}`]}
          onChange={({ target }) => onChange({ price: target.value })}
        />
      </div>
      <button
        type="button"
        className="icon-button mt-7.5 max-[40rem]:row-start-1 max-[40rem]:col-start-3"
        aria-label={`Remove ${line.text || 'this line'}`}
        onClick={onRemove}
      >
        <CloseIcon />
      </button>
      <div className="col-span-full grid grid-cols-3 gap-x-4 gap-y-2 max-[40rem]:grid-cols-1">
        <SelectField
          label="Kind"
          name={`kind.${key}`}
          value={line.kind}
          onChange={({ target }) => onChange({ kind: target.value === 'custom' ? 'custom' : 'service' })}
        >
          {Object.entries(KINDS).map(([kind, label]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Tax class"
          name={`taxClass.${key}`}
          value={line.taxClass}
          onChange={({ target }) => onChange({ taxClass: TAX_CLASSES.find((one) => one === target.value) ?? 'standard' })}
        >
          {TAX_CLASSES.map((taxClass) => (
            <option key={taxClass} value={taxClass}>
              {TAX_NAMES[taxClass]}
            </option>
          ))}
        </SelectField>
        {choices.length > 1 && !isOpen && (
          <SelectField
            label="Seller"
            name={`seller.${key}`}
            value={businessId}
            onChange={({ target }) => onChange({ ...choices.find((seller) => seller.businessId === target.value) })}
          >
            {choices.map((seller) => (
              <option key={seller.businessId} value={seller.businessId}>
                {seller.businessName}
              </option>
            ))}
          </SelectField>
        )}
      </div>
      {isOpen && (
        <div className="col-span-full">
          <SellerPicker
            label="Seller"
            name={`seller.${key}`}
            seller={businessId === '' ? null : { id: businessId, name: businessName }}
            onChoose={({ id, name }) => onChange({ businessId: id, businessName: name })}
            error={errors[`seller.${key}`]}
          />
        </div>
      )}
    </li>
  )
}
