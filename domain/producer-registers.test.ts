import { describe, expect, test } from 'vitest'
import type { BuyerKind } from './buyer-kind.ts'
import { EU_COUNTRIES } from './market-country.ts'
import {
  type CoveredProduct,
  DEFAULT_MODES,
  decideRegistration,
  documentNumbers,
  isRequiredIn,
  isStillChecked,
  kindsOf,
  missingText,
  modeOf,
  normalizeNumber,
  numberError,
  type ProducerRegistration,
  REGISTER_RULES,
  ruleOf,
  stateOn,
} from './producer-registers.ts'
import { type RegisterMode, type Stream } from './producer-streams.ts'

const PRODUCTS: Readonly<Record<string, CoveredProduct>> = {
  mat: { type: 'material', category: 'mat', specifications: [], isDriven: false },
  tape: { type: 'material', category: 'tape', specifications: [], isDriven: false },
  machine: { type: 'machine', category: 'mat-maker', specifications: [], isDriven: false },
  stand: { type: 'machine', category: 'accessories', specifications: [{ name: 'Width', value: '430 mm' }], isDriven: false },
  motor: { type: 'machine', category: 'replacement-parts', specifications: [{ name: 'Power', value: '0.75 kW' }], isDriven: false },
  sensor: { type: 'machine', category: 'replacement-parts', specifications: [{ name: ' supply ', value: '24 V DC' }], isDriven: false },
  fan: { type: 'machine', category: 'accessories', specifications: [{ name: 'Napájení', value: '230 V' }], isDriven: true },
  pump: { type: 'machine', category: 'accessories', specifications: [{ name: 'Stromversorgung', value: '230 V' }], isDriven: false },
}
const STATES: Readonly<Record<string, Partial<ProducerRegistration> | null>> = {
  none: null,
  valid: {},
  open: { isConfirmed: false },
  'to-10': { validTo: '2026-12-10' },
  'from-10': { validFrom: '2026-12-10' },
}

/*
 * Country, product, buyer, day, the state of each number (packaging/electrical), and whether it is offered; then the missing numbers.
 * `to-10` is valid up to 10 December 2026, `from-10` from then on. Modes are those of a fresh shop: DE and FR require, other member states
 * ask.
 */
const TABLE = `
DE mat     consumer 2026-12-01 valid/none     yes
DE mat     business 2026-12-01 valid/none     yes
DE mat     consumer 2026-12-01 none/none      no   packaging:missing
DE mat     business 2026-12-01 none/none      no   packaging:missing
DE mat     consumer 2026-12-01 open/none      no   packaging:unconfirmed
DE mat     business 2026-12-01 open/valid     no   packaging:unconfirmed
DE mat     consumer 2026-12-10 to-10/none     yes
DE mat     consumer 2026-12-11 to-10/none     no   packaging:ended
DE mat     consumer 2026-12-09 from-10/none   no   packaging:future
DE mat     consumer 2026-12-10 from-10/none   yes
DE mat     consumer 2022-06-30 none/none      yes
DE mat     consumer 2022-07-01 none/none      no   packaging:missing
DE mat     business 2022-06-30 none/none      yes
DE tape    consumer 2026-12-01 none/none      no   packaging:missing
DE tape    consumer 2026-12-01 valid/none     yes
DE stand   consumer 2026-12-01 none/none      no   packaging:missing
DE stand   consumer 2026-12-01 valid/none     yes
DE fan     consumer 2026-12-01 valid/none     no   electrical:missing
DE pump    business 2026-12-01 valid/none     no   electrical:missing
FR pump    consumer 2026-12-01 valid/valid    yes
DE stand   business 2026-12-01 valid/open     yes
DE machine consumer 2026-12-01 valid/valid    yes
DE machine business 2026-12-01 valid/valid    yes
DE machine consumer 2026-12-01 valid/none     no   electrical:missing
DE machine business 2026-12-01 valid/none     no   electrical:missing
DE machine consumer 2026-12-01 none/valid     no   packaging:missing
DE machine consumer 2026-12-01 none/none      no   packaging:missing electrical:missing
DE machine consumer 2026-12-01 open/open      no   packaging:unconfirmed electrical:unconfirmed
DE machine consumer 2026-12-11 valid/to-10    no   electrical:ended
DE machine consumer 2026-12-10 valid/to-10    yes
DE machine business 2026-12-09 valid/from-10  no   electrical:future
DE machine consumer 2023-06-30 valid/none     no   packaging:future
DE machine consumer 2022-06-30 none/none      yes
DE motor   consumer 2026-12-01 valid/none     no   electrical:missing
DE motor   business 2026-12-01 valid/valid    yes
DE sensor  consumer 2026-12-01 valid/none     no   electrical:missing
DE sensor  business 2026-12-01 valid/open     no   electrical:unconfirmed
FR mat     consumer 2026-12-01 valid/none     yes
FR mat     consumer 2026-12-01 none/none      no   packaging:missing
FR mat     business 2026-12-01 none/none      no   packaging:missing
FR mat     business 2024-12-31 none/none      yes
FR mat     consumer 2024-12-31 none/none      no   packaging:missing
FR mat     business 2025-01-01 none/none      no   packaging:missing
FR mat     consumer 2021-12-31 none/none      yes
FR mat     consumer 2022-01-01 none/none      no   packaging:missing
FR mat     consumer 2026-12-01 open/valid     no   packaging:unconfirmed
FR mat     consumer 2026-12-11 to-10/none     no   packaging:ended
FR stand   consumer 2026-12-01 valid/none     yes
FR stand   business 2024-12-31 none/none      yes
FR machine consumer 2026-12-01 valid/valid    yes
FR machine consumer 2026-12-01 valid/none     no   electrical:missing
FR machine business 2026-12-01 valid/open     no   electrical:unconfirmed
FR machine business 2024-12-31 none/none      no   electrical:missing
FR machine business 2021-12-31 none/none      yes
FR motor   consumer 2026-12-01 none/valid     no   packaging:missing
FR motor   consumer 2026-12-01 valid/valid    yes
FR sensor  business 2026-12-11 valid/to-10    no   electrical:ended
AT mat     consumer 2026-12-01 none/none      yes  packaging:missing
AT mat     consumer 2026-12-01 valid/none     yes
AT mat     consumer 2026-12-01 open/none      yes  packaging:unconfirmed
AT mat     business 2026-12-01 none/none      yes  packaging:missing
AT mat     business 2026-08-11 none/none      yes
AT mat     consumer 2026-08-11 none/none      yes
AT mat     consumer 2026-08-12 none/none      yes  packaging:missing
AT machine consumer 2026-12-01 none/none      yes  packaging:missing
AT machine business 2026-12-01 none/none      yes  packaging:missing
PL stand   consumer 2026-12-11 to-10/none     yes  packaging:ended
PL stand   consumer 2026-12-09 from-10/none   yes  packaging:future
IE motor   consumer 2026-12-01 valid/none     yes
US mat     consumer 2026-12-01 none/none      yes
US machine business 2026-12-01 none/none      yes
PR mat     consumer 2026-12-01 none/none      yes
GB machine consumer 2026-12-01 none/none      yes
CH mat     consumer 2026-12-01 none/none      yes
`
const ROWS = TABLE.trim()
  .split('\n')
  .map((line) => line.split(/\s+/))

const SINCE: Readonly<Record<string, string>> = { valid: '2024-01-01', 'to-10': '2024-01-01', open: '2024-01-01' }

function registrationsOf(country: string, states: string): ProducerRegistration[] {
  return states.split('/').flatMap((name, at): ProducerRegistration[] => {
    const state = STATES[name]
    const stream: Stream = at === 0 ? 'packaging' : 'electrical'
    const whole = {
      country,
      stream,
      number: 'X',
      validFrom: SINCE[name] ?? '2024-01-01',
      validTo: null,
      isConfirmed: true,
      checkedTo: null,
    }
    return state ? [{ ...whole, ...state }] : []
  })
}

describe('which products are offered by the numbers of their seller', () => {
  test('has at least 60 rows', () => expect(ROWS.length).toBeGreaterThanOrEqual(60))

  test.each(ROWS)(
    '%s %s to a %s on %s with %s: %s',
    (country = '', product = '', buyer = '', day = '', states = '', offered = '', ...missing) => {
      const decided = decideRegistration({
        country,
        buyer: buyer as BuyerKind, // of the table
        day,
        kinds: kindsOf(PRODUCTS[product] as CoveredProduct), // of the table
        modes: DEFAULT_MODES,
        registrations: registrationsOf(country, states),
      })
      expect(decided.isOffered ? 'yes' : 'no').toBe(offered)
      expect(decided.missing.map(({ rule, state }) => `${rule.stream}:${state}`)).toEqual(missing)
    },
  )

  test.each([
    ['off', true, 0],
    ['ask', true, 1],
    ['require', false, 1],
  ] as const)('a rule that is set to %s', (mode: RegisterMode, isOffered, open) => {
    const modes = DEFAULT_MODES.map((one) => (one.country === 'PL' ? { ...one, mode } : one))
    const kinds = kindsOf(PRODUCTS.mat as CoveredProduct) // of the table
    const decided = decideRegistration({ country: 'PL', buyer: 'consumer', day: '2026-12-01', kinds, modes, registrations: [] })
    expect([decided.isOffered, decided.missing.length]).toEqual([isOffered, open])
    expect(isRequiredIn(modes, 'PL')).toBe(mode === 'require')
  })

  test('a number of another country or stream does not count', () => {
    const kinds = kindsOf(PRODUCTS.mat as CoveredProduct) // of the table
    const registrations = [...registrationsOf('FR', 'valid/valid'), ...registrationsOf('DE', 'none/valid')]
    const asked = { buyer: 'consumer', day: '2026-12-01', kinds, modes: DEFAULT_MODES, registrations } as const
    expect(decideRegistration({ country: 'DE', ...asked }).isOffered).toBe(false)
  })

  test('every member state has one rule for packaging, each rule a source with its day, and a mode', () => {
    expect(REGISTER_RULES.filter(({ stream }) => stream === 'packaging').map(({ country }) => country)).toHaveLength(EU_COUNTRIES.length)
    for (const rule of REGISTER_RULES) {
      expect(rule.source.law).not.toBe('')
      expect(rule.source.readOn).toMatch(/^\d{4}-\d\d-\d\d$/)
      if (rule.shape) expect(numberError(rule.shape.example, rule)).toBeNull()
      expect(modeOf([], rule)).toBe(['DE', 'FR'].includes(rule.country) ? 'require' : 'ask')
    }
    expect(isRequiredIn(DEFAULT_MODES, 'US')).toBe(false)
  })
})

describe('numbers', () => {
  test.each([
    ['DE', 'packaging', ' de 1234567890123 ', 'DE1234567890123', null],
    ['DE', 'packaging', 'DE123', 'DE123', 'A LUCID number of Germany looks like DE1234567890123'],
    ['DE', 'electrical', 'de12345678', 'WEEE-Reg.-Nr. DE 12345678', null],
    ['DE', 'electrical', 'WEEE-Reg.-Nr. DE 12345678', 'WEEE-Reg.-Nr. DE 12345678', null],
    ['DE', 'electrical', '123', '123', 'A WEEE registration number of Germany looks like WEEE-Reg.-Nr. DE 12345678'],
    ['FR', 'packaging', 'fr123456_01abcd', 'FR123456_01ABCD', null],
    ['FR', 'electrical', 'FR123456', 'FR123456', 'A unique identifier of France looks like FR123456_01ABCD'],
    ['FR', 'packaging', '', '', 'Please enter the number'],
    ['PL', 'packaging', ' BDO  000123 ', 'BDO 000123', null],
  ] as const)('%s %s %s', (country, stream, typed, stored, error) => {
    const number = normalizeNumber(typed, { country, stream })
    expect(number).toBe(stored)
    const rule = ruleOf(country, stream)
    expect(rule && numberError(number, rule)).toBe(error)
  })

  test('there is no rule for electrical equipment in Poland, and none for the United States', () => {
    expect([ruleOf('PL', 'electrical'), ruleOf('US', 'packaging')]).toEqual([null, null])
  })

  test('a check of staff counts for the number and the days that they have seen', () => {
    const before = { number: 'A', scheme: 'S', validFrom: '2026-01-01', validTo: '2026-12-31' }
    const after = (change: object) => isStillChecked(before, { ...before, ...change })
    expect([after({}), after({ validTo: '2026-06-30' }), after({ validFrom: '2026-02-01' })]).toEqual([true, true, true])
    expect([after({ validTo: null }), after({ validTo: '2027-01-01' })]).toEqual([true, true])
    expect([after({ number: 'B' }), after({ scheme: 'T' })]).toEqual([false, false])
    expect(after({ validFrom: '2025-12-31' })).toBe(false)
  })

  test('a document for France names the numbers for packaging first, whatever the order of the rows', () => {
    const french = { country: 'FR', validFrom: '2026-01-01', validTo: null, isConfirmed: true, checkedTo: null } as const
    const rows = [
      { ...french, stream: 'electrical' as const, number: 'E' },
      { ...french, stream: 'packaging' as const, number: 'P' },
    ]
    expect(documentNumbers(rows, 'FR', '2026-06-01')).toEqual(['P', 'E'])
    expect(documentNumbers(rows, 'DE', '2026-06-01')).toEqual([])
    const german = rows.map((row) => ({ ...row, country: 'DE' }))
    expect(documentNumbers(german, 'DE', '2026-06-01'), 'LUCID numbers need not be named').toEqual(['E'])
    expect(documentNumbers([{ ...french, stream: 'packaging', number: 'P', isConfirmed: false }], 'FR', '2026-06-01')).toEqual([])
  })

  test('the state of a number is said by its days', () => {
    const seen = { validFrom: '2026-01-01', validTo: null, isConfirmed: true, checkedTo: null }
    expect([stateOn(null, '2026-06-01'), stateOn(seen, '2025-12-31'), stateOn(seen, '2026-01-01')]).toEqual(['missing', 'future', 'valid'])
    const extended = { ...seen, validTo: '2027-12-31', checkedTo: '2026-12-31' }
    expect([stateOn(extended, '2026-12-31'), stateOn(extended, '2027-01-01')]).toEqual(['valid', 'unconfirmed'])
  })

  test('sellers read which number is missing, what follows and where to get it', () => {
    const rule = ruleOf('FR', 'packaging')
    if (!rule) throw new Error('no rule')
    expect(missingText({ rule, mode: 'require', state: 'missing' })).toBe(
      'Not available in France. Add your unique identifier for packaging in France. You get it from SYDEREP (ADEME), https://www.syderep.ademe.fr.',
    )
    expect(missingText({ rule, mode: 'require', state: 'unconfirmed' })).toBe(
      "Not available in France. Your unique identifier for packaging in France isn't confirmed by the shop.",
    )
    const dutch = ruleOf('NL', 'packaging')
    expect(dutch && missingText({ rule: dutch, mode: 'require', state: 'future' })).toBe(
      "Not available in the Netherlands. Your register number for packaging in the Netherlands isn't valid yet.",
    )
    expect(dutch && missingText({ rule: dutch, mode: 'ask', state: 'missing' })).toBe(
      'Add your register number for packaging in the Netherlands. You get it from the packaging register of the Netherlands.',
    )
  })
})
