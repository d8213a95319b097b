import { defineList } from '#contract/list.ts'
import { joinCell, targetsCell } from '#domain/search/synonym-file.ts'
import type { StaffSynonym } from './synonyms.ts'

/** Columns of the synonyms. Their file can be imported as it is. */
export const SYNONYM_LIST = defineList<StaffSynonym>()({
  terms: {
    title: 'Terms',
    heading: 'terms',
    kind: 'prose',
    value: ({ terms, isActive }) => `${terms.join(', ')}${isActive ? '' : ' (off)'}`,
    inFile: ({ terms }) => joinCell(terms),
    sort: 'terms',
    isFixed: true,
    width: 60,
  },
  kind: { title: 'Kind', heading: 'kind', kind: 'text' },
  targets: {
    title: 'Find',
    heading: 'targets',
    kind: 'prose',
    value: ({ targets, answer }) => answer?.title ?? targets.join(', '),
    inFile: targetsCell,
    width: 60,
  },
  language: { title: 'Language', heading: 'language', kind: 'text' },
  origin: { title: 'Origin', kind: 'text', only: 'grid' },
  isActive: { title: 'active', kind: 'flag', only: 'file' },
  note: { title: 'Note', heading: 'note', kind: 'prose', width: 40 },
  version: { title: 'version', kind: 'number', only: 'file' },
  changed: { title: 'Changed', kind: 'moment', value: ({ updatedAt }) => updatedAt, sort: '-updatedAt', only: 'grid' },
})
