import { useId, useState } from 'react'
import { api, messageOf } from '#app/lib/api.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { MAX_RETURN_PHOTOS } from '#domain/return-request.ts'
import { ReturnPhoto } from './return-photo.tsx'

const FAILED = 'The pictures could not be uploaded. Please try again.'
const ACCEPTED = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

interface PhotosFieldProps {
  photos: readonly string[]
  onChange: (photos: string[]) => void
  error: string | undefined
}

/** Pictures for a return, uploaded as they are chosen. */
export function PhotosField({ photos, onChange, error }: PhotosFieldProps) {
  const id = useId()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const room = MAX_RETURN_PHOTOS - photos.length
  const upload = async (files: readonly File[]) => {
    setProblem('')
    if (files.length > room) {
      setProblem(`You can add up to ${MAX_RETURN_PHOTOS} pictures`)
      return
    }
    const form = new FormData()
    for (const file of files) form.append('images', file, file.name)
    setBusy(true)
    try {
      const kept = await api.returns.photos({ form, body: {} })
      onChange([...photos, ...kept.map(({ url }) => url)])
    } catch (failure) {
      setProblem(messageOf(failure, FAILED))
    }
    setBusy(false)
  }
  const wrong = problem || error
  return (
    <div className="field">
      <label htmlFor={id}>
        Pictures <span className="hint font-normal">(optional)</span>
      </label>
      <p id={`${id}-hint`} className="hint">
        Up to {MAX_RETURN_PHOTOS}, 10 MB each. They help the seller when something is faulty or damaged.
      </p>
      {photos.length > 0 && (
        <ul className="flex flex-wrap gap-2.5">
          {photos.map((url, index) => (
            <li key={url} className="grid gap-1">
              <ReturnPhoto url={url} alt={`Your returned item, ${index + 1}`} />
              <BusyButton
                className="button hollow small"
                isBusy={false}
                onPress={() => onChange(photos.filter((one) => one !== url))}
                aria-label={`Remove picture ${index + 1}`}
              >
                Remove
              </BusyButton>
            </li>
          ))}
        </ul>
      )}
      {room > 0 && (
        <input
          id={id}
          type="file"
          className="input"
          accept={ACCEPTED}
          multiple
          disabled={isBusy}
          aria-describedby={`${id}-hint`}
          onChange={(event) => {
            const files = [...(event.target.files ?? [])]
            event.target.value = ''
            if (files.length > 0) void upload(files)
          }}
        />
      )}
      <p role="status" className="hint">
        {isBusy && 'Uploading...'}
      </p>
      {wrong && (
        <p role="alert" className="error">
          {wrong}
        </p>
      )}
    </div>
  )
}
