import type { FieldErrors } from '#app/lib/field-errors.ts'
import { CheckField, TextField } from '#app/ui/field.tsx'
import { SELF_CERTIFICATION } from '#domain/trader.ts'

interface TraderFieldProps {
  values?: Partial<Record<string, string | null>>
  errors: FieldErrors
}

/** Label and longest text of each field; `hint` where the name says too little. */
const FIELDS = [
  { name: 'legalName', label: 'Legal name', maxLength: 160, hint: 'As shown in the register or on your ID.' },
  { name: 'legalForm', label: 'Legal form', maxLength: 80, hint: 'Such as GmbH, Inc. or sole trader.' },
  { name: 'representative', label: 'Represented by', maxLength: 160, hint: 'Who acts for the business.' },
  { name: 'registerName', label: 'Register', maxLength: 120, hint: 'Such as Handelsregister Köln.' },
  { name: 'registerNumber', label: 'Register number', maxLength: 60 },
  { name: 'vatId', label: 'VAT ID', maxLength: 20 },
  { name: 'taxId', label: 'Tax number', maxLength: 40, hint: 'Such as an EIN. Only our staff see it.' },
] as const

/** Trader details of a business, all optional: without them it sells nothing to private buyers in the European Union. */
export function TraderFields({ values = {}, errors }: TraderFieldProps) {
  return (
    <>
      <p className="max-w-text text-sm text-ink-2">
        Required to sell to private buyers in the European Union, and for sellers with many sales in the United States. Buyers see
        everything except the tax number. You can add these details later.
      </p>
      <div className="field-rows sm:grid-cols-2">
        {FIELDS.map(({ name, label, maxLength, ...more }) => (
          <TextField
            key={name}
            label={label}
            name={name}
            isOptional
            maxLength={maxLength}
            defaultValue={values[name] ?? ''}
            error={errors[name]}
            {...more}
          />
        ))}
      </div>
      <CheckField label={SELF_CERTIFICATION} name="selfCertified" value="true" defaultChecked={Boolean(values.selfCertifiedAt)} />
    </>
  )
}
