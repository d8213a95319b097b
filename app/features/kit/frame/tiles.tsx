interface TilesProps {
  tiles: readonly { value: string; label: string }[]
  /** For as many as fill such rows; else as many as there is room for. On a phone there are two. */
  perRow?: 3 | 4
  /** All in one line, above a list that needs the room. */
  isLine?: boolean
}

const COLUMNS = { 3: 'sm:grid-cols-3', 4: 'sm:grid-cols-4', many: 'sm:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]' } as const

/** Figures side by side, each with its words. */
export function Tiles({ tiles, perRow, isLine = false }: TilesProps) {
  return (
    <dl className={isLine ? 'figure-line' : `figure-tiles grid-cols-2 ${COLUMNS[perRow ?? 'many']}`}>
      {tiles.map(({ value, label }) => (
        <div key={label}>
          <dd className={isLine ? undefined : 'max-sm:text-lg'}>{value}</dd>
          <dt>{label}</dt>
        </div>
      ))}
    </dl>
  )
}
