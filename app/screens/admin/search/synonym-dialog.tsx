import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import type { StaffSynonym } from '#contract/content/synonyms.ts'
import type { SearchLanguage } from '#domain/search/search-language.ts'
import { SynonymForm } from './synonym-form.tsx'

interface SynonymDialogProps {
  /** Null: a new synonym. */
  synonym: StaffSynonym | null
  start?: { language: SearchLanguage; term: string } | undefined
  onClose: () => void
}

/** A new or existing synonym in a dialog. */
export function SynonymDialog({ synonym, start, onClose }: SynonymDialogProps) {
  return (
    <FormDialog title={synonym ? 'Edit synonym' : 'Add synonym'} onClose={onClose}>
      <SynonymForm synonym={synonym} start={start} onSaved={onClose} />
    </FormDialog>
  )
}
