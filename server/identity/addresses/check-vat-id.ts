import { normalizeVatId, VAT_ID_ERROR } from '#domain/vat-id.ts'
import { refuseField } from '#server/platform/http/refusal.ts'
import { isPossibleVatId } from '#server/platform/vendors/vat-syntax.ts'

/** Returns a form with its VAT id normalized. Refuses a VAT id that is impossible, at `field`. */
export function checkVatId<Form extends { vatId?: string | undefined }>(form: Form, field = 'vatId'): Form {
  if (!form.vatId) return form
  if (!isPossibleVatId(form.vatId)) refuseField(field, VAT_ID_ERROR)
  return { ...form, vatId: normalizeVatId(form.vatId) }
}
