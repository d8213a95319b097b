import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { pageOf } from '#app/lib/address.ts'
import { api, messageOf, queryOf } from '#app/lib/api.ts'
import { day } from '#app/lib/format.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import type { PaperCopy } from '#contract/catalog/papers.ts'
import { languageName, PAPER_LABELS } from '#domain/paper.ts'
import { DownloadPaper } from './download-paper.tsx'
import { COPIES_PAGE, copiesQuery } from './queries.ts'

/** Copies on paper that buyers asked a seller for, or that of an order, each with its deadline. Renders nothing while there are none. */
export function PaperCopies({ orderId }: { orderId?: string }) {
  const token = useToken((state) => state.token)
  const page = pageOf(useSearchParams()[0].get('page'))
  const { data } = useQuery(queryOf(copiesQuery(token, { orderId, page: orderId === undefined ? page : 1 })))
  if (!data || data.total === 0) return null
  return (
    <section aria-labelledby="copies" className="mt-6 no-print">
      <h2 id="copies" className="mb-3 text-xl">
        Paper copies to send
      </h2>
      <ul className="frame">
        {data.items.map((copy) => (
          <CopyRow key={copy.id} copy={copy} isAlone={orderId === undefined} />
        ))}
      </ul>
      {orderId === undefined && (
        <Pagination page={page} pages={Math.ceil(data.total / COPIES_PAGE)} hrefOf={(number) => `/business/papers?page=${number}`} />
      )}
    </section>
  )
}

/** @param isAlone it does not stand on the page of its order */
function CopyRow({ copy, isAlone }: { copy: PaperCopy; isAlone: boolean }) {
  const { id, paper, productName, dueAt, sentAt, orderId, orderNumber } = copy
  const client = useQueryClient()
  const token = useToken((state) => state.token)
  const [isBusy, setBusy] = useState(false)
  const name = `${PAPER_LABELS[paper.kind]}, ${languageName(paper.language)}`
  const mark = async () => {
    setBusy(true)
    try {
      await api.papers.sendCopy({ params: { id }, body: { isSent: sentAt === null } })
      await client.invalidateQueries({ queryKey: officeKey(token) })
    } catch (failure) {
      toast.error(messageOf(failure, 'This could not be saved. Please try again.'))
    }
    setBusy(false)
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 not-first:border-t-[1.5px] not-first:border-line">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium">
          <bdi>{productName}</bdi>: {name}
        </p>
        <p className="text-sm text-ink-2">
          {paper.revision && `Revision ${paper.revision}. `}
          {sentAt ? `Sent ${day(sentAt)}` : `Send it by ${day(dueAt)}, free of charge`}
          {isAlone && (
            <Link to={`/business/orders/${orderId}`} className="ml-3 inline-flex min-h-11 items-center wrap-anywhere">
              Order {orderNumber}
            </Link>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <DownloadPaper paper={paper} name={name} />
        <BusyButton className="button hollow small" isBusy={isBusy} busy="Saving…" onPress={() => void mark()}>
          {sentAt ? 'Mark as not sent' : 'Mark as sent'}
        </BusyButton>
      </div>
    </li>
  )
}
