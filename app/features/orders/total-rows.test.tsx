import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TotalRows } from './total-rows.tsx'

const TOTALS = { subtotal: 300, discount: 0, shipping: 0, tax: 57, total: 357 }
const line = (label: string, base: number, amount: number) => ({ label, percent: 19, base, amount, reason: 'domestic' as const, text: '' })

/** Names of the rows of a total with these lines of tax. */
function namesOf(lines: ReturnType<typeof line>[], mode: 'added' | 'included') {
  const html = renderToStaticMarkup(<TotalRows totals={TOTALS} tax={{ mode, lines }} currency="EUR" promoCode={null} />)
  return [...html.matchAll(/<dt[^>]*>(.*?)<\/dt>/g)].map(([, name]) => name).filter((name) => name?.includes('VAT'))
}

test.each(['added', 'included'] as const)(
  'two equal names of VAT say what each is on, a single one does not (prices with VAT %s)',
  (mode) => {
    const [nineteen, again, seven] = [line('VAT (19%)', 100, 19), line('VAT (19%)', 200, 38), line('VAT (7%)', 50, 3.5)]
    const before = mode === 'included' ? 'includes ' : ''
    expect(namesOf([nineteen, seven], mode)).toEqual([`${before}VAT (19%)`, `${before}VAT (7%)`])
    expect(namesOf([nineteen, again, seven], mode)).toEqual([
      `${before}VAT (19%) on €100.00`,
      `${before}VAT (19%) on €200.00`,
      `${before}VAT (7%)`,
    ])
  },
)
