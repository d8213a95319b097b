import type { ComponentProps } from 'react'
import type { ImportPreview } from '#contract/catalog/imports.ts'
import { IMPORT_FIELDS, type ImportField } from '#domain/import-fields.ts'
import type { Corrections } from './use-corrections.ts'

type Sheet = ImportPreview['sheets'][number]
type Row = Sheet['rows'][number]

// labels of other sheets are the layout's own column names
const labelOf = (field: string | null) => (field === null ? 'Skip' : (IMPORT_FIELDS[field as ImportField] ?? field))

interface PreviewSheetProps {
  sheet: Sheet
  isOnly: boolean
  cellId: (row: number, cell: number | null) => string
  corrections: Corrections
}

/** A file's rows as they are; a cell with an error is marked by color, icon and sentence, and can be corrected. */
export function PreviewSheet({ sheet, isOnly, cellId, corrections }: PreviewSheetProps) {
  const { name, columns, rows } = sheet
  const title = isOnly ? 'Rows of the file' : `Rows of ${name}`
  return (
    <section aria-label={title} className="preview-area">
      <h3>{title}</h3>
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it once it has the focus
        tabIndex={0}
        className="relative max-h-[36rem] mt-2 overflow-auto border-[1.5px] border-line"
        role="region"
        aria-label={`${title}, table`}
      >
        <table className="preview-table">
          <thead>
            <tr>
              <th scope="col">Row</th>
              {columns.map(({ header, field }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place in the file
                <th key={at} scope="col" data-passed={field === null || undefined}>
                  {header || `Column ${at + 1}`}
                  <span>{labelOf(field)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <PreviewRow key={row.row} row={row} sheet={sheet} cellId={cellId} corrections={corrections} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Problem({ messages }: { messages: readonly string[] }) {
  return messages.map((message) => (
    <span key={message} className="block text-bad font-medium">
      <span aria-hidden="true">▲ </span>
      <span className="sr-only">Problem: </span>
      {message}
    </span>
  ))
}

interface CellInputProps extends Pick<ComponentProps<'input'>, 'id' | 'aria-label' | 'aria-invalid' | 'aria-describedby'> {
  value: string
  onEdit: (value: string) => void
}

const LONG = 60

/** A cell to correct; a long text or one of several lines has room for it. */
function CellInput({ value, onEdit, ...input }: CellInputProps) {
  const shared = {
    ...input,
    className: 'block w-full min-h-9 px-2 py-1 border-[1.5px] border-line-strong rounded-box bg-surface text-ink',
    value,
  }
  if (value.length > LONG || value.includes('\n')) return <textarea {...shared} rows={4} onChange={(event) => onEdit(event.target.value)} />
  return <input {...shared} onChange={(event) => onEdit(event.target.value)} />
}

interface PreviewRowProps extends Pick<PreviewSheetProps, 'cellId' | 'corrections'> {
  row: Row
  sheet: Sheet
}

function PreviewRow({ row: { row, cells, errors }, sheet: { name, columns }, cellId, corrections }: PreviewRowProps) {
  const of = (cell: number | null) => errors.filter((error) => error.cell === cell).map(({ message }) => message)
  const own = of(null)
  return (
    <tr>
      <th scope="row" {...(own.length > 0 && { id: cellId(row, null), tabIndex: -1, 'data-bad': true })}>
        {row}
        <Problem messages={own} />
      </th>
      {cells.map((text, at) => {
        const wrong = of(at)
        const edited = corrections.editOf({ sheet: name, row, cell: at })
        const isEdited = edited !== undefined
        return (
          <td
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place in the file
            key={at}
            data-passed={columns[at]?.field === null || undefined}
            data-bad={wrong.length > 0 || undefined}
            data-edited={isEdited || undefined}
          >
            {wrong.length > 0 || isEdited ? (
              <CellInput
                id={cellId(row, at)}
                aria-label={`Row ${row}, ${columns[at]?.header || `Column ${at + 1}`}`}
                aria-invalid={wrong.length > 0 || undefined}
                aria-describedby={wrong.length > 0 ? `${cellId(row, at)}-problem` : undefined}
                value={edited ?? text}
                onEdit={(value) => corrections.setEdit({ sheet: name, row, cell: at, value })}
              />
            ) : (
              <span dir="auto" className="line-clamp-3 wrap-anywhere whitespace-pre-line">
                {text}
              </span>
            )}
            {wrong.length > 0 && (
              <span id={`${cellId(row, at)}-problem`}>
                <Problem messages={wrong} />
              </span>
            )}
          </td>
        )
      })}
    </tr>
  )
}
