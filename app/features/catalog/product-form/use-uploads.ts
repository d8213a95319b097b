import { useRef, useState } from 'react'
import { api, isApiError } from '#app/lib/api.ts'
import { MAX_IMAGES } from '#domain/product.ts'
import { type PictureRow, pictureRow } from './form-values.ts'

const TOO_MANY = `You can only upload up to ${MAX_IMAGES} images`
const FAILED = 'Failed to upload images. Please try again.'
const MAX_BYTES = 10 * 1024 * 1024

const isFilled = ({ url }: PictureRow) => url.trim() !== ''

/** Puts new pictures where a row is still empty, then behind the others. */
function placed(rows: readonly PictureRow[], pictures: readonly PictureRow[]): PictureRow[] {
  const waiting = [...pictures]
  const filled = rows.map((row) => (isFilled(row) ? row : (waiting.shift() ?? row)))
  return [...filled, ...waiting]
}

/**
 * Sends pictures to the shop and puts them into the rows of the form. `alert`: why that did not work, and what the shop said.
 * @param latest the rows as they stand when an upload has arrived: meanwhile somebody may have typed
 */
export function useUploads(latest: () => readonly PictureRow[], onChange: (rows: PictureRow[]) => void) {
  const [count, setCount] = useState(0)
  const [alert, setAlert] = useState<{ text: string; more?: string }>()
  const isSending = useRef(false)

  async function upload(files: readonly File[]): Promise<void> {
    if (files.length === 0 || isSending.current) return
    setAlert(undefined)
    const large = files.find(({ size }) => size > MAX_BYTES)
    if (latest().filter(isFilled).length + files.length > MAX_IMAGES) setAlert({ text: TOO_MANY })
    else if (large) setAlert({ text: FAILED, more: `${large.name} has more than 10 MB.` })
    else await send(files)
  }

  async function send(files: readonly File[]): Promise<void> {
    const form = new FormData()
    for (const file of files) form.append('images', file, file.name)
    isSending.current = true
    setCount(files.length)
    try {
      const kept = await api.uploads.images({ form, body: {} })
      onChange(
        placed(
          latest(),
          kept.map(({ url, id }) => pictureRow(url, '', id)),
        ),
      )
    } catch (failure) {
      setAlert({ text: FAILED, ...(isApiError(failure) && { more: failureOf(failure.errors[0]?.field, failure.detail, files) }) })
    } finally {
      isSending.current = false
      setCount(0)
    }
  }

  /** A picture that only this form knew is forgotten by the shop, too. */
  function forget({ uploadId }: PictureRow): void {
    if (uploadId) void api.uploads.remove({ params: { id: uploadId } }).catch(() => undefined) // it stays until somebody tidies up
  }
  return { upload, forget, uploading: count, alert }
}

/** The shop's sentence, with the name of the file that it is about. */
function failureOf(field: string | undefined, detail: string, files: readonly File[]): string {
  const at = /^images\.(\d+)$/.exec(field ?? '')?.[1]
  const file = at === undefined ? undefined : files[Number(at)]
  return file && files.length > 1 ? `${file.name}: ${detail}` : detail
}
