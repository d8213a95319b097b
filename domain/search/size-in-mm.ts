import { numberIn, type Unit } from '../units.ts'

/** Share by which a number in another unit may differ: people round when they convert. */
export const TOLERANCE = 0.01
/** Sizes in mm end in 0 or 5 where somebody chose them. */
const STEP = 5
const METRIC: readonly Unit[] = ['mm', 'cm', 'm']

/** Returns the lengths in mm that one in another unit may mean: itself, and for inches and feet round ones within 1%. */
function lengthsInMm(number: string, unit: Unit): string[] {
  const exact = numberIn(`${number} ${unit}`, 'mm', 1)
  if (exact === null) return []
  if (METRIC.includes(unit)) return [String(exact)]
  const lengths = new Set([Math.round(exact)])
  for (let at = Math.ceil((exact * (1 - TOLERANCE)) / STEP) * STEP; at <= exact * (1 + TOLERANCE); at += STEP) lengths.add(at)
  return [...lengths]
    .sort((one, other) => Math.abs(one - exact) - Math.abs(other - exact))
    .slice(0, MAX_LENGTHS)
    .map(String)
}

/** Most lengths that one may mean; a size has up to three. */
const MAX_LENGTHS = 4

/** Returns the sizes in mm that lengths in another unit may mean; the lengths themselves where the unit is not one of length. */
export function sizesInMm(numbers: readonly string[], unit: Unit): (readonly string[])[] {
  const sizes = numbers.reduce<string[][]>(
    (before, number) => lengthsInMm(number, unit).flatMap((length) => before.map((size) => [...size, length])),
    [[]],
  )
  return sizes.length > 0 ? sizes : [numbers]
}
