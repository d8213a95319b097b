import { type ReactNode, useState } from 'react'
import { toastFailure } from '#app/lib/api.ts'
import { download } from '#app/lib/download.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import type { Document } from '#contract/payments/documents.ts'

/** Buttons that download a document and, where it is made, its e-invoice. */
export function DocumentFiles({ document: { id, number, eInvoice } }: { document: Pick<Document, 'id' | 'number' | 'eInvoice'> }) {
  return (
    <span className="inline-flex gap-x-2 whitespace-nowrap">
      <DocumentFile id={id} number={number} kind="pdf" />
      {eInvoice?.isMade && <DocumentFile id={id} number={number} kind="xml" />}
    </span>
  )
}

/** A button that downloads one file of a document. */
export function DocumentFile({ id, number, kind, label }: { id: string; number: string; kind: 'pdf' | 'xml'; label?: ReactNode }) {
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    await download(`/api/documents/${id}.${kind}`, `${number}.${kind}`).catch((error: unknown) =>
      toastFailure(error, 'The document could not be loaded. Please try again.'),
    )
    setBusy(false)
  }
  return (
    <BusyButton className="link-button" isBusy={isBusy} busy="Loading..." onPress={() => void save()}>
      {label ?? (
        <>
          {kind.toUpperCase()}
          <span className="visually-hidden"> of {number}</span>
        </>
      )}
    </BusyButton>
  )
}
