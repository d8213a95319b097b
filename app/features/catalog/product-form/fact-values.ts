import type { ProductBody, ProductForm } from '#contract/catalog/product-edits.ts'
import { type ContentUnit, eachPlain, type PlainKey, type ValueOf } from '#domain/product-fields.ts'

const NO_CONTACT = { name: '', address: '', email: '' }

/** Facts of a product form: texts as they were typed. */
export type FactValues = { [Key in PlainKey]: ValueOf<Key> extends boolean ? boolean : string } & {
  package: Record<'length' | 'width' | 'height', string>
  content: { amount: string; unit: ContentUnit | '' }
  safety: { manufacturer: typeof NO_CONTACT; responsible: typeof NO_CONTACT; warnings: string }
  saleUSD: string
  saleEUR: string
  /** ISO 8601, as `saleTo` is; empty: the sale begins when it is saved. */
  saleFrom: string
  saleTo: string
}

const typed = (value: string | number | null | undefined) => (value === null || value === undefined ? '' : String(value))

/** Facts of a new product's form. */
export const NO_FACT_VALUES: FactValues = {
  ...eachPlain<Pick<FactValues, PlainKey>>((field) => (field.kind === 'flag' ? false : typed('empty' in field ? field.empty : null))),
  package: { length: '', width: '', height: '' },
  content: { amount: '', unit: '' },
  safety: { manufacturer: NO_CONTACT, responsible: NO_CONTACT, warnings: '' },
  saleUSD: '',
  saleEUR: '',
  saleFrom: '',
  saleTo: '',
}

/** Returns the facts of a stored product's form. */
export function factValuesOf(product: ProductForm): FactValues {
  const { package: size, content, safety } = product
  const inForm = (value: string | number | boolean | null) => (typeof value === 'boolean' ? value : typed(value))
  return {
    ...eachPlain<Pick<FactValues, PlainKey>>((_field, key) => inForm(product[key])),
    package: { length: typed(size?.length), width: typed(size?.width), height: typed(size?.height) },
    content: { amount: typed(content?.amount), unit: content?.unit ?? '' },
    safety: {
      manufacturer: safety?.manufacturer ?? NO_CONTACT,
      responsible: safety?.responsible ?? NO_CONTACT,
      warnings: safety?.warnings ?? '',
    },
    saleUSD: product.saleUSD?.toFixed(2) ?? '',
    saleEUR: product.saleEUR?.toFixed(2) ?? '',
    saleFrom: typed(product.saleFrom),
    saleTo: typed(product.saleTo),
  }
}

/** Returns the text at a path of facts: `package.length`. */
export function textAt(facts: FactValues, path: string): string {
  const found = path.split('.').reduce((part: unknown, name) => (part as Record<string, unknown>)[name], facts) // a path of its inputs
  return typeof found === 'string' ? found : ''
}

/** Returns an object with a value at a path of names. */
export function withValue<Whole extends object>(whole: Whole | undefined, [name = '', ...rest]: readonly string[], value: unknown): Whole {
  const known = whole as Record<string, object | undefined> | undefined // members are looked up by name
  return { ...known, [name]: rest.length === 0 ? value : withValue(known?.[name], rest, value) } as Whole // the paths of its inputs
}

/** Price breaks of a form: a row each, and the switch that turns them off. */
export interface LadderValues {
  noLadder: boolean
  ladder: { key: string; minQuantity: string; discountPercent: string }[]
}

export const isTierFilled = ({ minQuantity, discountPercent }: LadderValues['ladder'][number]) =>
  minQuantity.trim() !== '' || discountPercent.trim() !== ''

/** Returns the price breaks as they are sent: null for those of the category, none where they are switched off. */
export function ladderBody({ noLadder, ladder }: LadderValues): NonNullable<ProductBody['ladder']> | null {
  const rows = ladder.filter(isTierFilled).map(({ minQuantity, discountPercent }) => ({
    minQuantity: minQuantity.trim(),
    discountPercent: discountPercent.trim().replace(',', '.'),
  }))
  if (noLadder) return []
  return rows.length > 0 ? rows : null
}
