import { useState } from 'react'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useRecordForm } from '#app/features/kit/forms/use-record-form.ts'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { count } from '#app/lib/format.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { toast } from '#app/lib/toast.ts'
import { SelectField, TextAreaField, TextField } from '#app/ui/field.tsx'
import type { AttributeBody, StaffAttribute } from '#contract/catalog/attributes.ts'
import { ATTRIBUTE_KINDS, type AttributeKind } from '#domain/attribute.ts'
import { UNITS } from '#domain/units.ts'
import { KIND_LABELS } from './kind-text.ts'

interface SpecificationFormProps {
  /** Null: a new specification. */
  attribute: StaffAttribute | null
  onSaved: () => void
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/**
 * Pairs the typed choices with those that there are: the same label, else the one in the same line, so that a renamed choice keeps its
 * value.
 */
function choicesOf(lines: readonly string[], before: StaffAttribute['choices']): AttributeBody['choices'] {
  const left = before.filter(({ label }) => !lines.includes(label))
  return lines.map((label, at) => {
    const known =
      before.find((choice) => choice.label === label) ??
      (lines.length === before.length ? left.find((choice) => before[at] === choice) : undefined)
    return { label, ...(known && { value: known.value }) }
  })
}

/** The form of a specification: its label, and what its values are. */
export function SpecificationForm({ attribute, onSaved }: SpecificationFormProps) {
  const [kind, setKind] = useState<AttributeKind>(attribute?.kind ?? 'number')
  const form = useRecordForm({
    record: attribute,
    onShow: (current) => setKind(current.kind),
    failed: 'The specification could not be saved.',
    send: async (fields, shown) => {
      const body: AttributeBody = {
        label: textOf(fields, 'label').trim(),
        kind,
        unit: UNITS.find((unit) => unit === textOf(fields, 'unit')) ?? null,
        decimals: Number(textOf(fields, 'decimals') || 0),
        choices: choicesOf(linesOf(textOf(fields, 'choices')), shown?.choices ?? []),
        ...(shown && { version: shown.version }),
      }
      if (attribute) await api.attributes.update({ params: { id: attribute.id }, body })
      else await api.attributes.create({ body })
      toast.success(attribute ? 'Specification saved.' : 'Specification added.')
      await refreshTabs(queryClient)
      onSaved()
    },
  })
  const { shown, errors } = form
  const isUsed = (shown?.productCount ?? 0) > 0
  const choicesError = errors.choices ?? Object.entries(errors).find(([field]) => field.startsWith('choices.'))?.[1]
  return (
    <RecordForm
      form={form}
      draft={{ kind: 'specification', id: attribute?.id }}
      save={attribute ? 'Save specification' : 'Add specification'}
      foot="py-3 bg-surface"
    >
      <TextField
        label="Label"
        name="label"
        required
        maxLength={80}
        defaultValue={shown?.label}
        hint="As shown to buyers, such as Feed width. Rows of products with this name get its values."
        error={errors.label ?? errors.key}
      />
      <SelectField
        label="Values"
        name="kind"
        value={kind}
        disabled={isUsed}
        hint={isUsed ? `Can't be changed: ${count(shown?.productCount ?? 0, 'product uses', 'products use')} it.` : undefined}
        onChange={(event) => setKind(ATTRIBUTE_KINDS.find((known) => known === event.currentTarget.value) ?? 'number')}
        error={errors.kind}
      >
        {ATTRIBUTE_KINDS.map((value) => (
          <option key={value} value={value}>
            {KIND_LABELS[value]}
          </option>
        ))}
      </SelectField>
      {kind === 'number' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="Unit"
            name="unit"
            defaultValue={shown?.unit ?? ''}
            hint="Sellers can enter any unit of the same kind: 39.4 in becomes 1001 mm."
            error={errors.unit}
          >
            <option value="">None</option>
            {UNITS.map((unit) => (
              <option key={unit}>{unit}</option>
            ))}
          </SelectField>
          <SelectField label="Decimals" name="decimals" defaultValue={String(shown?.decimals ?? 0)} error={errors.decimals}>
            {[0, 1, 2, 3, 4].map((decimals) => (
              <option key={decimals}>{decimals}</option>
            ))}
          </SelectField>
        </div>
      )}
      {kind === 'choice' && (
        <TextAreaField
          label="Choices"
          name="choices"
          required
          rows={6}
          defaultValue={shown?.choices.map(({ label }) => label).join('\n')}
          hint="One per line, up to 60. Change a line to rename its choice."
          error={choicesError}
        />
      )}
    </RecordForm>
  )
}
