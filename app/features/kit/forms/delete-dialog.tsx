import { type ComponentProps, useState } from 'react'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { messageOf } from '#app/lib/api.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { toast } from '#app/lib/toast.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'

interface ActDialogProps extends Omit<ComponentProps<typeof AskDialog>, 'isBusy' | 'error' | 'onConfirm'> {
  /** Does it, says so and closes the dialog; `fields` are those of the dialog. */
  act: (fields: FormData) => Promise<unknown>
  /** The sentence when the call never arrived. */
  failed: string
  /** Says elsewhere, too, that it failed. */
  onFailed?: (failure: unknown) => void
}

/** Asks before something is done, does it, and says in the dialog why it failed. */
export function ActDialog({ act, failed, onFailed, ...question }: ActDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const confirm = async (fields: FormData) => {
    setBusy(true)
    setError(undefined)
    try {
      await act(fields)
    } catch (failure) {
      setError(messageOf(failure, failed))
      onFailed?.(failure)
    }
    setBusy(false)
  }
  return <AskDialog {...question} isBusy={isBusy} error={error} onConfirm={(fields) => void confirm(fields)} />
}

interface DeleteDialogProps extends Omit<ActDialogProps, 'act' | 'confirm' | 'busy' | 'isDanger' | 'failed'> {
  remove: () => Promise<unknown>
  /** Sentence once it is deleted. */
  done: string
  failed?: string
}

/** Asks before something is deleted, and deletes it. */
export function DeleteDialog({
  remove,
  done,
  failed = 'It could not be deleted. Please try again.',
  onClose,
  ...question
}: DeleteDialogProps) {
  const act = async () => {
    await remove()
    toast.success(done)
    await refreshTabs(queryClient)
    onClose()
  }
  return <ActDialog {...question} confirm="Delete" busy="Deleting..." isDanger act={act} failed={failed} onClose={onClose} />
}
