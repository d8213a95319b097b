interface TilesProps {
  tiles: readonly { value: string; label: string }[]
  /** Three in a row, for as many as fill such rows. */
  inThirds?: boolean
}

/** Figures side by side, each with its words. */
export function Tiles({ tiles, inThirds = false }: TilesProps) {
  return (
    <dl className={`figure-tiles ${inThirds ? 'thirds' : ''}`}>
      {tiles.map(({ value, label }) => (
        <div key={label}>
          <dd>{value}</dd>
          <dt>{label}</dt>
        </div>
      ))}
    </dl>
  )
}
