import { DocumentsGrid } from '#app/features/payments/documents/documents-grid.tsx'

export default function DocumentsScreen() {
  return (
    <>
      <h1>Invoices and credit notes</h1>
      <p className="mt-2 max-w-text text-ink-2">Documents never change. Refunds and cancellations get their own credit note.</p>
      <DocumentsGrid />
    </>
  )
}
