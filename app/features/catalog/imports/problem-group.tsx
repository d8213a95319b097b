import type { ReactNode } from 'react'
import { count, figure } from '#app/lib/format.ts'
import { SelectField, TextField } from '#app/ui/field.tsx'
import type { Category } from '#contract/catalog/categories.ts'
import type { ImportAnswer, ProblemGroup } from '#contract/catalog/imports.ts'
import { IMPORT_FIELDS, type ImportField } from '#domain/import-fields.ts'
import { actionsOf, type ImportAction } from '#domain/import-problems.ts'
import { BusinessField } from './business-field.tsx'

const MAX_LINKS = 3
const LEAVE_OUT = 'Skip these products'

const ACTION_LABELS: Record<ImportAction, string> = {
  set: 'Use one value for all',
  clear: 'Import without this value',
  cut: 'Cut the text',
}

export type Answer = Pick<ImportAnswer, 'action' | 'to'>

interface ProblemGroupProps {
  group: ProblemGroup
  answer: Answer | null
  /** Null: their products are skipped. */
  onAnswer: (answer: Answer | null) => void
  categories: readonly Category[]
  /** EUR for one USD, which answers a missing price. */
  factor: string
  onFactor: (factor: string) => void
  /** Names a place and goes to it. */
  link: (place: ProblemGroup['places'][number]) => ReactNode
}

/** Returns the label of a column of the layout. */
// other names are of `spec: NAME` columns
export const nameOf = (column: string | null) => (column === null ? 'Row' : (IMPORT_FIELDS[column as ImportField] ?? column))

/** Problems of one kind, their first places, and the one answer that goes for all of them. */
export function ProblemGroupItem({ group, answer, link, ...control }: ProblemGroupProps) {
  const { column, message, count: total, open, places } = group
  const shown = places.slice(0, MAX_LINKS)
  return (
    <li className="problem-group" data-open={(open > 0 && !answer) || undefined}>
      <div className="min-w-0">
        <p className="text-sm text-ink-2">
          {nameOf(column)} · {count(total, 'product')}
        </p>
        <p className="font-medium wrap-anywhere">{message}</p>
        <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
          {shown.map((place) => (
            <span key={`${place.sheet}-${place.row}-${place.cell}`}>{link(place)}</span>
          ))}
          {total > shown.length && <span className="text-ink-2">and {figure(total - shown.length)} more</span>}
        </p>
      </div>
      <Control group={group} answer={answer} {...control} />
    </li>
  )
}

function Control({ group, answer, onAnswer, categories, factor, onFactor }: Omit<ProblemGroupProps, 'link'>) {
  const { cause, column, value } = group
  const actions = actionsOf(cause, column)
  const set = (to: string) => onAnswer(to === '' ? null : { action: 'set', to })
  if (cause === 'missing' && (column === 'priceEUR' || column === 'priceUSD')) {
    return (
      <TextField
        label="EUR per USD"
        inputMode="decimal"
        maxLength={10}
        placeholder="0.92"
        value={factor}
        onChange={(event) => onFactor(event.target.value)}
      />
    )
  }
  if (actions.length === 0) return <p className="text-sm text-ink-2">Correct the cells below, or these products are skipped.</p>
  if (column === 'business' && actions.includes('set')) {
    return <BusinessField label={value ? `Business for “${value}”` : 'Business'} none={LEAVE_OUT} value={answer?.to ?? ''} onChange={set} />
  }
  if (column === 'category') {
    return (
      <SelectField
        label={value ? `Category for “${value}”` : 'Category'}
        value={answer?.to ?? ''}
        onChange={(event) => set(event.target.value)}
      >
        <option value="">{LEAVE_OUT}</option>
        {categories.map(({ id, value: key, label: title }) => (
          <option key={id} value={key}>
            {title}
          </option>
        ))}
      </SelectField>
    )
  }
  return (
    <div className="grid gap-2">
      <SelectField
        label={`${nameOf(column)}, for all`}
        value={answer?.action ?? ''}
        onChange={({ target }) => {
          const action = actions.find((one) => one === target.value)
          onAnswer(action ? { action, to: '' } : null)
        }}
      >
        <option value="">{LEAVE_OUT}</option>
        {actions.map((action) => (
          <option key={action} value={action}>
            {cause === 'otherBusiness' ? 'Import as your own products' : ACTION_LABELS[action]}
          </option>
        ))}
      </SelectField>
      {answer?.action === 'set' && (
        <TextField label="Value" value={answer.to} onChange={(event) => onAnswer({ action: 'set', to: event.target.value })} />
      )}
    </div>
  )
}
