import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { useRequestKey } from '#app/features/kit/forms/use-request-key.ts'
import { usePageUser } from '#app/features/kit/session/use-session.ts'
import { MailStateWord } from '#app/features/platform/mail-words.tsx'
import { api, toastFailure } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { instant } from '#app/lib/format.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { TextAreaField } from '#app/ui/field.tsx'
import type { MessageReply, MessageThread } from '#contract/contact/inbox.ts'
import { mayAct } from '#domain/permissions.ts'

const FAILED = 'The reply could not be sent. Please try again.'

/** Replies to a message, oldest first, with the state of their emails. */
export function Replies({ replies }: { replies: readonly MessageReply[] }) {
  const user = usePageUser()
  if (replies.length === 0) return null
  return (
    <ol aria-label="Replies" className="grid gap-5">
      {replies.map(({ id, text, by, at, email }) => (
        <li key={id} className="frame border-l-[6px] border-l-blue p-5">
          <h2 className="text-xl">Reply from {by ?? 'a former colleague'}</h2>
          <p className="mt-1 flex flex-wrap items-baseline gap-x-4 text-sm text-ink-2">
            <time dateTime={at}>{instant(at)}</time>
            {email && (
              <>
                <MailStateWord state={email.state} />
                {user && mayAct(user, 'system.read') && <Link to={`/admin/mails/${email.id}`}>Email</Link>}
              </>
            )}
          </p>
          <p dir="auto" className="mt-3 max-w-text wrap-anywhere whitespace-pre-line">
            {text}
          </p>
        </li>
      ))}
    </ol>
  )
}

/** Sends a reply: it's emailed to the sender and stored with the message. */
export function ReplyForm({ message: { id, email } }: { message: MessageThread }) {
  const client = useQueryClient()
  const token = useToken((state) => state.token)
  const keyOf = useRequestKey()
  const [text, setText] = useState('')
  const form = useForm({
    failed: FAILED,
    send: async (fields) => {
      const body = { text: textOf(fields, 'text') }
      try {
        await api.inbox.reply({ params: { id }, body, idempotencyKey: keyOf({ id, ...body }) })
      } catch (failure) {
        toastFailure(failure, FAILED)
        throw failure
      }
      setText('')
      toast.success(`Your reply is on its way to ${email}`)
      await client.invalidateQueries({ queryKey: officeKey(token) })
    },
  })
  return (
    <RecordForm
      form={{ ...form, isDirty: text.trim() !== '' }}
      draft={{ kind: 'reply', id }}
      aria-label="Reply"
      className="panel grid gap-4 p-5"
    >
      <TextAreaField
        label="Your reply"
        name="text"
        rows={7}
        maxLength={5000}
        value={text}
        onChange={(event) => setText(event.target.value)}
        hint={`Emailed to ${email} with a greeting, your name and a quote of the original message.`}
        error={form.errors.text}
      />
      <p className="text-right">
        <SubmitButton isBusy={form.isBusy} busy="Sending…">
          Send reply
        </SubmitButton>
      </p>
    </RecordForm>
  )
}
