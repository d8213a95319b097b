import { useUnits } from './use-units.ts'

/** Switches lengths and weights between metric units and those of the United States; the choice stays in this browser. */
export function UnitSwitch({ className = '' }: { className?: string }) {
  const { units, setUnits } = useUnits()
  return (
    <button
      type="button"
      className={`unit-switch link-button needs-script no-print grid content-center justify-items-start ${className}`}
      onClick={() => setUnits(units === 'us' ? 'metric' : 'us')}
    >
      {/* as wide with either text, so that nothing beside it moves */}
      <span className={`col-start-1 row-start-1 ${units === 'us' ? 'invisible' : ''}`}>Show inches and pounds</span>
      <span className={`col-start-1 row-start-1 ${units === 'us' ? '' : 'invisible'}`}>Show mm and kg</span>
    </button>
  )
}
