import { DeleteDialog } from '#app/features/kit/forms/delete-dialog.tsx'
import { api } from '#app/lib/api.ts'
import type { StaffSynonym } from '#contract/content/synonyms.ts'

/** Confirmation before a synonym is deleted. */
export function DeleteSynonym({ synonym: { id, terms }, onClose }: { synonym: StaffSynonym; onClose: () => void }) {
  return (
    <DeleteDialog
      title="Delete synonym?"
      remove={() => api.synonyms.remove({ params: { id } })}
      done="Synonym deleted."
      failed="The synonym could not be deleted."
      onClose={onClose}
    >
      <p>Searches for {terms.map((term) => `“${term}”`).join(', ')} will only find results that contain these words.</p>
    </DeleteDialog>
  )
}
