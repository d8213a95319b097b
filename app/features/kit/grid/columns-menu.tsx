import type { GridColumn } from './columns.ts'
import { isHideable, movableColumns, moveColumn, visibilityOf } from './layout.ts'
import { Menu } from './menu.tsx'
import { type GridLook, USUAL_LOOK } from './use-look.ts'
import { MIN_WIDTH } from './use-table.ts'

const WIDTH_STEP = 32

interface ColumnsMenuProps<Row> {
  columns: readonly GridColumn<Row>[]
  look: GridLook
  change: (look: GridLook) => void
  /** Measures how wide a shown column is now. */
  widthOf: (id: string) => number | undefined
}

/** Menu for the columns of a grid: which are shown, their order and width, and the height of rows. */
export function ColumnsMenu<Row>({ columns, look, change, widthOf }: ColumnsMenuProps<Row>) {
  const visible = visibilityOf(columns, look)
  const movable = movableColumns(columns, look)
  const first = columns.slice(0, 1)
  const toggle = (id: string) =>
    change({ ...look, toggled: look.toggled.includes(id) ? look.toggled.filter((other) => other !== id) : [...look.toggled, id] })
  const widen = (id: string, by: number) => {
    const width = look.widths?.[id] ?? widthOf(id)
    if (width !== undefined) change({ ...look, widths: { ...look.widths, [id]: Math.max(MIN_WIDTH, width + by) } })
  }
  const isUsual = !look.order && !look.widths && look.toggled.length === 0
  return (
    <Menu label="Columns">
      <fieldset>
        <legend>Columns</legend>
        {[...first, ...movable].map((column) => {
          const { id, title } = column
          const at = movable.indexOf(column)
          return (
            <div key={id} className="flex items-center gap-0.5">
              <label>
                <input type="checkbox" checked={visible[id]} disabled={!isHideable(columns, column)} onChange={() => toggle(id)} />
                {title}
              </label>
              {at >= 0 && (
                <>
                  <Step
                    label={`Move ${title} to the left`}
                    sign="←"
                    isOff={at === 0}
                    onPress={() => change(moveColumn(columns, look, id, -1))}
                  />
                  <Step
                    label={`Move ${title} to the right`}
                    sign="→"
                    isOff={at === movable.length - 1}
                    onPress={() => change(moveColumn(columns, look, id, 1))}
                  />
                </>
              )}
              <Step label={`Make ${title} narrower`} sign="−" isOff={!visible[id]} onPress={() => widen(id, -WIDTH_STEP)} />
              <Step label={`Make ${title} wider`} sign="+" isOff={!visible[id]} onPress={() => widen(id, WIDTH_STEP)} />
            </div>
          )
        })}
      </fieldset>
      <fieldset>
        <legend>Rows</legend>
        <label>
          <input type="checkbox" checked={look.isCompact} onChange={() => change({ ...look, isCompact: !look.isCompact })} />
          Compact
        </label>
      </fieldset>
      {!isUsual && (
        <button type="button" className="link-button px-2" onClick={() => change({ ...USUAL_LOOK, isCompact: look.isCompact })}>
          Reset columns
        </button>
      )}
    </Menu>
  )
}

/** A small button with a sign. One that has nothing to do keeps the focus. */
function Step({ label, sign, isOff, onPress }: { label: string; sign: string; isOff: boolean; onPress: () => void }) {
  return (
    <button type="button" className="column-step" aria-label={label} aria-disabled={isOff || undefined} onClick={() => !isOff && onPress()}>
      {sign}
    </button>
  )
}
