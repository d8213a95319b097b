import { expect, test } from 'vitest'
import {
  arePapersRequired,
  type HeldPaper,
  hasRequiredPapers,
  lackedPapers,
  type PaperScope,
  paperGaps,
  paperMode,
  scopeOf,
} from './required-papers.ts'

const paper = (kind: HeldPaper['kind'], language: string, law = '', validTo: string | null = null): HeldPaper => ({
  kind,
  language,
  law,
  validTo,
})
const OLD = '2006/42/EC'
const NEW = 'Regulation (EU) 2023/1230'
const PPWR = '(EU) 2025/40'
const [manual, declaration, packaging] = ['manual', 'declaration', 'packaging'] as const
const whole = (language: string, law = OLD) => [paper(manual, language), paper(declaration, language, law)]

type Row = [scope: PaperScope | null, country: string, day: string, papers: HeldPaper[], lacks: string[]]
const TODAY = '2026-11-29'
const ROWS: Row[] = [
  // machines under the directive
  ['machines', 'DE', TODAY, [], [manual, declaration]],
  ['machines', 'DE', TODAY, whole('de'), []],
  ['machines', 'AT', TODAY, whole('de'), []],
  ['machines', 'FR', TODAY, whole('de'), [manual, declaration]],
  ['machines', 'FR', TODAY, whole('fr'), []],
  ['machines', 'DE', TODAY, whole('en'), [manual, declaration]],
  ['machines', 'IE', TODAY, whole('en'), []],
  ['machines', 'IE', TODAY, whole('ga'), []],
  ['machines', 'MT', TODAY, whole('en'), []],
  ['machines', 'BE', TODAY, whole('nl'), []],
  ['machines', 'BE', TODAY, whole('fr'), []],
  ['machines', 'BE', TODAY, [paper(manual, 'nl'), paper(declaration, 'fr', OLD)], []],
  ['machines', 'FI', TODAY, whole('sv'), []],
  ['machines', 'CY', TODAY, whole('tr'), []],
  ['machines', 'DE', TODAY, [paper(manual, 'de')], [declaration]],
  ['machines', 'DE', TODAY, [paper(declaration, 'de', OLD)], [manual]],
  ['machines', 'DE', TODAY, [paper('safety', 'de'), paper(declaration, 'de', OLD)], [manual]],
  // the declaration has to name the law of the day
  ['machines', 'DE', TODAY, [paper(manual, 'de'), paper(declaration, 'de')], [declaration]],
  ['machines', 'DE', TODAY, whole('de', NEW), [declaration]],
  ['machines', 'DE', '2027-01-19', whole('de'), []],
  ['machines', 'DE', '2027-01-20', whole('de'), [declaration]],
  ['machines', 'DE', '2027-01-20', whole('de', NEW), []],
  ['machines', 'DE', '2027-01-19', whole('de', `${OLD}, ${NEW}`), []],
  ['machines', 'DE', '2027-01-20', whole('de', `${OLD}, ${NEW}`), []],
  ['machines', 'FR', '2030-06-01', [], [manual, declaration]],
  // validity ends after its last day
  ['machines', 'DE', TODAY, [paper(manual, 'de', '', TODAY), paper(declaration, 'de', OLD)], []],
  ['machines', 'DE', '2026-11-30', [paper(manual, 'de', '', TODAY), paper(declaration, 'de', OLD)], [manual]],
  // before the directive, and outside of the Union
  ['machines', 'DE', '2009-12-28', [], []],
  ['machines', 'US', TODAY, [], []],
  ['machines', 'GB', TODAY, [], []],
  ['machines', 'CH', TODAY, [], []],
  // packaging
  ['packaging', 'DE', '2026-08-11', [], []],
  ['packaging', 'DE', '2026-08-12', [], [packaging]],
  ['packaging', 'DE', TODAY, [paper(packaging, 'de', PPWR)], []],
  ['packaging', 'DE', TODAY, [paper(packaging, 'de', OLD)], [packaging]],
  ['packaging', 'DE', TODAY, [paper(declaration, 'de', PPWR)], [packaging]],
  ['packaging', 'PL', TODAY, [paper(packaging, 'de', PPWR)], [packaging]],
  ['packaging', 'US', TODAY, [], []],
  // accessories and spare parts
  [null, 'DE', TODAY, [], []],
]

test.each(ROWS)('%s for %s on %s with %j lacks %j', (scope, country, day, papers, lacks) => {
  expect(lackedPapers(scope, country, day, papers).map(({ kind }) => kind)).toEqual(lacks)
})

test.each([
  ['mat-maker', 'machine', 'machines'],
  ['chip-maker', 'machine', 'machines'],
  ['accessories', 'machine', null],
  ['replacement-parts', 'machine', null],
  ['mat', 'material', 'packaging'],
  ['chip', 'material', 'packaging'],
] as const)('%s are %s for %s', (baseCategory, type, scope) => {
  expect(scopeOf({ baseCategory, type })).toBe(scope)
})

test('a fresh shop warns; staff turn a rule off by country and kind of product', () => {
  const chosen = [{ scope: 'machines', country: 'DE', mode: 'off' }] as const
  expect(paperMode([], 'machines', 'DE')).toBe('warn')
  expect(paperMode(chosen, 'machines', 'DE')).toBe('off')
  expect([paperMode(chosen, 'machines', 'FR'), paperMode(chosen, 'packaging', 'DE')]).toEqual(['warn', 'warn'])
})

test('what is missing is said once for all markets that need the same, in their language, and not where the mode is off', () => {
  const markets = ['US', 'DE', 'AT', 'FR', 'BE', 'PL']
  const said = (...asked: Parameters<typeof paperGaps>) => paperGaps(...asked).map(({ countries, text }) => [countries.join(' '), text])
  const both = 'Manual, Declaration of conformity naming 2006/42'
  expect(said('machines', whole('fr'), { markets, modes: [], day: TODAY })).toEqual([
    ['DE AT', `${both}: in German`],
    ['PL', `${both}: in Polish`],
  ])
  const modes = [{ scope: 'machines', country: 'DE', mode: 'off' }] as const
  expect(said('machines', [], { markets: ['DE', 'BE'], modes, day: TODAY })).toEqual([['BE', `${both}: in Dutch, French, or German`]])
  expect(said('packaging', [], { markets: ['DE'], modes: [], day: TODAY })).toEqual([
    ['DE', 'Packaging declaration naming 2025/40: in German'],
  ])
})

test.each([
  ['machines with all papers', 'DE', 'mat-maker', 'machine', whole('de'), true],
  ['machines without', 'DE', 'mat-maker', 'machine', [], false],
  ['machines in another language', 'DE', 'chip-maker', 'machine', whole('fr'), false],
  ['machines where it warns', 'FR', 'mat-maker', 'machine', [], true],
  ['accessories', 'DE', 'accessories', 'machine', [], true],
  ['packaging where it warns', 'DE', 'mat', 'material', [], true],
  ['machines outside of the Union', 'US', 'mat-maker', 'machine', [], true],
] as const)('%s in %s, where machines need their papers, are offered: %s', (_, country, baseCategory, type, papers, isOffered) => {
  const modes = [{ scope: 'machines', country: 'DE', mode: 'require' }] as const
  expect(hasRequiredPapers({ baseCategory, type, papers }, { modes, country, day: TODAY })).toBe(isOffered)
  expect(arePapersRequired(modes, country)).toBe(country === 'DE')
})

test('the seller reads first where a product is not offered without a paper', () => {
  const modes = [{ scope: 'machines', country: 'AT', mode: 'require' }] as const
  const gaps = paperGaps('machines', [], { markets: ['DE', 'AT'], modes, day: TODAY })
  expect(gaps.map(({ countries, isClosed, text }) => [countries, isClosed, text])).toEqual([
    [['AT'], true, 'Manual, Declaration of conformity naming 2006/42: in German. Not offered there without it'],
    [['DE'], false, 'Manual, Declaration of conformity naming 2006/42: in German'],
  ])
})
