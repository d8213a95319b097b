import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActDialog } from '#app/features/kit/forms/delete-dialog.tsx'
import { usePageUser } from '#app/features/kit/session/use-session.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import type { MailEntry } from '#contract/platform/mails.ts'
import { mayAct } from '#domain/permissions.ts'

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
  const user = usePageUser()
  const [isAsking, setAsking] = useState(false)
  if (!user || !mayAct(user, 'system.write')) return null
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
  const send = async () => {
    try {
      await api.mails.resend({ params: { id: String(id) } })
      toast.success(`The email to ${to} is on its way again`)
      onClose()
    } finally {
      void client.invalidateQueries({ queryKey: officeKey(token) })
      onSent?.()
    }
  }
  return (
    <ActDialog
      title="Send this email again?"
      confirm="Send again"
      busy="Sending..."
      act={send}
      failed={FAILED}
      onFailed={(failure) => toast.error(messageOf(failure, FAILED))}
      onClose={onClose}
    >
      <p className="font-medium wrap-anywhere">
        <bdi>{subject}</bdi>
      </p>
      <p className="wrap-anywhere">{to} gets the same email again.</p>
    </ActDialog>
  )
}
