import { useUnits } from './use-units.ts'

/** Switches lengths and weights between metric units and those of the United States; the choice stays in this browser. */
export function UnitSwitch({ className = '' }: { className?: string }) {
  const { units, setUnits } = useUnits()
  return (
    <button
      type="button"
      className={`unit-switch link-button needs-script no-print min-w-47 ${className}`} // for the longer text: nothing beside it moves
      onClick={() => setUnits(units === 'us' ? 'metric' : 'us')}
    >
      {units === 'us' ? 'Show mm and kg' : 'Show inches and pounds'}
    </button>
  )
}
