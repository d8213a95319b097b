import { expect, test } from 'vitest'
import { isPossibleVatId } from './vat-syntax.ts'

test.each([
  'DE111111117',
  'de 111 111 117',
  'IE1234567T',
  'FR11123456782',
  'SE123456789701',
  'EL094259216',
  'GR094259216',
  'GB980780684',
  'XI980780684',
  'CHE-116.281.710 MWST',
  'NO974760673MVA',
  'ATU13585627',
  'BE0428759497',
  'NL004495445B01',
  'PL8567346215',
  'ESA0011012B',
  'IT00743110157',
])('T5 %s is a possible VAT id', (vatId) => {
  expect(isPossibleVatId(vatId)).toBe(true)
})

test.each([
  'NOT-A-VAT-ID',
  'DE123456789',
  'DE11111111',
  '111111117',
  'US-12',
  'US123456789',
  'VAT-77',
  'XI980780685',
  'EL094259217',
  'EU372000041',
  'RU7805145876',
  '',
  ' ',
])('T5 %j is no VAT id', (vatId) => {
  expect(isPossibleVatId(vatId)).toBe(false)
})
