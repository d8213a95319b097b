interface TilesProps {
  tiles: readonly { value: string; label: string }[]
  /** Three in a row, for as many as fill such rows. */
  inThirds?: boolean
  /** All in one line, above a list that needs the room. */
  isLine?: boolean
}

/** Figures side by side, each with its words. */
export function Tiles({ tiles, inThirds = false, isLine = false }: TilesProps) {
  return (
    <dl className={isLine ? 'figure-line' : `figure-tiles ${inThirds ? 'thirds' : ''}`}>
      {tiles.map(({ value, label }) => (
        <div key={label}>
          <dd>{value}</dd>
          <dt>{label}</dt>
        </div>
      ))}
    </dl>
  )
}
