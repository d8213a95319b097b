import { EU_COUNTRIES } from './market-country.ts'
import { languageName, PAPER_LABELS, type PaperKind } from './paper.ts'
import { MACHINE_CATEGORIES, type ProductType } from './product.ts'

/** Kinds of products that laws require papers for. */
export const PAPER_SCOPES = ['machines', 'packaging'] as const
export type PaperScope = (typeof PAPER_SCOPES)[number]

/** Consequence of a missing paper: none, the product's form says so, or it is not offered in that country either. */
export const PAPER_MODES = ['off', 'warn', 'require'] as const
export type PaperMode = (typeof PAPER_MODES)[number]

/** A mode that staff chose for products of a kind in a country; everything else is `warn`. */
export type ChosenPaperMode = { scope: PaperScope; country: string; mode: PaperMode }

/** A paper that a law requires of products that are sold into the European Union. */
interface PaperRule {
  scope: PaperScope
  kind: PaperKind
  law: string
  /** Number of the law, which a declaration has to name; null: a paper of this kind names none. */
  named: string | null
  /** First and last day on which the law applies; `to` null: no end is known. */
  from: string
  to: string | null
  /** Place in the law. */
  source: string
}

/**
 * The rules, looked up on 2026-11-29. What could not be read in the Official Journal itself is in docs/papers.md. Both machinery laws want
 * the papers in a language of the country (2006/42/EC: its official languages; (EU) 2023/1230: what the member state determines).
 */
export const PAPER_RULES: readonly PaperRule[] = [
  {
    scope: 'machines',
    kind: 'manual',
    law: 'Directive 2006/42/EC',
    named: null,
    from: '2009-12-29',
    to: '2027-01-19',
    source: 'Article 5(1)(c) and Annex I, 1.7.4',
  },
  {
    scope: 'machines',
    kind: 'declaration',
    law: 'Directive 2006/42/EC',
    named: '2006/42',
    from: '2009-12-29',
    to: '2027-01-19',
    source: 'Article 5(1)(e) and Annex II, 1 A',
  },
  {
    scope: 'machines',
    kind: 'manual',
    law: 'Regulation (EU) 2023/1230',
    named: null,
    from: '2027-01-20',
    to: null,
    source: 'Article 10(7)',
  },
  {
    scope: 'machines',
    kind: 'declaration',
    law: 'Regulation (EU) 2023/1230',
    named: '2023/1230',
    from: '2027-01-20',
    to: null,
    source: 'Articles 10 and 21',
  },
  {
    scope: 'packaging',
    kind: 'packaging',
    law: 'Regulation (EU) 2025/40',
    named: '2025/40',
    from: '2026-08-12',
    to: null,
    source: 'Articles 15 and 39, Annex VIII',
  },
]

/** Official languages of the member states; a paper in one of them counts. Which of several a region wants is not decided here. */
const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  AT: ['de'],
  BE: ['nl', 'fr', 'de'],
  BG: ['bg'],
  CY: ['el', 'tr'],
  CZ: ['cs'],
  DE: ['de'],
  DK: ['da'],
  EE: ['et'],
  ES: ['es'],
  FI: ['fi', 'sv'],
  FR: ['fr'],
  GR: ['el'],
  HR: ['hr'],
  HU: ['hu'],
  IE: ['en', 'ga'],
  IT: ['it'],
  LT: ['lt'],
  LU: ['fr', 'de'],
  LV: ['lv'],
  MT: ['mt', 'en'],
  NL: ['nl'],
  PL: ['pl'],
  PT: ['pt'],
  RO: ['ro'],
  SE: ['sv'],
  SI: ['sl'],
  SK: ['sk'],
}

/** Returns what kind of product the rules are about; null for accessories, spare parts and all others. */
export function scopeOf({ type, baseCategory }: { type: ProductType; baseCategory: string }): PaperScope | null {
  if (MACHINE_CATEGORIES.includes(baseCategory)) return 'machines'
  return type === 'material' ? 'packaging' : null
}

/** Returns the mode in force for products of a kind in a country. */
export const paperMode = (chosen: readonly ChosenPaperMode[], scope: PaperScope, country: string): PaperMode =>
  chosen.find((entry) => entry.scope === scope && entry.country === country)?.mode ?? 'warn'

/** A paper that a product has now. */
export interface HeldPaper {
  kind: PaperKind
  language: string
  law: string
  /** Last day on which it is valid; null: no end. */
  validTo: string | null
}

const satisfies = ({ kind, named }: PaperRule, country: string, day: string, paper: HeldPaper): boolean =>
  paper.kind === kind &&
  LANGUAGES[country]?.includes(paper.language) === true &&
  (paper.validTo === null || paper.validTo >= day) &&
  (named === null || paper.law.includes(named))

/** Returns the rules whose paper a product lacks in a country on a day (`2026-03-04`). */
export function lackedPapers(scope: PaperScope | null, country: string, day: string, papers: readonly HeldPaper[]): PaperRule[] {
  if (scope === null || !EU_COUNTRIES.includes(country)) return []
  const inForce = PAPER_RULES.filter((rule) => rule.scope === scope && rule.from <= day && (rule.to === null || day <= rule.to))
  return inForce.filter((rule) => !papers.some((paper) => satisfies(rule, country, day, paper)))
}

/** Returns true if something in a country is offered only with its papers. */
export const arePapersRequired = (modes: readonly ChosenPaperMode[], country: string): boolean =>
  modes.some((chosen) => chosen.country === country && chosen.mode === 'require')

/** Returns true unless a product lacks a paper in a country on a day where the mode says that it needs it. */
export function hasRequiredPapers(
  product: Parameters<typeof scopeOf>[0] & { papers: readonly HeldPaper[] },
  { modes, country, day }: { modes: readonly ChosenPaperMode[]; country: string; day: string },
): boolean {
  const scope = scopeOf(product)
  if (scope === null || paperMode(modes, scope, country) !== 'require') return true
  return lackedPapers(scope, country, day, product.papers).length === 0
}

/** A paper that a product lacks. */
type LackedPaper = Pick<PaperRule, 'kind' | 'law' | 'named'>

/** Markets in which a product lacks the same papers, in the same languages. */
interface PaperGap {
  countries: string[]
  papers: LackedPaper[]
  /** True if the product is not offered there until it has them. */
  isClosed: boolean
  /** The papers and their languages, in words. */
  text: string
}

const any = (codes: readonly string[]) => new Intl.ListFormat('en-US', { type: 'disjunction' }).format(codes.map(languageName))

const paperText = ({ kind, named }: LackedPaper) => `${PAPER_LABELS[kind]}${named === null ? '' : ` naming ${named}`}`

/** Formats what markets lack: "Manual, Declaration of conformity naming 2006/42: in German". */
const gapText = (papers: readonly LackedPaper[], languages: readonly string[], isClosed: boolean): string =>
  `${papers.map(paperText).join(', ')}: in ${any(languages)}${isClosed ? '. Not offered there without it' : ''}`

/** Returns what a product lacks in the markets where the mode is not off, those in which it is not offered for that first. */
export function paperGaps(
  scope: PaperScope | null,
  papers: readonly HeldPaper[],
  { markets, modes, day }: { markets: readonly string[]; modes: readonly ChosenPaperMode[]; day: string },
): PaperGap[] {
  if (scope === null) return []
  const lacking = markets.flatMap((country) => {
    const mode = paperMode(modes, scope, country)
    const lacked = mode === 'off' ? [] : lackedPapers(scope, country, day, papers)
    return lacked.length === 0 ? [] : [{ country, lacked, isClosed: mode === 'require', languages: LANGUAGES[country] ?? [] }]
  })
  const groups = Map.groupBy(lacking, ({ lacked, isClosed, languages }) => JSON.stringify([lacked, isClosed, languages]))
  return [...groups.values()]
    .flatMap((group): PaperGap[] => {
      const [first] = group
      if (!first) return []
      const { lacked, isClosed, languages } = first
      const named = lacked.map(({ kind, law, named: number }) => ({ kind, law, named: number }))
      return [{ countries: group.map(({ country }) => country), papers: named, isClosed, text: gapText(named, languages, isClosed) }]
    })
    .toSorted((one, other) => Number(other.isClosed) - Number(one.isClosed))
}
