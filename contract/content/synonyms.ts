import * as z from 'zod/mini'
import { Understood } from '#contract/catalog/products.ts'
import { Id, Ok, pageFields, text } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { exportOf } from '#contract/export.ts'
import { CLICK_KINDS } from '#domain/search/click.ts'
import { SEARCH_LANGUAGES } from '#domain/search/search-language.ts'
import { MAX_TERM, MAX_TERMS, SYNONYM_KINDS } from '#domain/search/synonym-rules.ts'
import { STAFF_ROLES } from '#domain/user.ts'

const TOO_LONG = `A synonym can't be longer than ${MAX_TERM} characters.`
const Term = text(1000).check(z.refine((term) => term.length <= MAX_TERM, { error: TOO_LONG }))

/** A card above the results. */
const Answer = z.object({ title: text(80), text: text(400), href: text(300) })

/** Origins of a synonym: it came with the shop, or staff added it. */
const SYNONYM_ORIGINS = ['shipped', 'staff'] as const

const fields = {
  language: z.enum(SEARCH_LANGUAGES),
  kind: z.enum(SYNONYM_KINDS),
  terms: z.array(z.string()),
  targets: z.array(z.string()),
  /** Card of the kind `answer`; null for the others. */
  answer: z.nullable(z.object({ title: z.string(), text: z.string(), href: z.string() })),
  note: z.string(),
  isActive: z.boolean(),
}

/** Words of buyers and what they find. */
export const StaffSynonym = z.object({
  id: z.string(),
  ...fields,
  origin: z.enum(SYNONYM_ORIGINS),
  updatedAt: z.string(),
  version: z.int(),
})
export type StaffSynonym = z.output<typeof StaffSynonym>

/** A synonym as it is saved; empty terms and targets are left out. */
export const SynonymBody = z.object({
  language: z.enum(SEARCH_LANGUAGES),
  kind: z.enum(SYNONYM_KINDS),
  terms: z.array(Term).check(z.maxLength(MAX_TERMS)),
  targets: z._default(z.array(Term).check(z.maxLength(MAX_TERMS)), []),
  answer: z.optional(z.nullable(Answer)),
  note: z._default(text(200), ''),
  isActive: z._default(z.boolean(), true),
  version: z.optional(z.int()),
})
export type SynonymBody = z.output<typeof SynonymBody>

/** Numbers of groups that an import has added, changed and left as they were. */
export const SynonymImport = z.object({ added: z.int(), updated: z.int(), unchanged: z.int() })
export type SynonymImport = z.output<typeof SynonymImport>

/** A row of a file that can't be imported; the header is line 1. */
export interface SynonymRowProblem {
  line: number
  message: string
}

/** Filters, page and order of the synonyms. */
export const SynonymQuery = z.object({
  ...pageFields,
  language: z.optional(z.enum(SEARCH_LANGUAGES)),
  kind: z.optional(z.enum(SYNONYM_KINDS)),
  origin: z.optional(z.enum(SYNONYM_ORIGINS)),
  sort: z.optional(z.enum(['terms', '-terms', 'updatedAt', '-updatedAt'])),
})
export type SynonymQuery = z.output<typeof SynonymQuery>

/** A search that found nothing, with how often; `firstAt` null: from before it was kept. */
export const ZeroResultSearch = z.object({
  term: z.string(),
  language: z.enum(SEARCH_LANGUAGES),
  times: z.int(),
  firstAt: z.nullable(z.string()),
  lastAt: z.string(),
})
export type ZeroResultSearch = z.output<typeof ZeroResultSearch>

/** Filters, page and order of the chosen results. */
export const SearchClickQuery = z.object({
  ...pageFields,
  language: z.optional(z.enum(SEARCH_LANGUAGES)),
  kind: z.optional(z.enum(CLICK_KINDS)),
  sort: z.optional(z.enum(['-clicks', 'clicks', '-lastOn', 'lastOn'])),
})
export type SearchClickQuery = z.output<typeof SearchClickQuery>

/** A result that visitors chose for a search, with how often and the last day. */
export const SearchClick = z.object({
  query: z.string(),
  language: z.enum(SEARCH_LANGUAGES),
  kind: z.enum(CLICK_KINDS),
  name: z.string(),
  /** Address of its page; null where the shop no longer shows it. */
  href: z.nullable(z.string()),
  clicks: z.int(),
  lastOn: z.string(),
})
export type SearchClick = z.output<typeof SearchClick>

/** Answer of a search that staff try: how it was read, and its best products with the reason of each. */
export const TriedSearch = z.object({
  terms: z.array(z.object({ typed: z.string(), finds: z.array(z.string()) })),
  understood: Understood,
  total: z.int(),
  hits: z.array(z.object({ slug: z.string(), name: z.string(), categoryLabel: z.string(), tier: z.int(), reason: z.string() })),
})
export type TriedSearch = z.output<typeof TriedSearch>

const list = endpoint({
  method: 'GET',
  path: '/api/admin/search/synonyms',
  access: STAFF_ROLES,
  permission: 'catalog.read',
  summary: 'Lists the synonyms of the search.',
  query: SynonymQuery,
  response: z.array(StaffSynonym),
  list: true,
})

export const synonyms = {
  list,
  export: exportOf(list, 'Exports the synonyms of the search.'),
  importFile: endpoint({
    method: 'POST',
    path: '/api/admin/search/synonyms/import',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'catalog.write',
    summary:
      'Imports a `file` with the columns language, kind, terms and targets, all of it or nothing. A row with the language, kind and first term of a group changes that group; the problem `synonym_rows` has the `rows` that are wrong.',
    response: SynonymImport,
    files: { file: 1 },
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/search/synonyms',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'catalog.write',
    summary: 'Adds a synonym; the next search knows it.',
    body: SynonymBody,
    response: StaffSynonym,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/admin/search/synonyms/:id',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'catalog.write',
    summary: 'Changes a synonym; the next search knows it.',
    params: z.object({ id: Id }),
    body: SynonymBody,
    response: StaffSynonym,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/search/synonyms/:id',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'catalog.write',
    summary: 'Deletes a synonym.',
    params: z.object({ id: Id }),
    response: Ok,
  }),
  zeroResults: endpoint({
    method: 'GET',
    path: '/api/admin/search/misses',
    access: STAFF_ROLES,
    permission: 'catalog.read',
    summary: 'Lists the searches of the last 90 days that found nothing and are not dismissed, without who searched.',
    query: z.object({
      ...pageFields,
      language: z.optional(z.enum(SEARCH_LANGUAGES)),
      sort: z.optional(z.enum(['-times', 'times', '-lastAt', 'lastAt'])),
    }),
    response: z.array(ZeroResultSearch),
    list: true,
  }),
  dismiss: endpoint({
    method: 'POST',
    path: '/api/admin/search/misses/dismiss',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'catalog.write',
    summary: 'Takes a search without results off the list.',
    body: z.object({ term: text(60), language: z._default(z.enum(SEARCH_LANGUAGES), 'en') }),
    response: Ok,
  }),
  clicks: endpoint({
    method: 'GET',
    path: '/api/admin/search/clicks',
    access: STAFF_ROLES,
    permission: 'catalog.read',
    summary: 'Lists the results that visitors chose in the last 180 days by search, without who chose them.',
    query: SearchClickQuery,
    response: z.array(SearchClick),
    list: true,
  }),
  tryOut: endpoint({
    method: 'POST',
    path: '/api/admin/search/try',
    access: STAFF_ROLES,
    permission: 'catalog.read',
    summary: 'Says how a search is read, with its 20 best products and the reason of each; it is not counted.',
    body: z.object({ q: text(200), lang: z.optional(z.enum(SEARCH_LANGUAGES)) }),
    response: TriedSearch,
  }),
  reindex: endpoint({
    method: 'POST',
    path: '/api/admin/search/reindex',
    access: ['super_admin'],
    summary: 'Has the words of all products written anew by a job; searches go on meanwhile.',
    response: Ok,
    status: 202,
  }),
}
