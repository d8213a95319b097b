import { useState } from 'react'
import { toastFailure } from '#app/lib/api.ts'
import { download } from '#app/lib/download.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import type { Document } from '#contract/payments/documents.ts'

/** A button that downloads a document. */
export function DocumentFile({ document: { id, number } }: { document: Pick<Document, 'id' | 'number'> }) {
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    await download(`/api/documents/${id}.pdf`, `${number}.pdf`).catch((error: unknown) =>
      toastFailure(error, 'The document could not be loaded. Please try again.'),
    )
    setBusy(false)
  }
  return (
    <BusyButton className="link-button" isBusy={isBusy} busy="Loading..." onPress={() => void save()}>
      PDF<span className="visually-hidden"> of {number}</span>
    </BusyButton>
  )
}
