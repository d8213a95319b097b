import { expect, test } from 'vitest'
import { clickOf, isRecordable } from './click.ts'

test('a search with an address, a long number or many words is not kept', () => {
  for (const kept of ['shredder', 'ecomat 1000', 'mat 600x400', '485 kg', 'mat 600 x 400 mm', '1,000 mm'])
    expect(isRecordable(kept), kept).toBe(true)
  for (const left of [
    '',
    'a',
    'ann@example.test',
    'call 4915112345',
    '555-867-5309',
    '0171 23 45 67',
    'call me (555) 867.5309',
    '0171/234567',
    'x'.repeat(61),
  ])
    expect(isRecordable(left), left).toBe(false)
  expect(isRecordable('mat 4006381333931', 'mat')).toBe(true)
})

test('the page that was opened names what was chosen', () => {
  expect(clickOf('/products/ecomat-1000')).toEqual({ kind: 'product', id: 'ecomat-1000' })
  expect(clickOf('/producers/north-fold')).toEqual({ kind: 'business', id: 'north-fold' })
  expect(clickOf('/blog/mats-or-chips')).toEqual({ kind: 'article', id: 'mats-or-chips' })
  expect(clickOf('/glossary#flute')).toEqual({ kind: 'term', id: 'flute' })
  expect(clickOf('/refund-policy')).toEqual({ kind: 'page', id: '/refund-policy' })
  for (const none of ['/search?q=mat', 'https://other.test/', '/api/products']) expect(clickOf(none), none).toBeNull()
})
