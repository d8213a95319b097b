import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { MessageState, TOPIC_LABELS } from '#app/features/contact/messages/message-state.tsx'
import { inboxMessageQuery } from '#app/features/contact/messages/queries.ts'
import { BackLink } from '#app/features/kit/frame/back-link.tsx'
import { usePageTitle } from '#app/features/kit/frame/use-page-title.ts'
import { Writers } from '#app/features/kit/frame/writers.tsx'
import { queryOf } from '#app/lib/api.ts'
import { instant, telephone } from '#app/lib/format.ts'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import type { InboxMessage, MessageThread } from '#contract/contact/inbox.ts'
import { AnswerPart } from './message-answer.tsx'
import { NoteForm } from './message-note.tsx'
import { Replies, ReplyForm } from './message-thread.tsx'

export const meta = () => [{ title: `Message | ${getShop().name}` }, { name: 'robots', content: 'noindex' }]

export default function MessageScreen() {
  const { id = '' } = useParams()
  const token = useToken((state) => state.token)
  const { data } = useQuery(queryOf(inboxMessageQuery(token, id)))
  const name = data ? `${TOPIC_LABELS[data.topic]} from ${data.name}` : null
  usePageTitle(name && `${name} | Messages`)
  return (
    <>
      <BackLink records="messages" usual="/admin/messages">
        Messages
      </BackLink>
      <h1 className="wrap-anywhere">
        <bdi>{name ?? 'Message'}</bdi>
      </h1>
      <Load read={inboxMessageQuery(token, id)} failure="The message could not be loaded.">
        {(message) => <Shown key={message.id} message={message} />}
      </Load>
    </>
  )
}

function Shown({ message }: { message: MessageThread }) {
  return (
    <>
      <p className="mt-2 flex flex-wrap items-baseline gap-x-5">
        <MessageState status={message.status} />
        <span className="text-ink-2">{message.reference}</span>
        <time dateTime={message.createdAt} className="text-ink-2">
          {instant(message.createdAt)}
        </time>
      </p>
      <div className="editor-columns mt-5 grid gap-4.5 min-[76rem]:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid content-start gap-5">
          <section aria-labelledby="said" className="frame p-5">
            <h2 id="said" className="text-xl">
              Message from <bdi>{message.name}</bdi>
            </h2>
            <p dir="auto" className="mt-3 max-w-text wrap-anywhere whitespace-pre-line">
              {message.message || 'No message, only the details.'}
            </p>
            <Details message={message} />
          </section>
          <Replies replies={message.replies} />
          <Writers>
            <ReplyForm message={message} />
          </Writers>
          <NoteForm message={message} />
        </div>
        <div className="frame editor-side">
          <Writer message={message} />
          <AnswerPart message={message} />
        </div>
      </div>
    </>
  )
}

/** Details of a quote or consultation request, with the attached calculation. */
function Details({ message: { details, calculation } }: { message: InboxMessage }) {
  if (details.length === 0 && calculation === null) return null
  return (
    <div className="mt-5 border-t-[1.5px] border-line pt-4">
      <h3 className="mb-3">Details</h3>
      <dl className="pairs">
        {details.map(({ label, value }) => (
          <div key={label} className="contents">
            <dt>{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
        {calculation && (
          <>
            <dt>Calculation</dt>
            <dd>
              <Link to={`/impact-calculator/r/${calculation}`} target="_blank" rel="noopener">
                View calculation (new tab)
              </Link>
            </dd>
          </>
        )}
      </dl>
    </div>
  )
}

/** Sender of the message with contact data. */
function Writer({ message }: { message: InboxMessage }) {
  const { name, email, phone, company, userId } = message
  return (
    <section aria-labelledby="writer" className="p-5">
      <h2 id="writer" className="mb-3 text-xl">
        From
      </h2>
      <p className="font-medium">
        <bdi>{name}</bdi>
      </p>
      {company && (
        <p>
          <bdi>{company}</bdi>
        </p>
      )}
      <p>
        <a href={`mailto:${email}`} className="inline-flex min-h-11 items-center break-all">
          {email}
        </a>
      </p>
      {phone && (
        <p>
          <a href={telephone(phone)} className="inline-flex min-h-11 items-center">
            {phone}
          </a>
        </p>
      )}
      <p className="text-ink-2">{userId ? 'Sent while signed in' : 'Sent without signing in'}</p>
    </section>
  )
}
