import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '#app/lib/api.ts'
import { SelectField, TextField } from '#app/ui/field.tsx'
import type { Attribute } from '#domain/attribute.ts'
import { readRowValue, rowOf, rowText, withRow } from '#domain/specification.ts'
import { pairRow } from './form-values.ts'
import { attributesQuery } from './queries.ts'
import type { FormSectionProps } from './section-props.ts'

/** A specification of the product's category. */
export type CategoryAttribute = Attribute & { isRequired: boolean }

/** Returns the specifications of a category in its order; none until they are read. */
export function useCategoryAttributes(category: string): CategoryAttribute[] {
  const { data = [] } = useQuery(queryOf(attributesQuery))
  return data
    .flatMap((attribute) => {
      const use = attribute.uses.find((one) => one.category === category)
      if (!use) return []
      const choices = attribute.choices.map(({ names = [], ...choice }) => ({ ...choice, names }))
      return [{ ...attribute, choices, isRequired: use.isRequired, position: use.position }]
    })
    .sort((one, other) => one.position - other.position)
}

const PLACEHOLDERS: Readonly<Partial<Record<string, string>>> = { mm: '430 or 17 in', kg: '78 or 172 lb', kW: '0.75 or 1 hp' }

interface TypedFieldsProps extends FormSectionProps {
  attributes: readonly CategoryAttribute[]
}

/**
 * The specifications of the category, each with its unit or choices. Each value is a row of the product; a number may be typed in any unit
 * of its kind.
 */
export function TypedFields({ attributes, values, errors, change }: TypedFieldsProps) {
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const { specifications: rows, typed } = values
  if (attributes.length === 0) return null
  /** Takes what was typed into the rows, or says what to type instead. */
  const settle = (attribute: CategoryAttribute, text: string | undefined) => {
    if (text === undefined) return
    const read = text.trim() === '' ? { text: '' } : rowText(text, attribute)
    setProblems(({ [attribute.key]: _former, ...others }) => ('problem' in read ? { ...others, [attribute.key]: read.problem } : others))
    if ('problem' in read) return
    const { [attribute.key]: _text, ...left } = typed
    change({ typed: left, specifications: withRow(rows, attribute, read.text, attributes, ({ name, value }) => pairRow(name, value)) })
  }
  return (
    <div className="grid items-start gap-4 mb-6 sm:grid-cols-2 lg:grid-cols-3">
      {attributes.map((attribute) => {
        const { key, label, kind, unit, choices, isRequired } = attribute
        const row = rows[rowOf(rows, attribute)]
        const stored = row?.value ?? ''
        const shared = {
          label,
          name: `attributes.${key}`,
          isOptional: !isRequired,
          error: problems[key] ?? (key in typed ? errors[`attributes.${key}`] : undefined),
        }
        if (kind === 'choice')
          return (
            <SelectField
              key={key}
              {...shared}
              value={row ? String(readRowValue(row.value, attribute) ?? '') : ''}
              onChange={(event) => settle(attribute, event.target.value)}
            >
              <option value="">Not given</option>
              {choices.map((choice) => (
                <option key={choice.value} value={choice.value}>
                  {choice.label}
                </option>
              ))}
            </SelectField>
          )
        return (
          <TextField
            key={key}
            {...shared}
            label={unit ? `${label} in ${unit}` : label}
            maxLength={200}
            placeholder={PLACEHOLDERS[unit ?? '']}
            value={typed[key] ?? stored}
            onChange={(event) => change({ typed: { ...typed, [key]: event.target.value } })}
            onBlur={() => settle(attribute, typed[key])}
          />
        )
      })}
    </div>
  )
}
