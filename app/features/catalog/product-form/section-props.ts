import type { FieldErrors } from '#app/lib/field-errors.ts'
import type { ProductValues } from './form-values.ts'

/** Props of every section of a product form. */
export interface FormSectionProps {
  values: ProductValues
  errors: FieldErrors
  /** Changes some of the fields. */
  change: (values: Partial<ProductValues>) => void
  /** Reloads the stock after it was refused because it has changed meanwhile. */
  reloadStock?: (() => void) | undefined
}
