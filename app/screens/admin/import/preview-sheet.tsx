import type { ImportPreview } from '#contract/catalog/imports.ts'
import { IMPORT_FIELDS, type ImportField } from '#domain/import-fields.ts'

type Sheet = ImportPreview['sheets'][number]
type Row = Sheet['rows'][number]

const labelOf = (field: string | null) => (field === null ? 'Skip' : (IMPORT_FIELDS[field as ImportField] ?? field)) // labels of other sheets are the layout's own column names

interface PreviewSheetProps {
  sheet: Sheet
  isOnly: boolean
  cellId: (row: number, cell: number | null) => string
}

/** A file's rows as they are; a cell with an error is marked by color, icon and sentence. */
export function PreviewSheet({ sheet: { name, columns, rows }, isOnly, cellId }: PreviewSheetProps) {
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
              <PreviewRow key={row.row} row={row} columns={columns} cellId={cellId} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Problem({ messages }: { messages: readonly string[] }) {
  return messages.map((message) => (
    <span key={message} className="cell-problem">
      <span aria-hidden="true">▲ </span>
      <span className="sr-only">Problem: </span>
      {message}
    </span>
  ))
}

function PreviewRow({
  row: { row, cells, errors },
  columns,
  cellId,
}: { row: Row; columns: Sheet['columns'] } & Pick<PreviewSheetProps, 'cellId'>) {
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
        return (
          <td
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place in the file
            key={at}
            data-passed={columns[at]?.field === null || undefined}
            {...(wrong.length > 0 && { id: cellId(row, at), tabIndex: -1, 'data-bad': true })}
          >
            <span className="line-clamp-3 wrap-anywhere whitespace-pre-line">{text}</span>
            <Problem messages={wrong} />
          </td>
        )
      })}
    </tr>
  )
}
