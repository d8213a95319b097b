import { draftStore } from '#app/features/kit/forms/unsaved-draft.ts'
import type { ProductForm } from '#contract/catalog/product-edits.ts'
import { emptyValues, type ProductValues } from './form-values.ts'

const NAMES = Object.keys(emptyValues())

function isValues(value: unknown): value is ProductValues {
  return typeof value === 'object' && value !== null && NAMES.every((name) => name in value)
}

function isOpened(value: unknown): value is ProductForm | null {
  return value === null || (typeof value === 'object' && 'version' in value && 'fits' in value && 'sustainabilityMetrics' in value)
}

/** Unsaved products in this browser, each with the product as it was opened; null for a new one. */
export const productDrafts = draftStore<ProductValues, ProductForm | null>('product', isValues, isOpened)
