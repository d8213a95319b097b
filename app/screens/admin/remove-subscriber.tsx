import { useQueryClient } from '@tanstack/react-query'
import { ActDialog } from '#app/features/kit/forms/delete-dialog.tsx'
import { api, messageOf } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import type { Subscriber } from '#contract/contact/subscribers.ts'

/** Confirms and carries out a subscriber's request. */
export interface Removal {
  reader: Subscriber
  kind: 'unsubscribe' | 'erase'
}

const WORDS = {
  unsubscribe: {
    title: 'End this subscription?',
    confirm: 'Unsubscribe',
    busy: 'Unsubscribing…',
    text: 'This address no longer gets the newsletter. The address and its consent stay on the list as proof that it was requested.',
    done: 'Subscription ended',
    failed: 'Failed to end the subscription',
  },
  erase: {
    title: 'Erase this subscriber?',
    confirm: 'Erase',
    busy: 'Erasing…',
    text: "The address, its consent and its dates are permanently deleted, and so are newsletter emails that haven't been sent to it yet.",
    done: 'Subscriber erased',
    failed: 'Failed to erase the subscriber',
  },
} as const

/** Asks before a subscription ends or is forgotten, because its reader asked for it. */
export function RemoveDialog({ removal: { reader, kind }, onClose }: { removal: Removal; onClose: () => void }) {
  const client = useQueryClient()
  const token = useToken((state) => state.token)
  const words = WORDS[kind]
  const remove = async () => {
    try {
      const params = { id: reader.id }
      await (kind === 'erase' ? api.subscribers.erase({ params }) : api.subscribers.unsubscribe({ params }))
      toast.success(words.done)
      onClose()
    } finally {
      void client.invalidateQueries({ queryKey: officeKey(token) })
    }
  }
  return (
    <ActDialog
      title={words.title}
      confirm={words.confirm}
      busy={words.busy}
      isDanger
      act={remove}
      failed={words.failed}
      onFailed={(failure) => toast.error(messageOf(failure, words.failed))}
      onClose={onClose}
    >
      <p className="font-medium break-all">{reader.email}</p>
      <p>{words.text}</p>
    </ActDialog>
  )
}
