import { describe, expect, it } from 'vitest'
import { formatQuantity, numberIn, numberProblem, readNumber, readQuantity, UNITS, type Unit, unitOf } from './units.ts'

describe('F2 a number typed with a unit is stored in the unit of its specification', () => {
  it.each([
    ['39.4 in', 'mm', 0, 1001],
    ['0.75 hp', 'kW', 2, 0.56],
    ['62 lb', 'kg', 1, 28.1],
    ['43 cm', 'mm', 0, 430],
    ['1.2 m', 'mm', 0, 1200],
    ['2 ft', 'mm', 1, 609.6],
    ['5 mm', 'cm', 1, 0.5],
    ['2.5 m', 'cm', 0, 250],
    ['10 in', 'cm', 1, 25.4],
    ['1 ft', 'cm', 2, 30.48],
    ['430 mm', 'm', 2, 0.43],
    ['43 cm', 'm', 2, 0.43],
    ['100 in', 'm', 2, 2.54],
    ['10 ft', 'm', 3, 3.048],
    ['425 mm', 'in', 2, 16.73],
    ['1 cm', 'in', 4, 0.3937],
    ['1 m', 'in', 2, 39.37],
    ['3 ft', 'in', 0, 36],
    ['1000 mm', 'ft', 2, 3.28],
    ['100 cm', 'ft', 2, 3.28],
    ['1 m', 'ft', 4, 3.2808],
    ['18 in', 'ft', 1, 1.5],
    ['0.485 kg', 'g', 0, 485],
    ['1 lb', 'g', 2, 453.59],
    ['485 g', 'kg', 3, 0.485],
    ['1 kg', 'lb', 4, 2.2046],
    ['500 g', 'lb', 2, 1.1],
    ['0.75 kW', 'W', 0, 750],
    ['1 hp', 'W', 1, 745.7],
    ['550 W', 'kW', 2, 0.55],
    ['1 hp', 'kW', 4, 0.7457],
    ['1 kW', 'hp', 3, 1.341],
    ['750 W', 'hp', 2, 1.01],
    ['0.24 m³', 'l', 0, 240],
    ['75 l', 'm³', 3, 0.075],
    ['2 years', 'month', 0, 24],
    ['18 months', 'year', 1, 1.5],
    ['230 V', 'V', 0, 230],
    ['50 Hz', 'Hz', 0, 50],
    ['72 dB', 'dB(A)', 0, 72],
    ['6 m/min', 'm/min', 1, 6],
    ['30 units/h', 'units/h', 0, 30],
    ['12 kg/h', 'kg/h', 0, 12],
    ['550 gsm', 'g/m²', 0, 550],
    ['113 kg/m3', 'kg/m³', 0, 113],
    ['-5 °C', '°C', 0, -5],
    ['100 %', '%', 0, 100],
  ] as const)('%s in %s with %d decimals is %d', (typed, unit, decimals, stored) => {
    expect(numberIn(typed, unit, decimals)).toBe(stored)
  })

  it('rounds halves away from zero, exactly', () => {
    expect(numberIn('0.5', 'mm', 0)).toBe(1)
    expect(numberIn('-0.5', '°C', 0)).toBe(-1)
    expect(numberIn('-0.4', '°C', 0)).toBe(0)
    expect(numberIn('1.005', 'm', 2)).toBe(1.01)
    expect(numberIn('2.675 m', 'm', 2)).toBe(2.68)
  })

  it('refuses other dimensions and what is no number', () => {
    for (const typed of ['430 kg', '430 mmm', 'wide', '', '4x3', '1-2 mm', 'mm', '1e3', '1,00,0', '1000000000000'])
      expect(numberIn(typed, 'mm', 0), typed).toBeNull()
    expect(numberIn('30 mm', null, 0)).toBeNull()
    expect(numberIn('30', null, 0)).toBe(30)
    expect(numberProblem('mm')).toBe('Please enter a number in mm.')
    expect(numberProblem(null)).toBe('Please enter a number.')
  })

  it('converts there and back between all units of a dimension, and to no other', () => {
    const together: readonly (readonly Unit[])[] = [
      ['mm', 'cm', 'm', 'in', 'ft'],
      ['g', 'kg', 'lb'],
      ['W', 'kW', 'hp'],
      ['l', 'm³'],
      ['month', 'year'],
    ]
    for (const from of UNITS)
      for (const to of UNITS) {
        const there = numberIn(`7 ${from}`, to, 12)
        const isSame = from === to || together.some((units) => units.includes(from) && units.includes(to))
        if (isSame) expect((there ?? 0) * (numberIn(`7 ${to}`, from, 12) ?? 0), `${from} to ${to}`).toBeCloseTo(49, 6)
        else expect(there, `${from} to ${to}`).toBeNull()
      }
  })
})

describe('typed numbers', () => {
  it.each([
    ['0.75', '0.75'],
    ['0,75', '0.75'],
    ['.5', '0.5'],
    [',5', '0.5'],
    ['1,000', '1000'],
    ['1 000', '1000'],
    ['1\u202f000,5', '1000.5'],
    ["1'000", '1000'],
    ['1,234.5', '1234.5'],
    ['1.234,5', '1234.5'],
    ['1.234.567', '1234567'],
    ['1.000', '1.000'],
    ['0,750', '0.750'],
    ['12,50', '12.50'],
    ['−5', '-5'],
    ['007', '007'],
  ])('%s is %s', (typed, read) => expect(readNumber(typed)).toBe(read))

  it.each(['', ' ', '1.', '1,2,3', '1,000,5', '12 34', '--5', '5-', 'NaN'])('%j is none', (typed) => expect(readNumber(typed)).toBeNull())
})

describe('units', () => {
  it.each<[string, Unit]>([
    ['430mm', 'mm'],
    ['430 MM', 'mm'],
    ['17"', 'in'],
    ['17″', 'in'],
    ['17 in.', 'in'],
    ['17 inches', 'in'],
    ["3'", 'ft'],
    ['62 lbs', 'lb'],
    ['0,75 kw', 'kW'],
    ['1 HP', 'hp'],
    ['230v', 'V'],
    ['72 db(a)', 'dB(A)'],
    ['0.24 m3', 'm³'],
    ['2 L', 'l'],
    ['20 °c', '°C'],
    ['1 000 mm', 'mm'],
  ])('%s is typed in %s', (typed, unit) => expect(readQuantity(typed)?.unit).toBe(unit))

  it('knows every unit by its own symbol', () => {
    for (const unit of UNITS) expect(unitOf(unit)).toBe(unit)
    expect(unitOf('furlong')).toBeNull()
  })

  it('shows a number with its unit', () => {
    expect(formatQuantity(430, 'mm')).toBe('430 mm')
    expect(formatQuantity(100, '%')).toBe('100%')
    expect(formatQuantity(20, null)).toBe('20')
  })
})
