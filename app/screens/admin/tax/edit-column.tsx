import type { GridColumn } from '#app/features/kit/grid/columns.ts'
import { actionsColumn } from '#app/features/kit/grid/list-columns.tsx'

interface EditColumn<Row> {
  /** Name of a row after "Edit" and "Delete", for screen readers. */
  nameOf: (row: Row) => string
  onOpen: (what: 'edit' | 'delete', row: Row) => void
  /** True for a row that can only be ended: it has been in force. */
  isFixed?: (row: Row) => boolean
}

/** The column with the buttons that edit and delete a row of the taxes. */
export const editColumn = <Row,>({ nameOf, onOpen, isFixed = () => false }: EditColumn<Row>): GridColumn<Row> =>
  actionsColumn((row) => {
    const edit = isFixed(row) ? 'End' : 'Edit'
    return (
      <span className="row-actions">
        <button type="button" className="button hollow small" aria-label={`${edit} ${nameOf(row)}`} onClick={() => onOpen('edit', row)}>
          {edit}
        </button>
        {!isFixed(row) && (
          <button type="button" className="button danger small" aria-label={`Delete ${nameOf(row)}`} onClick={() => onOpen('delete', row)}>
            Delete
          </button>
        )}
      </span>
    )
  })
