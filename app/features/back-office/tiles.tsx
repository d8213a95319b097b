/** Figures side by side, each with its words. */
export function Tiles({ tiles }: { tiles: readonly { value: string; label: string }[] }) {
  return (
    <dl className="figure-tiles">
      {tiles.map(({ value, label }) => (
        <div key={label}>
          <dd>{value}</dd>
          <dt>{label}</dt>
        </div>
      ))}
    </dl>
  )
}
