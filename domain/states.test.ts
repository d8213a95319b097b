import { expect, test } from 'vitest'
import { countryInText } from './country-name.ts'
import { stateCode, stateName, statesOf } from './states.ts'

test.each([
  ['US', 'il', 'IL'],
  ['US', ' Illinois ', 'IL'],
  ['US', 'Puerto Rico', 'PR'],
  ['CA', 'Quebec', 'QC'],
  ['US', 'QC', ''],
  ['DE', 'Bayern', ''],
  ['US', 'Ill.', 'IL'],
  ['US', 'd.c.', 'DC'],
  ['US', 'North   Carolina', 'NC'],
  ['US', 'Bavaria', ''],
  ['US', 'Chicago', ''],
  ['US', 'ILL INOIS', 'IL'],
  ['US', 'ＩＬ', 'IL'],
  ['US', '', ''],
  ['CA', 'Québec', 'QC'],
  ['CA', 'Ont.', 'ON'],
  ['CA', 'PEI', 'PE'],
  ['CA', 'Nouveau-Brunswick', 'NB'],
  ['CA', 'Newfoundland & Labrador', 'NL'],
  ['CA', 'terre-neuve-et-labrador', 'NL'],
  ['CA', 'Colombie-Britannique', 'BC'],
  ['CA', 'NOUVELLE-ÉCOSSE', 'NS'],
  ['CA', 'Île-du-Prince-Édouard', 'PE'],
  ['CA', 'Territoires du Nord-Ouest', 'NT'],
  ['US', 'New York State', 'NY'],
  ['US', 'Washington State', 'WA'],
])('T11 the state of %s %j is %j', (country, text, code) => {
  expect(stateCode(country, text)).toBe(code)
})

test('T11 states are in the order of their names', () => {
  expect(statesOf('US')).toHaveLength(62)
  expect(statesOf('CA')).toHaveLength(13)
  expect(statesOf('DE')).toEqual([])
  expect(stateName('US', 'OR')).toBe('Oregon')
  expect(stateName('DE', 'BY')).toBe('BY')
  for (const country of ['US', 'CA']) {
    const names = statesOf(country).map(([, name]) => name)
    expect(names).toEqual(names.toSorted())
  }
})

test.each([
  ['US', 'the United States'],
  ['KY', 'the Cayman Islands'],
  ['AX', 'the Åland Islands'],
  ['PH', 'the Philippines'],
  ['BS', 'the Bahamas'],
  ['IM', 'the Isle of Man'],
  ['IO', 'the British Indian Ocean Territory'],
  ['GS', 'South Georgia & South Sandwich Islands'],
  ['DE', 'Germany'],
  ['PR', 'Puerto Rico'],
])('3.7 %s is %j in a sentence', (country, text) => {
  expect(countryInText(country)).toBe(text)
})
