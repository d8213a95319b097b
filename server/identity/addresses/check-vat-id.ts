import { normalizeVatId, VAT_ID_ERROR, VAT_ID_NOTICES } from '#domain/vat-id.ts'
import type { Db } from '#server/platform/db/client.ts'
import { refuseField } from '#server/platform/http/refusal.ts'
import { isPossibleVatId } from '#server/platform/vendors/vat-syntax.ts'
import { isOwnVatId, type Sellers } from './own-vat-ids.ts'

/**
 * Returns a form with its VAT id normalized. Refuses, at `field`, a VAT id that is impossible, and one of the platform or of the sellers.
 */
export async function checkVatId<Form extends { vatId?: string | undefined }>(
  db: Db,
  form: Form,
  { field = 'vatId', ...sellers }: Sellers & { field?: string } = {},
): Promise<Form> {
  if (!form.vatId) return form
  if (await isOwnVatId(db, form.vatId, sellers)) refuseField(field, VAT_ID_NOTICES.own)
  if (!isPossibleVatId(form.vatId)) refuseField(field, VAT_ID_ERROR)
  return { ...form, vatId: normalizeVatId(form.vatId) }
}
