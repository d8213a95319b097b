import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Writers } from '#app/features/kit/frame/writers.tsx'
import { api, messageOf } from '#app/lib/api.ts'
import { instant } from '#app/lib/format.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import type { InboxMessage } from '#contract/contact/inbox.ts'

/** Marks a message as answered, and shows by whom and since when. */
export function AnswerPart({ message: { id, status, answeredAt, answeredBy } }: { message: InboxMessage }) {
  const client = useQueryClient()
  const token = useToken((state) => state.token)
  const [isBusy, setBusy] = useState(false)
  const next = status === 'open' ? 'answered' : 'open'
  async function move() {
    setBusy(true)
    try {
      await api.inbox.change({ params: { id }, body: { status: next } })
      toast.success(next === 'answered' ? 'Message marked as answered' : 'Message reopened')
    } catch (error) {
      toast.error(messageOf(error, 'Failed to update message'))
    } finally {
      setBusy(false)
      await client.invalidateQueries({ queryKey: officeKey(token) })
    }
  }
  return (
    <section aria-labelledby="answer" className="fold-t p-5">
      <h2 id="answer" className="mb-3 text-xl">
        Answer
      </h2>
      <p className="mb-4 text-ink-2">
        {answeredAt ? `Answered on ${instant(answeredAt)}${answeredBy ? ` by ${answeredBy}` : ''}.` : 'Not answered yet.'}
      </p>
      <Writers>
        <BusyButton className="button hollow w-full" isBusy={isBusy} busy="Saving…" onPress={() => void move()}>
          {next === 'answered' ? 'Mark as answered' : 'Reopen'}
        </BusyButton>
      </Writers>
    </section>
  )
}
