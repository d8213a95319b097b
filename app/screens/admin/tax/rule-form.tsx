import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useRecordForm } from '#app/features/kit/forms/use-record-form.ts'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { CLASS_LABELS, choicesOf, placeText } from '#app/features/pricing/tax/labels.ts'
import { PlaceFields, SpanFields } from '#app/features/pricing/tax/place-fields.tsx'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { toast } from '#app/lib/toast.ts'
import { CheckField, SelectField, TextField } from '#app/ui/field.tsx'
import type { TaxRule, TaxRuleBody } from '#contract/pricing/tax.ts'
import { TAX_CLASSES } from '#domain/product-fields.ts'

const orNull = (text: string) => (text === '' ? null : text)

/** Returns the form's values. Of a rate that was in force only the last day comes from the form. */
function bodyOf(fields: FormData, rule: TaxRule | null, version: number | undefined): TaxRuleBody {
  const validTo = orNull(textOf(fields, 'validTo'))
  const versioned = version !== undefined && { version }
  if (rule?.isFixed) {
    const { id: _id, isFixed: _isFixed, version: _version, ...kept } = rule
    return { ...kept, validTo, ...versioned }
  }
  return {
    country: textOf(fields, 'country'),
    state: orNull(textOf(fields, 'state')),
    postcodeFrom: orNull(textOf(fields, 'postcodeFrom').trim()),
    postcodeTo: orNull(textOf(fields, 'postcodeTo').trim()),
    taxClass: TAX_CLASSES.find((one) => one === textOf(fields, 'taxClass')) ?? 'standard',
    percent: Number(textOf(fields, 'percent')),
    shipsTaxed: fields.has('shipsTaxed'),
    name: textOf(fields, 'name').trim(),
    validFrom: textOf(fields, 'validFrom'),
    validTo,
    source: textOf(fields, 'source').trim(),
    ...versioned,
  }
}

interface RuleFormProps {
  /** Null: a new rate. */
  rule: TaxRule | null
  onSaved: () => void
}

/** The form of a rate; of one that was in force only its end. */
export function RuleForm({ rule, onSaved }: RuleFormProps) {
  const form = useRecordForm({
    record: rule,
    check: checkForm,
    failed: 'The rate could not be saved.',
    send: async (fields, shown) => {
      const body = bodyOf(fields, shown, shown?.version)
      if (rule) await api.tax.changeRule({ params: { id: rule.id }, body })
      else await api.tax.addRule({ body })
      toast.success(rule ? 'Rate saved.' : 'Rate added.')
      await refreshTabs(queryClient)
      onSaved()
    },
  })
  const { shown, errors } = form
  return (
    <RecordForm form={form} draft={{ kind: 'tax-rule', id: rule?.id }} save={rule ? 'Save rate' : 'Add rate'} foot="py-3 bg-surface">
      {shown?.isFixed ? <FixedFacts rule={shown} error={errors.validTo} /> : <Fields rule={shown} errors={errors} />}
    </RecordForm>
  )
}

function FixedFacts({ rule, error }: { rule: TaxRule; error: string | undefined }) {
  return (
    <>
      <p>
        {placeText(rule)}: {rule.percent}% ({CLASS_LABELS[rule.taxClass].toLowerCase()}). Rates that were in force can't change. End this
        rule and add a new one.
      </p>
      <TextField
        label="Last day"
        name="validTo"
        type="date"
        isOptional
        defaultValue={rule.validTo ?? ''}
        hint="Leave empty for no end date."
        error={error}
      />
    </>
  )
}

function Fields({ rule, errors }: { rule: TaxRule | null; errors: Partial<Record<string, string>> }) {
  return (
    <>
      <PlaceFields country={rule?.country} state={rule?.state} errors={errors} noState="The whole country" />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Postal code from"
          name="postcodeFrom"
          isOptional
          maxLength={20}
          defaultValue={rule?.postcodeFrom ?? ''}
          hint="The first characters are enough, such as 787."
          error={errors.postcodeFrom}
        />
        <TextField
          label="Postal code to"
          name="postcodeTo"
          isOptional
          maxLength={20}
          defaultValue={rule?.postcodeTo ?? ''}
          hint="Enter both, or leave both empty for the whole place."
          error={errors.postcodeTo}
        />
        <SelectField label="Tax class" name="taxClass" defaultValue={rule?.taxClass ?? 'standard'} error={errors.taxClass}>
          {choicesOf(CLASS_LABELS).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Rate in percent"
          name="percent"
          type="number"
          inputMode="decimal"
          min={0}
          max={100}
          step="0.0001"
          required
          defaultValue={rule?.percent}
          error={errors.percent}
        />
      </div>
      <CheckField label="Tax shipping, too" name="shipsTaxed" defaultChecked={rule?.shipsTaxed ?? true} />
      <SpanFields validFrom={rule?.validFrom} validTo={rule?.validTo} errors={errors} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Name" name="name" isOptional maxLength={80} defaultValue={rule?.name} error={errors.name} />
        <TextField label="Source" name="source" isOptional maxLength={200} defaultValue={rule?.source} error={errors.source} />
      </div>
    </>
  )
}
