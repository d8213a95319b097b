import { useState } from 'react'
import { Link } from 'react-router'
import { textOf } from '#app/lib/form-text.ts'
import { useRemembered } from '#app/lib/use-remembered.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import { TextField } from '#app/ui/field.tsx'

/** A way of narrowing and sorting a grid that has a name; `query` as it stands in the address, without its page. */
export interface GridView {
  label: string
  query: string
}

const NONE: readonly GridView[] = []
const ALL: GridView = { label: 'All', query: '' }
const NAME_LENGTH = 40

const isViews = (value: unknown): value is readonly GridView[] =>
  Array.isArray(value) && value.every((view: unknown) => typeof view === 'object' && view !== null && 'label' in view && 'query' in view)

interface SavedViewsProps {
  /** Of the grid. */
  name: string
  label: string
  /** Views that everybody has, behind "All". */
  presets: readonly GridView[]
  /** The grid's state as a query, to mark where one is. */
  current: string
  hrefOf: (query: string) => string
}

/** The views of a grid, as links: everything, what everybody asks for, and what one saved oneself in this browser. */
export function SavedViews({ name, label, presets, current, hrefOf }: SavedViewsProps) {
  const [saved, setSaved] = useRemembered(`views:${name}`, isViews, NONE)
  const [isSaving, setSaving] = useState(false)
  const known = [ALL, ...presets, ...saved]
  const here = saved.find(({ query }) => query === current)
  const isNew = known.every(({ query }) => query !== current)
  if (known.length === 1 && !isNew) return null
  const save = (title: string) => {
    setSaved([...saved.filter((one) => one.label !== title), { label: title, query: current }])
    setSaving(false)
  }
  return (
    <nav aria-label={`Views of ${label}`} className="views mt-0 border-b-0 overflow-x-auto">
      <ul className="flex gap-0.5">
        {known.map((view) => (
          <li key={`${view.label} ${view.query}`}>
            <Link to={hrefOf(view.query)} aria-current={view.query === current ? 'page' : undefined} preventScrollReset>
              {view.label}
            </Link>
          </li>
        ))}
        {isNew && (
          <li>
            <button type="button" className="link-button" onClick={() => setSaving(true)}>
              Save view
            </button>
          </li>
        )}
        {here && (
          <li>
            <button type="button" className="link-button" onClick={() => setSaved(saved.filter((one) => one !== here))}>
              Remove this view
            </button>
          </li>
        )}
      </ul>
      {isSaving && <SaveViewDialog onSave={save} onClose={() => setSaving(false)} />}
    </nav>
  )
}

/** Asks for the name of a view. */
function SaveViewDialog({ onSave, onClose }: { onSave: (label: string) => void; onClose: () => void }) {
  const save = (fields: FormData) => {
    const label = textOf(fields, 'label')
    if (label !== '') onSave(label)
  }
  return (
    <AskDialog title="Save this view" confirm="Save view" busy="Saving…" isBusy={false} onConfirm={save} onClose={onClose}>
      <TextField label="Name" name="label" required maxLength={NAME_LENGTH} hint="Search, filters and order come back with one click." />
    </AskDialog>
  )
}
