import { useState } from 'react'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useStateForm } from '#app/features/kit/forms/use-state-form.ts'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { api } from '#app/lib/api.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { toast } from '#app/lib/toast.ts'
import { SelectField } from '#app/ui/field.tsx'
import { ArrowDownIcon, ArrowUpIcon } from '#app/ui/icons.tsx'
import type { StaffAttribute } from '#contract/catalog/attributes.ts'
import type { StaffCategory } from '#contract/catalog/categories.ts'

/** A specification of the category being edited. */
interface Row {
  id: string
  label: string
  isRequired: boolean
  isFacet: boolean
  isCompared: boolean
}

/** Returns whether buyers can filter by a specification: not by free text. */
const mayFilter = (attribute: StaffAttribute | undefined) => attribute?.kind !== 'text'

const SWITCHES = [
  { name: 'isRequired', label: 'Required' },
  { name: 'isFacet', label: 'Filter' },
  { name: 'isCompared', label: 'Compared' },
] as const

/** Returns the specifications of a category in its order. */
export function rowsOf(attributes: readonly StaffAttribute[], categoryId: string): Row[] {
  return attributes
    .flatMap((attribute) => {
      const { id, label, uses } = attribute
      const own = uses.filter((use) => use.categoryId === categoryId)
      return own.map((use) => ({ ...use, id, label, isFacet: use.isFacet && mayFilter(attribute) }))
    })
    .sort((one, other) => one.position - other.position)
    .map(({ id, label, isRequired, isFacet, isCompared }) => ({ id, label, isRequired, isFacet, isCompared }))
}

/** The uses of a category as a conflict answers them. */
interface CurrentUses {
  version: number
  attributes: Omit<Row, 'label'>[]
}

/** Returns what each row is used for, as people read it. */
const usesInWords = (rows: readonly Row[]) =>
  rows.map((row) => [row.label, ...SWITCHES.filter(({ name }) => row[name]).map(({ label }) => label.toLowerCase())].join(', ')).join('; ')

function moved(rows: readonly Row[], from: number, to: number): Row[] {
  const next = [...rows]
  const [row] = next.splice(from, 1)
  if (row) next.splice(to, 0, row)
  return next
}

interface CategoryUsesProps {
  category: StaffCategory
  attributes: readonly StaffAttribute[]
  onClose: () => void
}

/** The specifications of a category in a dialog: their order, and what each is used for. */
export function CategoryUses({ category, attributes, onClose }: CategoryUsesProps) {
  const known = new Map(attributes.map((attribute) => [attribute.id, attribute]))
  const [opened] = useState<CurrentUses>(() => ({ version: category.version, attributes: rowsOf(attributes, category.id) }))
  const form = useStateForm<CurrentUses, { rows: Row[] }, void>({
    record: opened,
    valuesOf: ({ attributes: uses }) => ({
      rows: uses.map((use) => {
        const attribute = known.get(use.id)
        return { ...use, label: attribute?.label ?? 'New specification', isFacet: use.isFacet && mayFilter(attribute) }
      }),
    }),
    failed: 'The specifications could not be saved.',
    send: async ({ rows: sent }, version) => {
      await api.attributes.setUses({
        params: { id: category.id },
        body: { attributes: sent.map(({ label: _label, ...row }) => row), version },
      })
      toast.success(`Specifications of ${category.label} saved.`)
      await refreshTabs(queryClient)
      onClose()
    },
    labels: { rows: 'Order and uses' },
    wordsOf: (list) => usesInWords(list as Row[]), // the rows are all there is
  })
  const { rows } = form.values
  const setRows = (changed: Row[]) => form.change({ rows: changed })
  const others = attributes.filter(({ id }) => rows.every((row) => row.id !== id))
  const change = (id: string, values: Partial<Row>) => setRows(rows.map((row) => (row.id === id ? { ...row, ...values } : row)))
  return (
    <FormDialog title={`Specifications of ${category.label}`} isDirty={form.isDirty} onClose={onClose}>
      <RecordForm form={form} save="Save order and uses" foot="py-3 bg-surface">
        {rows.length === 0 && <p className="text-ink-2">This category has no specifications yet.</p>}
        <ol className="grid">
          {rows.map((row, at) => (
            <li
              key={row.id}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-2 not-first:border-t-[1.5px] not-first:border-line"
            >
              <span className="font-medium">
                <bdi>{row.label}</bdi>
              </span>
              <span className="row-2 col-span-2 flex flex-wrap gap-x-5">
                {SWITCHES.map(({ name, label }) => (
                  <label key={name} className="flex items-center gap-2 min-h-11">
                    <input
                      type="checkbox"
                      checked={row[name]}
                      disabled={name === 'isFacet' && !mayFilter(known.get(row.id))}
                      onChange={(event) => change(row.id, { [name]: event.target.checked })}
                    />
                    <span>
                      {label}
                      {name === 'isFacet' && !mayFilter(known.get(row.id)) && ' (not for free text)'}
                      <span className="visually-hidden">
                        : <bdi>{row.label}</bdi>
                      </span>
                    </span>
                  </label>
                ))}
              </span>
              <span className="flex items-center gap-1">
                <button
                  type="button"
                  className="icon-button"
                  aria-label={`Move ${row.label} up`}
                  disabled={at === 0}
                  onClick={() => setRows(moved(rows, at, at - 1))}
                >
                  <ArrowUpIcon />
                </button>
                <button
                  type="button"
                  className="icon-button"
                  aria-label={`Move ${row.label} down`}
                  disabled={at === rows.length - 1}
                  onClick={() => setRows(moved(rows, at, at + 1))}
                >
                  <ArrowDownIcon />
                </button>
                <button
                  type="button"
                  className="button hollow small"
                  aria-label={`Remove ${row.label}`}
                  onClick={() => setRows(rows.filter(({ id }) => id !== row.id))}
                >
                  Remove
                </button>
              </span>
            </li>
          ))}
        </ol>
        {others.length > 0 && (
          <SelectField
            label="Add a specification"
            name="add"
            value=""
            onChange={(event) => {
              const added = others.find(({ id }) => id === event.target.value)
              if (added)
                setRows([...rows, { id: added.id, label: added.label, isRequired: false, isFacet: mayFilter(added), isCompared: true }])
            }}
          >
            <option value="">Choose a specification</option>
            {others.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </SelectField>
        )}
      </RecordForm>
    </FormDialog>
  )
}
