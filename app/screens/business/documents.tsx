import { OwnDocumentsGrid } from '#app/features/payments/documents/documents-grid.tsx'

export default function DocumentsScreen() {
  return (
    <>
      <h1>Invoices and credit notes</h1>
      <p className="mt-2 max-w-text text-ink-2">
        Invoices and credit notes in your name, and the monthly invoices between you and the shop.
      </p>
      <OwnDocumentsGrid />
    </>
  )
}
