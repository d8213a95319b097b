import { useQuery } from '@tanstack/react-query'
import { queryOf, type Read } from '#app/lib/api.ts'
import { day, money } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Document } from '#contract/payments/documents.ts'
import { DOCUMENT_KIND_LABELS } from '#domain/document.ts'
import { DocumentFiles } from './document-file.tsx'

/** Documents of an order; the key has what brings new ones. */
const orderDocumentsQuery = (token: string | null, { id, paidAmount, refunds, status }: Order): Read<Document[]> => ({
  queryKey: ['orders', token, 'documents', id, paidAmount, refunds.length, status],
  read: (api, signal) => api.documents.ofOrder({ params: { id }, signal }),
  staleTime: 0,
})

/** Invoices and credit notes of an order, oldest first. Renders nothing while there are none. */
export function OrderDocuments({ order }: { order: Order }) {
  const token = useToken((state) => state.token)
  return <DocumentSection read={orderDocumentsQuery(token, order)} />
}

/** A seller's part of an order. */
interface OwnOrder extends Pick<Order, 'id' | 'number' | 'status'> {
  isPaid: boolean
  refunds: readonly Pick<Order['refunds'][number], 'status'>[]
}

/** Documents of an order that its seller issued; the key has what brings new ones. */
const ownDocumentsQuery = (token: string | null, { id, number, isPaid, refunds, status }: OwnOrder): Read<Document[]> => ({
  queryKey: ['seller-order-documents', token, id, isPaid, refunds.map((refund) => refund.status), status],
  read: async (api, signal) => {
    const { items } = await api.documents.listOwn({ query: { search: number, sort: 'issuedAt', limit: '100' }, signal })
    return items.filter(({ orderId }) => orderId === id)
  },
  staleTime: 0,
})

/** Invoices and credit notes of an order in the name of its seller, oldest first. Renders nothing while there are none. */
export function OwnOrderDocuments({ order }: { order: OwnOrder }) {
  const token = useToken((state) => state.token)
  return <DocumentSection read={ownDocumentsQuery(token, order)} />
}

function DocumentSection({ read }: { read: Read<Document[]> }) {
  const { data = [] } = useQuery(queryOf(read))
  if (data.length === 0) return null
  return (
    <section aria-labelledby="documents" className="side-part no-print">
      <h2 id="documents">Documents</h2>
      <ul className="mt-2 grid">
        {data.map((document) => (
          <li key={document.id} className="money-line grid gap-0.5 py-2.5">
            <p className="flex flex-wrap justify-between gap-x-4">
              <b>
                {DOCUMENT_KIND_LABELS[document.kind]} {document.number}
              </b>
              <span className="price">{money(document.kind === 'credit_note' ? -document.gross : document.gross, document.currency)}</span>
            </p>
            <p className="flex flex-wrap items-center justify-between gap-x-4 text-sm text-ink-2">
              <span>
                <time dateTime={document.issuedOn}>{day(document.issuedOn)}</time>
                {document.corrects !== null && `, corrects ${document.corrects}`}
              </span>
              <DocumentFiles document={document} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
