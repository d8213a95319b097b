import { useState } from 'react'
import { api, messageOf } from '#app/lib/api.ts'
import { fieldErrorsOf } from '#app/lib/field-errors.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { QuoteFile } from '#contract/quotes/quotes.ts'
import { MAX_QUOTE_FILES } from '#domain/quote.ts'
import { FILE_TYPES, FILES_HINT } from '../files-field.tsx'

interface OfferFilesProps {
  files: readonly QuoteFile[]
  change: (files: QuoteFile[]) => void
  isBusy: boolean
  setBusy: (isBusy: boolean) => void
  error: string | undefined
}

/** Files of an offer, stored as they are chosen; the buyer sees them once the offer is sent. */
export function OfferFiles({ files, change, isBusy, setBusy, error }: OfferFilesProps) {
  const [problem, setProblem] = useState('')
  const isFull = files.length >= MAX_QUOTE_FILES
  const upload = async (chosen: readonly File[]) => {
    setProblem('')
    if (files.length + chosen.length > MAX_QUOTE_FILES) return setProblem(`You can add up to ${MAX_QUOTE_FILES} files`)
    setBusy(true)
    const stored: QuoteFile[] = []
    try {
      for (const file of chosen) {
        const form = new FormData()
        form.set('file', file)
        stored.push(await api.quotes.addFile({ form, body: {} }))
      }
    } catch (failure) {
      setProblem(fieldErrorsOf(failure).file ?? messageOf(failure, 'The file could not be uploaded. Please try again.'))
    }
    change([...files, ...stored])
    setBusy(false)
  }
  return (
    <div className="grid gap-2">
      <TextField
        label="Files"
        name="fileIds"
        type="file"
        multiple
        isOptional
        accept={FILE_TYPES}
        disabled={isBusy || isFull}
        hint={isFull ? `These are ${MAX_QUOTE_FILES}. Remove one to add another.` : `${FILES_HINT} The buyer sees them with the offer.`}
        error={problem || error}
        onChange={({ target }) => {
          const chosen = [...(target.files ?? [])]
          target.value = ''
          if (chosen.length > 0) void upload(chosen)
        }}
      />
      <p role="status" className="text-sm text-ink-2 empty:hidden">
        {isBusy && 'Uploading…'}
      </p>
      {files.length > 0 && (
        <ul aria-label="Files of the offer">
          {files.map((file) => (
            <li key={file.id} className="flex items-center justify-between gap-3 border-b-[1.5px] border-line">
              <bdi className="min-w-0 wrap-anywhere">{file.name}</bdi>
              <BusyButton
                className="link-button"
                isBusy={isBusy}
                onPress={() => change(files.filter(({ id }) => id !== file.id))}
                aria-label={`Remove ${file.name}`}
              >
                Remove
              </BusyButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
