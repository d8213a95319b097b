import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { orderMailsQuery, ordersKey } from '#app/features/orders/queries.ts'
import { MailStateWord } from '#app/features/platform/mail-words.tsx'
import { api, messageOf } from '#app/lib/api.ts'
import { instant } from '#app/lib/format.ts'
import { queryOf } from '#app/lib/load.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { ReadFailed } from '#app/ui/read-failed.tsx'
import type { MailEntry } from '#contract/platform/mails.ts'

const FAILED = 'The mail could not be sent again.'
const LOOK_AGAIN_MS = 5000

/** Every mail about an order: to whom, when, whether it has left, and once more where that makes sense (D233). */
export function OrderMails({ orderId }: { orderId: string }) {
  const token = useToken((state) => state.token)
  const mails = useQuery({
    ...queryOf(orderMailsQuery(token, orderId)),
    refetchInterval: ({ state }) => (state.data?.items.some(({ state: one }) => one === 'waiting') ? LOOK_AGAIN_MS : false),
  })
  return (
    <section aria-labelledby="mails" className="mt-8 no-print">
      <h2 id="mails" className="mb-3 text-xl">
        Mails
      </h2>
      {mails.isPending && (
        <p role="status" className="text-ink-2">
          Loading...
        </p>
      )}
      {mails.isError && (
        <ReadFailed
          text={messageOf(mails.error, 'The mails could not be loaded.')}
          isReading={mails.isFetching}
          onAgain={() => void mails.refetch()}
        />
      )}
      {mails.data && <MailList mails={mails.data.items} />}
    </section>
  )
}

function MailList({ mails }: { mails: readonly MailEntry[] }) {
  if (mails.length === 0) return <p className="text-ink-2">No mails about this order.</p>
  return (
    <ul className="frame mail-list">
      {mails.map((mail) => (
        <Mail key={mail.id} mail={mail} />
      ))}
    </ul>
  )
}

function Mail({ mail: { id, to, subject, state, createdAt, sentAt, lastError, notAgain } }: { mail: MailEntry }) {
  return (
    <li>
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <Link to={`/admin/mails/${id}`} className="font-medium">
            {subject}
          </Link>
        </p>
        <p className="text-sm wrap-anywhere text-ink-2">To {to}</p>
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
          <MailStateWord state={state} />
          <time dateTime={sentAt ?? createdAt}>{instant(sentAt ?? createdAt)}</time>
        </p>
        {state !== 'sent' && lastError !== null && <p className="text-sm wrap-anywhere text-bad">{lastError}</p>}
      </div>
      {notAgain === null && <SendAgain id={id} subject={subject} to={to} />}
    </li>
  )
}

function SendAgain({ id, subject, to }: Pick<MailEntry, 'id' | 'subject' | 'to'>) {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  async function send() {
    setBusy(true)
    setProblem('')
    try {
      await api.mails.resend({ params: { id: String(id) } })
      toast.success(`The mail to ${to} is on its way again`)
    } catch (failure) {
      setProblem(messageOf(failure, FAILED))
      toast.error(messageOf(failure, FAILED))
    } finally {
      setBusy(false)
      void client.invalidateQueries({ queryKey: ordersKey(token) })
      void client.invalidateQueries({ queryKey: officeKey(token) })
    }
  }
  return (
    <>
      <BusyButton className="button small hollow" isBusy={isBusy} busy="Sending..." onPress={() => void send()}>
        Send again
        <span className="visually-hidden">
          : {subject}, to {to}
        </span>
      </BusyButton>
      {problem && (
        <p role="alert" className="notice bad col-span-full">
          {problem}
        </p>
      )}
    </>
  )
}
