import type { LineKind } from './agreed-terms.ts'

/** Line of a seller order as it is packed. */
interface PackedLine {
  kind: LineKind
  quantity: number
  /** Units that were withdrawn before they were shipped. */
  withdrawn: number
  /** Kilograms of all its units. */
  weight: number | null
}

/** Returns the lines that are packed: no services, and without withdrawn units and their weight. */
export function toPack<Line extends PackedLine>(lines: readonly Line[]): Line[] {
  return lines.flatMap((line) => {
    const quantity = line.quantity - line.withdrawn
    if (quantity <= 0 || line.kind === 'service') return []
    return [{ ...line, quantity, weight: line.weight === null ? null : (line.weight * quantity) / line.quantity }]
  })
}

/** Returns the sentence that names withdrawn units; null where there are none. */
export const withdrawnText = (withdrawn: number): string | null => (withdrawn > 0 ? `${withdrawn} withdrawn: do not ship` : null)
