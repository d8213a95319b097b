import { count } from '#app/lib/format.ts'
import type { ImportReport } from '#contract/catalog/imports.ts'

const MAX_ROWS = 5

/** Rows of a note: the first few by number, the others counted. */
function rowsOf({ rows, count: total }: ImportReport['notes'][number]): string {
  if (total > MAX_ROWS) return count(total, 'row')
  return `${total === 1 ? 'row' : 'rows'} ${rows.join(', ')}`
}

/** Values that an import takes otherwise than the file says. */
export function ImportNotes({ notes }: { notes: ImportReport['notes'] }) {
  if (notes.length === 0) return null
  return (
    <ul className="import-notes" aria-label="Notes">
      {notes.map((note) => (
        <li key={note.message}>
          {note.message} <span className="text-ink-2">({rowsOf(note)})</span>
        </li>
      ))}
    </ul>
  )
}
