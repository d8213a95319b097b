import type { StaffSynonym } from '#contract/content/synonyms.ts'
import type { ClickKind } from '#domain/search/click.ts'
import type { SearchLanguage } from '#domain/search/search-language.ts'
import type { SynonymKind } from '#domain/search/synonym-rules.ts'

export const LANGUAGE_LABELS: Readonly<Record<SearchLanguage, string>> = { en: 'English', de: 'German', fr: 'French' }

export const KIND_LABELS: Readonly<Record<SynonymKind, string>> = {
  same: 'Same meaning',
  finds: 'Finds other words',
  instead: 'Not sold: shows alternatives',
  answer: 'Shows a card',
}

export const ORIGIN_LABELS: Readonly<Record<StaffSynonym['origin'], string>> = { shipped: 'Built-in', staff: 'Staff' }

export const CLICK_KIND_LABELS: Readonly<Record<ClickKind, string>> = {
  product: 'Product',
  business: 'Producer',
  article: 'Article',
  page: 'Page',
  term: 'Glossary term',
}

/** Options of a select or filter from labels. */
export const optionsOf = (labels: Readonly<Record<string, string>>) => Object.entries(labels).map(([value, label]) => ({ value, label }))

/** Address of "Try a search" with this search in it. */
export const tryHref = (query: string, language: SearchLanguage): string =>
  `/admin/search/try?${new URLSearchParams({ q: query, lang: language })}`
