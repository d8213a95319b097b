import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { MailStateWord } from '#app/features/platform/mail-words.tsx'
import { mailQuery } from '#app/features/platform/queries.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { figure, instant } from '#app/lib/format.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { getShop } from '#app/lib/shop.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { Load } from '#app/ui/load.tsx'
import type { MailDetail } from '#contract/platform/mails.ts'

export const meta = () => [{ title: `Mail | ${getShop().name}` }, { name: 'robots', content: 'noindex' }]

const FAILED = 'The mail could not be sent again.'

export default function MailScreen() {
  const token = useToken((state) => state.token)
  const { id = '' } = useParams()
  return (
    <>
      <p>
        <Link to="/admin/mails" className="inline-flex min-h-11 items-center">
          Back to the mail log
        </Link>
      </p>
      <h1>Mail</h1>
      <Load read={mailQuery(token, id)} failure="The mail could not be loaded.">
        {(mail) => <Mail mail={mail} />}
      </Load>
    </>
  )
}

function Mail({ mail }: { mail: MailDetail }) {
  const { attempts, createdAt, dueAt, lastError, notAgain, sentAt, state, subject, template, text, to } = mail
  return (
    <div className="frame mt-4">
      <div className="settings-head">
        <h2 className="break-words text-xl">{subject}</h2>
      </div>
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
        <dt>Written</dt>
        <dd className="wrap-anywhere">{instant(createdAt)}</dd>
        {sentAt && (
          <>
            <dt>Sent</dt>
            <dd className="wrap-anywhere">{instant(sentAt)}</dd>
          </>
        )}
        {dueAt && (
          <>
            <dt>Next try</dt>
            <dd className="wrap-anywhere">{instant(dueAt)}</dd>
          </>
        )}
        <dt>Tries</dt>
        <dd className="wrap-anywhere">{figure(attempts)}</dd>
        {lastError && (
          <>
            <dt>Last error</dt>
            <dd className="break-words">{lastError}</dd>
          </>
        )}
      </dl>
      <pre className="mail-text">{text}</pre>
      <div className="settings-save">
        {notAgain ? <p className="text-ink-2">Not to be sent again: {notAgain}</p> : <SendAgain mail={mail} />}
      </div>
    </div>
  )
}

function SendAgain({ mail: { id, to } }: { mail: MailDetail }) {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  async function send() {
    setBusy(true)
    setProblem(undefined)
    try {
      await api.mails.resend({ params: { id: String(id) } })
      toast.success(`The mail to ${to} is on its way again`)
      await client.invalidateQueries({ queryKey: officeKey(token) })
    } catch (failure) {
      setProblem(messageOf(failure, FAILED))
      toast.error(messageOf(failure, FAILED))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {problem && (
        <p role="alert" className="notice bad">
          {problem}
        </p>
      )}
      <BusyButton className="button" isBusy={isBusy} busy="Sending..." onPress={() => void send()}>
        Send again
      </BusyButton>
    </>
  )
}
