import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((path) => /(?<!\.test)\.ts$/.test(path))
const BRITISH =
  /\b(colo(?=ur)|catalog(?=ue)|grey|centre|(milli|centi|kilo)?metre|litre|speciality|(recogni|organi|minimi|optimi)s(e|ation)|(travell|labell|levell|cancell)ed|fibre|aluminium|neighb(?=our)|mould|kerb)/i

test('F7.2.13 percent, minus signs, CO2e and spelling are the same in all texts', () => {
  expect(files.length).toBeGreaterThan(20)
  const odd = files.flatMap((path) => {
    const text = readFileSync(join(import.meta.dirname, path), 'utf8')
    return text.split('\n').flatMap((line, index) => {
      const found = /\d %|(?<!\w)-\d[\d.]*%|CO₂|\bCO2\b/.exec(line) ?? BRITISH.exec(line)
      return found ? [`${path}:${index + 1}: ${found[0]}`] : []
    })
  })
  expect(odd).toEqual([])
})
