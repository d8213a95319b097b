import { useId } from 'react'
import { describedBy, FieldFrame } from '#app/ui/field.tsx'
import type { ImpactModel } from '#domain/impact.ts'
import { NO_MODEL } from './form-values.ts'
import type { FormSectionProps } from './section-props.ts'
import { FormSection } from './sections.tsx'

interface Figure {
  name: keyof ImpactModel
  label: string
  unit: string
  hint: string
}

/** Figures of a machine for the impact calculator. */
export const FIGURES: readonly Figure[] = [
  { name: 'efficiency', label: 'Efficiency', unit: '%', hint: 'Share of the packing work done by the machine' },
  { name: 'materialReduction', label: 'Material reduction', unit: '%', hint: 'Share of purchased packing material it replaces' },
  { name: 'energyUsage', label: 'Energy usage', unit: 'kW', hint: 'Power draw in use' },
  { name: 'processingRate', label: 'Processing rate', unit: 'units/h', hint: 'Packing units made per hour' },
]

function FigureField({
  figure,
  value,
  error,
  onType,
}: {
  figure: Figure
  value: string
  error: string | undefined
  onType: (text: string) => void
}) {
  const { name, label, unit, hint } = figure
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} isOptional>
      <div className="unit-input compact grid grid-cols-[minmax(0,1fr)_auto]">
        <input
          id={id}
          name={`impactModel.${name}`}
          className="input"
          type="number"
          inputMode="decimal"
          min="0"
          max={unit === '%' ? '100' : undefined}
          step="any"
          value={value}
          onChange={(event) => onType(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={[describedBy(id, hint, error), `${id}-unit`].join(' ')}
        />
        <span id={`${id}-unit`}>{unit}</span>
      </div>
    </FieldFrame>
  )
}

/** The section with a machine's figures for the impact calculator; none for a material. */
export function ModelSection({ values, errors, change }: FormSectionProps) {
  if (values.type === 'material') return null
  const { impactModel } = values
  return (
    <FormSection
      id="calculator"
      title="Savings calculator"
      isExtra
      text="With all four figures, the machine appears in the Impact Calculator and its page links there. Leave all four empty to leave it out."
    >
      <div className="grid items-end gap-4 md:grid-cols-2">
        {FIGURES.map((figure) => (
          <FigureField
            key={figure.name}
            figure={figure}
            value={impactModel[figure.name]}
            error={errors[`impactModel.${figure.name}`]}
            onType={(text) => change({ impactModel: { ...impactModel, [figure.name]: text } })}
          />
        ))}
      </div>
      {errors.impactModel && <p className="error mt-2">{errors.impactModel}</p>}
      {Object.values(impactModel).some((text) => text !== '') && (
        <button type="button" className="button hollow small mt-3" onClick={() => change({ impactModel: NO_MODEL })}>
          Remove figures
        </button>
      )}
    </FormSection>
  )
}
