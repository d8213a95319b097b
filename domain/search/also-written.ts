import type { Unit } from '../units.ts'

/** Units of which a liter is so many: of volumes, texts and titles say what typed specifications do not. */
const OF_LITER = [
  [0.001, 'm³'],
  [10, 'dl'],
  [100, 'cl'],
  [1000, 'ml'],
] as const
/** Mains that have several names: 220 V, 230 V and 240 V are one. */
const MAINS: readonly (readonly string[])[] = [
  ['110', '115', '120'],
  ['220', '230', '240'],
  ['380', '400', '415'],
  ['440', '460', '480'],
]

/** Says whether somebody would write an amount like this. */
const isUsual = (number: number) => number >= 0.1 && number < 10_000 && Math.abs(number * 100 - Math.round(number * 100)) < 1e-6

/** Returns an amount as it was typed, then as others write the same: `0.75 l` as `75 cl`, `220 V` as `230 V`. */
export function alsoWritten(number: string, unit: Unit): string[] {
  const typed = `${number} ${unit}`
  if (unit === 'V') return [typed, ...(MAINS.find((same) => same.includes(number)) ?? []).map((other) => `${other} V`)]
  const liters = unit === 'l' ? Number(number) : unit === 'm³' ? Number(number) * 1000 : null
  if (liters === null) return [typed]
  const written = [[1, 'l'] as const, ...OF_LITER].filter(([times]) => isUsual(liters * times))
  return [...new Set([typed, ...written.map(([times, name]) => `${Number((liters * times).toFixed(2))} ${name}`)])]
}
