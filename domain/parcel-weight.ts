import { formatDecimal } from './text.ts'

/** Writes a packed weight in kilograms; null is unknown. */
export const weightText = (kilograms: number | null): string => (kilograms === null ? 'Unknown' : `${formatDecimal(kilograms, 3)} kg`)

/** Writes the weight of a parcel from the packed weights of its lines, null where one is not known. */
export function parcelWeight(weights: readonly (number | null)[]): string {
  const known = weights.filter((weight) => weight !== null)
  if (known.length === 0) return weightText(null)
  const text = weightText(known.reduce((sum, weight) => sum + weight, 0))
  return known.length < weights.length ? `more than ${text}` : text
}
