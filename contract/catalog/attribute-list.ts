import { defineList } from '#contract/list.ts'
import type { StaffAttribute } from './attributes.ts'

/** Columns of the typed specifications. */
export const ATTRIBUTE_LIST = defineList<StaffAttribute>()({
  label: { title: 'Label', heading: 'label', kind: 'text', sort: 'label', isFixed: true, width: 30 },
  values: { title: 'Values', kind: 'text', only: 'grid' },
  kind: { title: 'kind', kind: 'text', only: 'file' },
  unit: { title: 'unit', kind: 'text', only: 'file' },
  decimals: { title: 'decimals', kind: 'number', value: ({ kind, decimals }) => (kind === 'number' ? decimals : null), only: 'file' },
  choices: {
    title: 'choices',
    kind: 'text',
    value: ({ choices }) => choices.map(({ label }) => label).join('; '),
    only: 'file',
    width: 60,
  },
  products: { title: 'Products', heading: 'products', kind: 'number', value: ({ productCount }) => productCount, sort: '-products' },
  categories: {
    title: 'Categories',
    heading: 'categories',
    kind: 'prose',
    value: ({ uses }) => uses.map(({ categoryLabel }) => categoryLabel).join(', '),
    inFile: ({ uses }) => uses.map(({ categoryLabel }) => categoryLabel).join('; '),
    none: 'None',
    width: 60,
  },
  key: { title: 'Key', heading: 'key', kind: 'code', sort: 'key', isExtra: true, width: 30 },
})
