import { useState } from 'react'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { toast } from '#app/lib/toast.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import type { StaffSynonym } from '#contract/content/synonyms.ts'

/** Confirmation before a synonym is deleted. */
export function DeleteSynonym({ synonym: { id, terms }, onClose }: { synonym: StaffSynonym; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const remove = async () => {
    setBusy(true)
    try {
      await api.synonyms.remove({ params: { id } })
      toast.success('Synonym deleted.')
      await refreshTabs(queryClient)
      onClose()
    } catch (failure) {
      setError(messageOf(failure, 'The synonym could not be deleted.'))
      setBusy(false)
    }
  }
  return (
    <AskDialog
      title="Delete synonym?"
      confirm="Delete"
      busy="Deleting..."
      isBusy={isBusy}
      isDanger
      error={error}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>Searches for {terms.map((term) => `“${term}”`).join(', ')} will only find results that contain these words.</p>
    </AskDialog>
  )
}
