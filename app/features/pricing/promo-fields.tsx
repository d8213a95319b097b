import type { FieldErrors } from '#app/lib/field-errors.ts'
import { getShop } from '#app/lib/shop.ts'
import { CheckField, SelectField, TextField } from '#app/ui/field.tsx'
import { PROMO_TYPES } from '#domain/promotion.ts'
import { zoneName } from '#domain/text.ts'
import type { PromoDraft } from './promo-draft.ts'
import { TYPE_LABELS } from './promo-labels.tsx'

interface PromoFieldsProps {
  draft: PromoDraft
  errors: FieldErrors
  change: (values: Partial<PromoDraft>) => void
}

type TextName = Exclude<keyof PromoDraft, 'type' | 'isActive' | 'hinted' | 'includesFreight'>

const AMOUNT = { type: 'number', inputMode: 'decimal', min: 0, step: '0.01' } as const
const WHOLE = { type: 'number', inputMode: 'numeric', min: 1, step: 1 } as const
const MOMENT = { type: 'datetime-local' } as const

/** The fields of a promo code that its type has. */
export function PromoFields({ draft, errors, change }: PromoFieldsProps) {
  const field = (name: TextName) => ({
    name,
    value: draft[name],
    error: errors[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => change({ [name]: event.currentTarget.value }),
  })
  return (
    <>
      <div className="settings-grid">
        <TextField
          label="Code"
          {...field('code')}
          required
          minLength={3}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint="Letters, digits, - or _. Not case-sensitive."
        />
        <SelectField
          label="Type"
          name="type"
          value={draft.type}
          error={errors.type}
          onChange={(event) => change({ type: PROMO_TYPES.find((type) => type === event.target.value) ?? 'percentage' })}
        >
          {PROMO_TYPES.map((type) => (
            <option key={type} value={type}>
              {TYPE_LABELS[type]}
            </option>
          ))}
        </SelectField>
        {draft.type === 'percentage' && <TextField label="Percent off" {...AMOUNT} {...field('value')} min={0.01} max={100} required />}
        {draft.type === 'fixed' && (
          <>
            <TextField label="Amount off, USD" {...AMOUNT} {...field('value')} min={0.01} required />
            <TextField label="Amount off, EUR" {...AMOUNT} {...field('valueEUR')} isOptional hint="If empty, the same number as in USD." />
          </>
        )}
      </div>
      <TextField label="Description" {...field('description')} isOptional maxLength={200} hint="Shown to buyers next to the code." />
      <div className="settings-grid">
        <TextField label="Minimum order, USD" {...AMOUNT} {...field('minimumOrder')} isOptional hint="Product total before the discount." />
        <TextField
          label="Minimum order, EUR"
          {...AMOUNT}
          {...field('minimumOrderEUR')}
          isOptional
          hint="If empty, the same number as in USD."
        />
      </div>
      <div className="settings-grid">
        <TextField label="Starts" {...MOMENT} {...field('startsAt')} isOptional hint={`In ${zoneName(getShop().timeZone)}.`} />
        <TextField label="Ends" {...MOMENT} {...field('endsAt')} isOptional hint="The code stops working at this time." />
      </div>
      <div className="settings-grid">
        <TextField label="Total uses" {...WHOLE} {...field('usageLimit')} isOptional />
        <TextField label="Uses per customer" {...WHOLE} {...field('perCustomerLimit')} isOptional />
      </div>
      <div>
        <CheckField
          label="Active"
          name="isActive"
          checked={draft.isActive}
          onChange={(event) => change({ isActive: event.target.checked })}
        />
        <CheckField
          label="Show on the cart page"
          name="hinted"
          checked={draft.hinted}
          onChange={(event) => change({ hinted: event.target.checked })}
        />
        {draft.type === 'shipping' && (
          <CheckField
            label="Freight, too. Otherwise only parcels ship free"
            name="includesFreight"
            checked={draft.includesFreight}
            onChange={(event) => change({ includesFreight: event.target.checked })}
          />
        )}
      </div>
    </>
  )
}
