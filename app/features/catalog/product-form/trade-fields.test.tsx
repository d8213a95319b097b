import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { inputLabel, PLAIN_KEYS, plainField } from '#domain/product-fields.ts'
import { emptyValues } from './form-values.ts'
import { TradeSection } from './trade-fields.tsx'

test('the form asks for every fact under its name', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const html = renderToStaticMarkup(<TradeSection values={emptyValues()} errors={{}} change={() => {}} opened={null} />)
  vi.unstubAllGlobals()
  const text = html.replaceAll('&#x27;', "'")
  for (const key of PLAIN_KEYS) {
    const field = plainField(key)
    expect(text).toContain(field.kind === 'flag' ? field.statement : inputLabel(key))
    expect(text).toContain(`name="${key}"`)
  }
  const parts = ['package.length', 'package.width', 'package.height', 'content.amount', 'content.unit', 'noLadder', 'saleUSD', 'saleTo']
  for (const name of [...parts, 'safety.manufacturer.name', 'safety.responsible.email', 'safety.warnings'])
    expect(text).toContain(`name="${name}"`)
})
