import type { ReactNode } from 'react'

interface EntryRowsProps<Row> {
  /** Id of the heading. */
  id: string
  title: string
  /** Sentence where there are no rows. */
  none: string
  /** Label of the button that adds one. */
  add: string
  /** Member of the form that has the rows, by which errors name them. */
  name: string
  rows: readonly Row[]
  errors: Readonly<Record<string, string | undefined>>
  keyOf: (row: Row) => string
  /** Name of a row after "Edit" and "Remove", for screen readers. */
  nameOf: (row: Row) => string
  /** Opens the row at this place; the number of rows: a new one. */
  onEdit: (at: number) => void
  onChange: (rows: Row[]) => void
  /** Returns what a row shows of itself. */
  children: (row: Row) => ReactNode
}

/** Rows of a form that a dialog edits: each with its problems, and buttons that edit and remove it. */
export function EntryRows<Row>({
  id,
  title,
  none,
  add,
  name,
  rows,
  errors,
  keyOf,
  nameOf,
  onEdit,
  onChange,
  children,
}: EntryRowsProps<Row>) {
  const problemsOf = (at: number) =>
    Object.entries(errors).flatMap(([field, message]) => (field.startsWith(`${name}.${at}.`) && message ? [message] : []))
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {rows.length === 0 && <p className="mt-2 text-ink-2">{none}</p>}
      <ul className="mt-2">
        {rows.map((row, at) => (
          <li
            key={keyOf(row)}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 not-first:border-t-[1.5px] not-first:border-line"
          >
            <div className="min-w-0 flex-1 basis-56">
              {children(row)}
              {problemsOf(at).map((message) => (
                <p key={message} className="text-sm font-medium text-bad">
                  {message}
                </p>
              ))}
            </div>
            <span className="flex gap-2">
              <button type="button" className="button hollow small" aria-label={`Edit ${nameOf(row)}`} onClick={() => onEdit(at)}>
                Edit
              </button>
              <button
                type="button"
                className="button hollow small"
                aria-label={`Remove ${nameOf(row)}`}
                onClick={() => onChange(rows.filter((_one, place) => place !== at))}
              >
                Remove
              </button>
            </span>
          </li>
        ))}
      </ul>
      <button type="button" className="button hollow mt-3" onClick={() => onEdit(rows.length)}>
        {add}
      </button>
    </section>
  )
}
