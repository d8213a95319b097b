import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { orderMailsQuery, ordersKey } from '#app/features/orders/queries.ts'
import { MailStateWord } from '#app/features/platform/mail-words.tsx'
import { ResendMail } from '#app/features/platform/resend-mail.tsx'
import { messageOf, queryOf } from '#app/lib/api.ts'
import { instant } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { ReadFailed } from '#app/ui/read-failed.tsx'
import type { MailEntry } from '#contract/platform/mails.ts'

const LOOK_AGAIN_MS = 5000

/** Every email about an order: to whom, when, whether it has left, and once more where that makes sense. */
export function OrderMails({ orderId }: { orderId: string }) {
  const token = useToken((state) => state.token)
  const mails = useQuery({
    ...queryOf(orderMailsQuery(token, orderId)),
    refetchInterval: ({ state }) => (state.data?.items.some(({ state: one }) => one === 'waiting') ? LOOK_AGAIN_MS : false),
  })
  return (
    <section aria-labelledby="mails" className="mt-8 no-print">
      <h2 id="mails" className="mb-3 text-xl">
        Emails
      </h2>
      {mails.isPending && (
        <p role="status" className="text-ink-2">
          Loading...
        </p>
      )}
      {mails.isError && (
        <ReadFailed
          text={messageOf(mails.error, 'The emails could not be loaded.')}
          isReading={mails.isFetching}
          onAgain={() => void mails.refetch()}
        />
      )}
      {mails.data && <MailList mails={mails.data.items} />}
    </section>
  )
}

function MailList({ mails }: { mails: readonly MailEntry[] }) {
  if (mails.length === 0) return <p className="text-ink-2">No emails about this order.</p>
  return (
    <ul className="frame mail-list">
      {mails.map((mail) => (
        <Mail key={mail.id} mail={mail} />
      ))}
    </ul>
  )
}

function Mail({ mail }: { mail: MailEntry }) {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const { id, to, subject, state, createdAt, sentAt, lastError, notAgain } = mail
  return (
    <li>
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <Link to={`/admin/mails/${id}`} className="font-medium">
            <bdi>{subject}</bdi>
          </Link>
        </p>
        <p className="text-sm wrap-anywhere text-ink-2">To {to}</p>
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
          <MailStateWord state={state} />
          <time dateTime={sentAt ?? createdAt}>{instant(sentAt ?? createdAt)}</time>
        </p>
        {state !== 'sent' && lastError !== null && <p className="text-sm wrap-anywhere text-bad">{lastError}</p>}
      </div>
      {notAgain === null && (
        <ResendMail
          mail={mail}
          className="button small hollow"
          onSent={() => void client.invalidateQueries({ queryKey: ordersKey(token) })}
        />
      )}
    </li>
  )
}
