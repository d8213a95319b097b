import type { FieldErrors } from '#app/lib/field-errors.ts'
import type { ProductValues } from './form-values.ts'

/** What every part of a product form is given. */
export interface FormPart {
  values: ProductValues
  errors: FieldErrors
  /** Changes some of the fields. */
  change: (part: Partial<ProductValues>) => void
  /** Reads the stock anew, once it was refused because it has changed meanwhile. */
  reloadStock?: (() => void) | undefined
}
