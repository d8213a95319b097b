import { describe, expect, test } from 'vitest'
import { fittedNames, withFits } from './fits.ts'

const rows = (value: string) => [
  { name: 'Material', value: 'steel' },
  { name: 'Fits', value },
  { name: 'Weight', value: '2 kg' },
]
const asIs = <Row>(row: Row) => row
const valueOf = (list: readonly { name: string; value: string }[]) => list.find(({ name }) => name === 'Fits')?.value

describe('what a product fits', () => {
  test('names are between commas or semicolons, in any row of this name', () => {
    expect(fittedNames([...rows(' EcoMat 1000 ;EcoMat 800,, '), { name: ' fits ', value: 'Other' }])).toEqual([
      'EcoMat 1000',
      'EcoMat 800',
      'Other',
    ])
    expect(fittedNames([{ name: 'Goes with', value: 'EcoMat 1000' }])).toEqual([])
  })

  test('a row that names all of it already stays as it was typed', () => {
    const typed = rows('EcoMat 800;  ecomat 1000')
    expect(withFits(typed, { linked: ['ecomat 1000'], wanted: ['EcoMat 1000'] }, asIs)).toEqual(typed)
  })

  test('a link that is gone takes its name along; names without a link stay in their order', () => {
    const change = { linked: ['ecomat 1000', 'ecomat 2500'], wanted: ['EcoMat 2500', 'ChipMaster Pro'] }
    expect(valueOf(withFits(rows('EcoMat 800, EcoMat 1000, EcoMat 2500'), change, asIs))).toBe('EcoMat 800, EcoMat 2500, ChipMaster Pro')
  })

  test('the row comes with the first link and goes with the last name', () => {
    expect(withFits([], { linked: [], wanted: ['EcoMat 1000'] }, asIs)).toEqual([{ name: 'Fits', value: 'EcoMat 1000' }])
    expect(withFits(rows('EcoMat 1000'), { linked: ['ecomat 1000'], wanted: [] }, asIs).map(({ name }) => name)).toEqual([
      'Material',
      'Weight',
    ])
  })

  test('a renamed product leaves its old name', () => {
    expect(valueOf(withFits(rows('EcoMat 1000'), { linked: ['ecomat 1000'], wanted: ['EcoMat 1000 S'] }, asIs))).toBe('EcoMat 1000 S')
  })

  test('a name with a comma is one product, and goes as a whole', () => {
    const typed = rows('EcoMat 800, Table 2 m, steel')
    expect(withFits(typed, { linked: ['table 2 m, steel'], wanted: ['Table 2 m, steel'] }, asIs)).toEqual(typed)
    expect(valueOf(withFits(typed, { linked: ['table 2 m, steel'], wanted: [] }, asIs))).toBe('EcoMat 800')
  })

  test('names beyond 500 characters are left to the links', () => {
    const wanted = Array.from({ length: 60 }, (_, at) => `Machine number ${at}`)
    const value = valueOf(withFits(rows(''), { linked: [], wanted }, asIs)) ?? ''
    expect(value.length).toBeLessThanOrEqual(500)
    expect(value.startsWith('Machine number 0, Machine number 1,')).toBe(true)
  })
})
