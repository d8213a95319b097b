import { lookupKey } from './text.ts'
/** Text for no quantity prices at all. */
export const NO_LADDER = 'none'

/** Reads price breaks as files and dialogs have them: `3:5;5:10` gives 5% from 3 units and 10% from 5, `none` no price breaks. */
export function readLadderText(text: string): { minQuantity: string; discountPercent: string }[] {
  if (lookupKey(text) === NO_LADDER) return []
  return text.split(';').map((tier) => {
    const [minQuantity = '', discountPercent = ''] = tier.split(':')
    return { minQuantity: minQuantity.trim(), discountPercent: discountPercent.replace(',', '.').trim() }
  })
}
