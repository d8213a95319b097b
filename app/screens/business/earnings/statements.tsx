import { useMutation } from '@tanstack/react-query'
import { DocumentFile } from '#app/features/payments/documents/document-file.tsx'
import { messageOf } from '#app/lib/api.ts'
import { download } from '#app/lib/download.ts'
import { money } from '#app/lib/format.ts'
import { toast } from '#app/lib/toast.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { type Column, RowTable } from '#app/ui/row-table.tsx'
import type { StatementLine } from '#contract/payouts/earnings.ts'
import { DOCUMENT_KIND_LABELS } from '#domain/document.ts'
import { formatMonth } from '#domain/text.ts'

const wordsOf = (month: string) => formatMonth(new Date(`${month}-01T00:00:00Z`))

const COLUMNS: readonly Column<StatementLine>[] = [
  {
    title: 'Month',
    cell: ({ month, isFinal }) => (
      <>
        <span className="font-medium">{wordsOf(month)}</span>
        {!isFinal && (
          <>
            <br />
            <span className="text-sm text-ink-2">so far</span>
          </>
        )}
      </>
    ),
  },
  { title: 'Sales', isAmount: true, cell: ({ sales, currency }) => money(sales, currency) },
  { title: 'Refunds', isAmount: true, cell: ({ refunds, currency }) => money(refunds, currency) },
  { title: 'Commission', isAmount: true, cell: ({ commission, currency }) => money(commission, currency) },
  { title: 'Payouts', isAmount: true, cell: ({ payouts, currency }) => money(payouts, currency) },
  { title: 'Closing balance', short: 'Balance', isAmount: true, cell: ({ closing, currency }) => money(closing, currency) },
  { title: 'Statement', cell: ({ month, currency }) => <Files month={month} currency={currency} /> },
  { title: 'Invoices', cell: ({ documents }) => <Invoices documents={documents} /> },
]

/** The months in which the balance moved, each as a document and as a table. */
export function Statements({ statements }: { statements: readonly StatementLine[] }) {
  if (statements.length === 0)
    return <p className="panel p-5 text-ink-2">Your first statement appears here once an order of yours is paid.</p>
  return <RowTable label="Statements" columns={COLUMNS} rows={statements} keyOf={({ month, currency }) => month + currency} />
}

/** Commission and self-billed invoices about a month. */
function Invoices({ documents }: Pick<StatementLine, 'documents'>) {
  if (documents.length === 0) return <span className="text-ink-2">None</span>
  return (
    <ul>
      {documents.map(({ id, number, kind }) => (
        <li key={id}>
          <DocumentFile
            id={id}
            number={number}
            kind="pdf"
            label={
              <>
                <span className="visually-hidden">{DOCUMENT_KIND_LABELS[kind]} </span>
                {number}
              </>
            }
          />
        </li>
      ))}
    </ul>
  )
}

/** A document has all currencies of its month. */
function Files({ month, currency }: { month: string; currency: string }) {
  const file = useMutation({
    mutationFn: (kind: 'pdf' | 'csv') => download(`/api/business/statements/${month}.${kind}`, `statement-${month}.${kind}`),
    onError: (error) => toast.error(messageOf(error, 'The statement could not be created. Please try again.')),
  })
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {(['pdf', 'csv'] as const).map((kind) => (
        <BusyButton
          key={kind}
          className="button hollow small"
          isBusy={file.isPending}
          {...(file.variables === kind && { busy: 'Making...' })}
          onPress={() => file.mutate(kind)}
        >
          {kind.toUpperCase()}
          <span className="sr-only">
            {' '}
            of {wordsOf(month)}, {currency}
          </span>
        </BusyButton>
      ))}
    </span>
  )
}
