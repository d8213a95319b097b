import { useCurrency } from '#app/lib/currency.ts'
import { useRemembered } from '#app/lib/use-remembered.ts'
import { inUsUnits } from '#domain/us-units.ts'

type Units = 'metric' | 'us'

const isUnits = (value: unknown): value is Units => value === 'metric' || value === 'us'

/**
 * Units in which this browser reads lengths and weights: pages come with metric ones, and who pays in dollars may switch to inches and
 * pounds.
 */
export function useUnits() {
  const [chosen, setUnits] = useRemembered<Units>('reflute.units', isUnits, 'metric')
  const units: Units = useCurrency() === 'USD' ? chosen : 'metric'
  /** Shows a text of specifications in those units. */
  const shown = (text: string) => (units === 'us' ? inUsUnits(text) : text)
  return { units, setUnits, shown }
}
