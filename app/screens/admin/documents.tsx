import { useSession } from '#app/features/kit/session/use-session.ts'
import { DocumentsGrid } from '#app/features/payments/documents/documents-grid.tsx'
import { getShop } from '#app/lib/shop.ts'
import { AccountingFiles } from './accounting-files.tsx'

export const meta = () => [{ title: `Documents | ${getShop().name}` }, { name: 'robots', content: 'noindex' }]

export default function DocumentsScreen() {
  const { user } = useSession()
  return (
    <>
      <h1>Documents</h1>
      <p className="mt-2 max-w-text text-ink-2">
        Invoices and credit notes. A document never changes: refunds and cancellations get a credit note of their own.
      </p>
      {user?.role === 'super_admin' && <AccountingFiles />}
      <DocumentsGrid />
    </>
  )
}
