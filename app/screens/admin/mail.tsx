import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { BackLink } from '#app/features/kit/frame/back-link.tsx'
import { usePageTitle } from '#app/features/kit/frame/use-page-title.ts'
import { MailStateWord } from '#app/features/platform/mail-words.tsx'
import { mailQuery } from '#app/features/platform/queries.ts'
import { ResendMail } from '#app/features/platform/resend-mail.tsx'
import { queryOf } from '#app/lib/api.ts'
import { figure, instant } from '#app/lib/format.ts'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import type { MailDetail } from '#contract/platform/mails.ts'

export const meta = () => [{ title: `Email | ${getShop().name}` }, { name: 'robots', content: 'noindex' }]

export default function MailScreen() {
  const token = useToken((state) => state.token)
  const { id = '' } = useParams()
  const { data } = useQuery(queryOf(mailQuery(token, id)))
  usePageTitle(data ? `${data.subject} | Emails` : null)
  return (
    <>
      <BackLink records="emails" usual="/admin/mails">
        Emails
      </BackLink>
      <h1 className="wrap-anywhere">
        <bdi>{data?.subject ?? 'Email'}</bdi>
      </h1>
      <Load read={mailQuery(token, id)} failure="The email could not be loaded.">
        {(mail) => <Mail mail={mail} />}
      </Load>
    </>
  )
}

function Mail({ mail }: { mail: MailDetail }) {
  const { attempts, createdAt, dueAt, lastError, notAgain, sentAt, state, template, text, to } = mail
  return (
    <div className="frame mt-4">
      <dl className="pairs settings-body">
        <dt>To</dt>
        <dd className="break-all wrap-anywhere">{to}</dd>
        <dt>State</dt>
        <dd className="wrap-anywhere">
          <MailStateWord state={state} />
        </dd>
        <dt>Text</dt>
        <dd className="wrap-anywhere">
          <code>{template}</code>
        </dd>
        <dt>Created</dt>
        <dd className="wrap-anywhere">{instant(createdAt)}</dd>
        {sentAt && (
          <>
            <dt>Sent</dt>
            <dd className="wrap-anywhere">{instant(sentAt)}</dd>
          </>
        )}
        {dueAt && (
          <>
            <dt>Next attempt</dt>
            <dd className="wrap-anywhere">{instant(dueAt)}</dd>
          </>
        )}
        <dt>Attempts</dt>
        <dd className="wrap-anywhere">{figure(attempts)}</dd>
        {lastError && (
          <>
            <dt>Last error</dt>
            <dd className="break-words">{lastError}</dd>
          </>
        )}
      </dl>
      <pre className="px-5.5 py-4.5 border-t-2 border-dashed border-line-strong bg-sunken font-mono text-sm whitespace-pre-wrap wrap-anywhere">
        {text}
      </pre>
      <div className="settings-save">
        {notAgain ? <p className="text-ink-2">Can't be sent again: {notAgain}</p> : <ResendMail mail={mail} className="button" />}
      </div>
    </div>
  )
}
