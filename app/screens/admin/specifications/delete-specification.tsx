import { useState } from 'react'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { toast } from '#app/lib/toast.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import type { StaffAttribute } from '#contract/catalog/attributes.ts'

/** Confirmation before a specification is deleted. */
export function DeleteSpecification({ attribute: { id, label, uses }, onClose }: { attribute: StaffAttribute; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const remove = async () => {
    setBusy(true)
    try {
      await api.attributes.remove({ params: { id } })
      toast.success('Specification deleted.')
      await refreshTabs(queryClient)
      onClose()
    } catch (failure) {
      setError(messageOf(failure, 'The specification could not be deleted.'))
      setBusy(false)
    }
  }
  return (
    <AskDialog
      title={`Delete ${label}?`}
      confirm="Delete"
      busy="Deleting..."
      isBusy={isBusy}
      isDanger
      error={error}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>
        {uses.length === 0
          ? 'No category uses it.'
          : `It also goes from the filters and comparisons of ${uses.map(({ categoryLabel }) => categoryLabel).join(', ')}.`}
      </p>
    </AskDialog>
  )
}
