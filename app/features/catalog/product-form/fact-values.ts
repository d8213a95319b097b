import type { ProductBody, ProductForm } from '#contract/catalog/product-edits.ts'
import { type ContentUnit, NO_FACTS, type SaleUnit, type TaxClass } from '#domain/product-facts.ts'

const NO_CONTACT = { name: '', address: '', email: '' }

/** Facts of a product form: texts as they were typed. */
export interface FactValues {
  sku: string
  mpn: string
  brand: string
  gtin: string
  weight: string
  package: Record<'length' | 'width' | 'height', string>
  hsCode: string
  originCountry: string
  saleUnit: SaleUnit
  content: { amount: string; unit: ContentUnit | '' }
  minQuantity: string
  quantityStep: string
  taxClass: TaxClass
  warrantyMonths: string
  warrantyText: string
  isCustom: boolean
  safety: { manufacturer: typeof NO_CONTACT; responsible: typeof NO_CONTACT; warnings: string }
  saleUSD: string
  saleEUR: string
  /** ISO 8601, as `saleTo` is; empty: the sale begins when it is saved. */
  saleFrom: string
  saleTo: string
}

/** Facts of a new product's form. */
export const NO_FACT_VALUES: FactValues = {
  sku: '',
  mpn: '',
  brand: '',
  gtin: '',
  weight: '',
  package: { length: '', width: '', height: '' },
  hsCode: '',
  originCountry: '',
  saleUnit: NO_FACTS.saleUnit,
  content: { amount: '', unit: '' },
  minQuantity: '1',
  quantityStep: '1',
  taxClass: 'standard',
  warrantyMonths: '',
  warrantyText: '',
  isCustom: false,
  safety: { manufacturer: NO_CONTACT, responsible: NO_CONTACT, warnings: '' },
  saleUSD: '',
  saleEUR: '',
  saleFrom: '',
  saleTo: '',
}

const typed = (value: string | number | null | undefined) => (value === null || value === undefined ? '' : String(value))

/** Returns the facts of a stored product's form. */
export function factValuesOf(product: ProductForm): FactValues {
  const { package: size, content, safety } = product
  return {
    sku: typed(product.sku),
    mpn: typed(product.mpn),
    brand: typed(product.brand),
    gtin: typed(product.gtin),
    weight: typed(product.weight),
    package: { length: typed(size?.length), width: typed(size?.width), height: typed(size?.height) },
    hsCode: typed(product.hsCode),
    originCountry: typed(product.originCountry),
    saleUnit: product.saleUnit,
    content: { amount: typed(content?.amount), unit: content?.unit ?? '' },
    minQuantity: typed(product.minQuantity),
    quantityStep: typed(product.quantityStep),
    taxClass: product.taxClass,
    warrantyMonths: typed(product.warrantyMonths),
    warrantyText: product.warrantyText,
    isCustom: product.isCustom,
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
