import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, messageOf } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import type { MailEntry } from '#contract/platform/mails.ts'

const FAILED = 'The email could not be sent again.'

interface ResendMailProps {
  mail: Pick<MailEntry, 'id' | 'subject' | 'to'>
  className: string
  /** Called after the attempt, to read again what lists the mail. */
  onSent?: () => void
}

/** Sends an email once more, after a question: the recipient gets it twice. */
export function ResendMail({ mail, className, onSent }: ResendMailProps) {
  const { subject, to } = mail
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <button type="button" className={className} onClick={() => setAsking(true)}>
        Send again
        <span className="visually-hidden">
          : <bdi>{subject}</bdi>, to {to}
        </span>
      </button>
      {isAsking && <ResendDialog mail={mail} onSent={onSent} onClose={() => setAsking(false)} />}
    </>
  )
}

function ResendDialog({
  mail: { id, subject, to },
  onSent,
  onClose,
}: Pick<ResendMailProps, 'mail'> & { onSent: (() => void) | undefined; onClose: () => void }) {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const send = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await api.mails.resend({ params: { id: String(id) } })
      toast.success(`The email to ${to} is on its way again`)
      onClose()
    } catch (failure) {
      setError(messageOf(failure, FAILED))
      toast.error(messageOf(failure, FAILED))
      setBusy(false)
    } finally {
      void client.invalidateQueries({ queryKey: officeKey(token) })
      onSent?.()
    }
  }
  return (
    <AskDialog
      title="Send this email again?"
      confirm="Send again"
      busy="Sending..."
      isBusy={isBusy}
      error={error}
      onConfirm={() => void send()}
      onClose={onClose}
    >
      <p className="font-medium wrap-anywhere">
        <bdi>{subject}</bdi>
      </p>
      <p className="wrap-anywhere">{to} gets the same email again.</p>
    </AskDialog>
  )
}
