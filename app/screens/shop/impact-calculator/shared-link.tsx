import { useId } from 'react'
import { copyLink } from '#app/features/impact/share-link.ts'

/** The link to a result, to select and copy. */
export function SharedLink({ url }: { url: string }) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>Link to this result</label>
      <div className="flex flex-wrap gap-2">
        <input id={id} className="input min-w-0 flex-1 basis-64" readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
        <button type="button" className="button hollow" onClick={() => void copyLink(url)}>
          Copy
        </button>
      </div>
      <p className="hint">Anyone with the link can see this result. It contains no names and never changes.</p>
    </div>
  )
}
