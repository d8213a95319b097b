/** Content of a pack of material, in the unit by which packs are compared. */
export type Measure = { count: number; unit: 'piece' | 'm²' | 'liter' }

/** Reads the number at the start of a specification such as '1,500 pieces', and what follows it. */
function amountOf(value: string): { number: number; unit: string } | null {
  const [, digits = '', unit = ''] = /^\s*(\d[\d,]*(?:\.\d+)?)\s*(.*?)\s*$/.exec(value) ?? []
  const number = Number(digits.replaceAll(',', ''))
  return digits !== '' && number > 0 ? { number, unit: unit.toLowerCase() } : null
}

const LITERS: Readonly<Record<string, number>> = { 'm³': 1000, m3: 1000, l: 1, liter: 1, liters: 1, litre: 1, litres: 1 }

/** Reads from its specifications what a pack holds: pieces before area before volume; null where they say none of it, and for a single piece. */
export function measureOf(specifications: Readonly<Record<string, string>>): Measure | null {
  const given = new Map(Object.entries(specifications).map(([name, value]) => [name.trim().toLowerCase(), value]))
  const read = (name: string) => amountOf(given.get(name) ?? '')
  const pieces = read('pieces per pack')
  if (pieces && pieces.number > 1) return { count: pieces.number, unit: 'piece' }
  const area = read('area per pack')
  if (area && ['m²', 'm2'].includes(area.unit)) return { count: area.number, unit: 'm²' }
  const volume = read('volume')
  const liters = volume && LITERS[volume.unit]
  return volume && liters ? { count: Math.round(volume.number * liters * 1000) / 1000, unit: 'liter' } : null
}
