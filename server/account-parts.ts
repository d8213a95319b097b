import type { AccountParts } from './accounts/personal-data/export-account.ts'
import { listReturnsOf } from './fulfillment/returns/list-returns.ts'
import { readPreference } from './payments/e-invoices/save-preference.ts'
import { listExemptionsOf } from './pricing/tax/exemption-list.ts'
import { listOwnVatIds } from './pricing/tax/vat-check-list.ts'

/** Parts of the export of an account, each read by its area. */
export const ACCOUNT_PARTS: AccountParts = {
  vatIds: listOwnVatIds,
  certificates: async (db, userId) =>
    (await listExemptionsOf(db, userId)).map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
  invoiceForm: readPreference,
  returns: listReturnsOf,
}
