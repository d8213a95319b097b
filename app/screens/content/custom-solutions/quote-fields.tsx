import { FilesField } from '#app/features/quotes/files-field.tsx'
import { NeedFields } from '#app/features/quotes/need-fields.tsx'
import type { FieldErrors } from '#app/lib/field-errors.ts'
import { SelectField, TextAreaField, TextField } from '#app/ui/field.tsx'
import { QUOTE_FIELD_LABELS as LABELS, QUOTE_MATERIAL_LABELS, QUOTE_MATERIALS } from '#domain/quote.ts'

interface FieldsProps {
  errors: FieldErrors
}

export function ProductFields({ errors }: FieldsProps) {
  return (
    <fieldset className="quote-part">
      <legend>Your product</legend>
      <TextAreaField label={LABELS.packedGoods} name="packedGoods" rows={2} required maxLength={500} error={errors.packedGoods} />
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField
          label={LABELS.productSize}
          hint="Length × width × height, with the unit."
          name="productSize"
          placeholder="30 × 30 × 45 cm"
          required
          maxLength={120}
          error={errors.productSize}
        />
        <TextField
          label={LABELS.productWeight}
          hint="Of one item, with the unit."
          name="productWeight"
          placeholder="2.4 kg"
          required
          maxLength={60}
          error={errors.productWeight}
        />
        <TextField
          label={LABELS.monthlyVolume}
          hint="An estimate, as a whole number."
          name="monthlyVolume"
          type="number"
          inputMode="numeric"
          min={1}
          max={100_000_000}
          step={1}
          required
          error={errors.monthlyVolume}
        />
      </div>
    </fieldset>
  )
}

export function RequestFields({ errors, isVisitor }: FieldsProps & { isVisitor: boolean }) {
  return (
    <fieldset className="quote-part grid gap-4">
      <legend>What you need and where</legend>
      <SelectField label={LABELS.material} name="material" required defaultValue="" error={errors.material}>
        <option value="" disabled>
          Please choose
        </option>
        {QUOTE_MATERIALS.map((material) => (
          <option key={material} value={material}>
            {QUOTE_MATERIAL_LABELS[material]}
          </option>
        ))}
      </SelectField>
      <NeedFields errors={errors} />
      <TextAreaField label="Anything else" name="message" rows={3} isOptional maxLength={5000} error={errors.message} />
      <FilesField isVisitor={isVisitor} error={errors.files} />
    </fieldset>
  )
}
