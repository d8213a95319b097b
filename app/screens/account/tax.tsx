import { Guard } from '#app/features/kit/session/guard.tsx'
import { pageMeta } from '#app/lib/meta.ts'
import { Together } from '#app/ui/together.tsx'
import { Certificates } from './tax-certificates.tsx'
import { InvoiceForm } from './tax-invoice-form.tsx'
import { VatIds } from './tax-vat-ids.tsx'

export const meta = () =>
  pageMeta({ title: 'My Tax Details', description: 'Your VAT IDs, tax certificates and invoice format.', isPrivate: true })

/** VAT ids, certificates and form of invoices of the signed-in user. */
export default function AccountTaxScreen() {
  return (
    <Guard>
      {() => (
        <div className="wrap py-8">
          <h1>My Tax Details</h1>
          <Together>
            <div className="mt-6 grid items-start gap-6 md:grid-cols-2">
              <VatIds />
              <InvoiceForm />
              <Certificates />
            </div>
          </Together>
        </div>
      )}
    </Guard>
  )
}
