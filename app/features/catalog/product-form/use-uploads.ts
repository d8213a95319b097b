import { useRef, useState } from 'react'
import { api } from '#app/lib/api.ts'
import { isApiError } from '#contract/errors.ts'
import { isDrawing } from '#domain/picture.ts'
import { MAX_IMAGES } from '#domain/product.ts'
import { type PictureRow, pictureRow } from './form-values.ts'

const TOO_MANY = `You can only upload up to ${MAX_IMAGES} images`
const FAILED = 'Failed to upload images. Please try again.'
const MAX_BYTES = 10 * 1024 * 1024

const isFilled = ({ url }: PictureRow) => url.trim() !== ''

/** Puts new pictures into empty rows first, then after the others. */
function placed(rows: readonly PictureRow[], pictures: readonly PictureRow[]): PictureRow[] {
  const waiting = [...pictures]
  const filled = rows.map((row) => (isFilled(row) ? row : (waiting.shift() ?? row)))
  return [...filled, ...waiting]
}

/**
 * Uploads pictures and adds them to the rows of the form. `alert`: the message of a failure.
 * @param latest returns the current rows, which may have changed during the upload
 */
export function useUploads(latest: () => readonly PictureRow[], onChange: (rows: PictureRow[]) => void) {
  const [count, setCount] = useState(0)
  const [alert, setAlert] = useState<{ text: string; more?: string }>()
  const isSending = useRef(false)

  async function upload(files: readonly File[]): Promise<void> {
    if (files.length === 0 || isSending.current) return
    setAlert(undefined)
    const large = files.find(({ size }) => size > MAX_BYTES)
    if (latest().filter((row) => isFilled(row) && !isDrawing(row.url)).length + files.length > MAX_IMAGES) setAlert({ text: TOO_MANY })
    else if (large) setAlert({ text: FAILED, more: `${large.name} is larger than 10 MB.` })
    else await send(files)
  }

  async function send(files: readonly File[]): Promise<void> {
    const form = new FormData()
    for (const file of files) form.append('images', file, file.name)
    isSending.current = true
    setCount(files.length)
    try {
      const uploaded = await api.uploads.images({ form, body: {} })
      onChange(
        placed(
          latest(),
          uploaded.map(({ url, id }) => pictureRow(url, '', id)),
        ),
      )
    } catch (failure) {
      setAlert({ text: FAILED, ...(isApiError(failure) && { more: failureOf(failure.errors[0]?.field, failure.detail, files) }) })
    } finally {
      isSending.current = false
      setCount(0)
    }
  }

  /** Deletes an upload that only this form used. */
  function forget({ uploadId }: PictureRow): void {
    if (uploadId) void api.uploads.remove({ params: { id: uploadId } }).catch(() => undefined) // a cleanup job deletes it otherwise
  }
  return { upload, forget, uploading: count, alert }
}

/** Returns the server's sentence, with the name of the file that it is about. */
function failureOf(field: string | undefined, detail: string, files: readonly File[]): string {
  const at = /^images\.(\d+)$/.exec(field ?? '')?.[1]
  const file = at === undefined ? undefined : files[Number(at)]
  return file && files.length > 1 ? `${file.name}: ${detail}` : detail
}
