import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useId, useRef, useState } from 'react'
import { Prose } from '#app/features/content/blog/prose.tsx'
import { messageOf, queryOf } from '#app/lib/api.ts'
import { count } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { useDebouncedValue } from '#app/lib/use-debounced-value.ts'
import { describedBy } from '#app/ui/field.tsx'
import { countWords, readingMinutes } from '#domain/blog-post.ts'
import { editOf, MARKS, type Mark } from './markdown-marks.ts'
import { PictureButton } from './picture-button.tsx'
import { previewQuery } from './queries.ts'

const PAUSE_MS = 350
const KEYS: Record<string, Mark | undefined> = { b: 'bold', i: 'italic', k: 'link' }

interface ContentFieldProps {
  defaultValue: string
  /** Current value. */
  value: string
  error: string | undefined
}

/** Inserts text as typing does, so that undo works. */
function write(area: HTMLTextAreaElement, mark: Mark, address?: string): void {
  const { value: text, selectionStart: start, selectionEnd: end } = area
  const edit = editOf(mark, { text, start, end }, address)
  area.focus()
  area.setSelectionRange(edit.from, edit.to)
  // the only way to insert text that undo knows about
  if (!document.execCommand('insertText', false, edit.insert)) {
    area.setRangeText(edit.insert)
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
  area.setSelectionRange(edit.start, edit.end)
}

/** The Markdown editor of a post, with a toolbar and a preview. */
export function ContentField({ defaultValue, value, error }: ContentFieldProps) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [isPreviewed, setPreviewed] = useState(false)
  const mark = (name: Mark, address?: string) => area.current && write(area.current, name, address)
  const onKeyDown = (event: KeyboardEvent) => {
    const name = (event.ctrlKey || event.metaKey) && !event.altKey ? KEYS[event.key.toLowerCase()] : undefined
    if (!name) return
    event.preventDefault()
    mark(name)
  }
  return (
    <div className="field">
      <label htmlFor={id}>Content</label>
      <div className="min-w-0">
        <div role="toolbar" aria-label="Marks" className="writer-tools">
          {MARKS.map(({ mark: name, label, sign }) => (
            <button key={name} type="button" title={label} aria-label={label} data-mark={name} onClick={() => mark(name)}>
              {sign}
            </button>
          ))}
          <PictureButton label="Picture" className="" onUploaded={(address) => mark('picture', address)} />
          <button type="button" className="ml-auto" aria-pressed={isPreviewed} onClick={() => setPreviewed(!isPreviewed)}>
            Preview
          </button>
        </div>
        <div className={isPreviewed ? 'writer-sides' : undefined}>
          <textarea
            ref={area}
            id={id}
            name="content"
            dir="auto"
            className="input writer-text"
            required
            rows={20}
            defaultValue={defaultValue}
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy(id, true, error)}
            onKeyDown={onKeyDown}
          />
          {isPreviewed && <Preview content={value} />}
        </div>
      </div>
      <p id={`${id}-hint`} className="hint flex flex-wrap justify-between gap-x-6">
        <span>Markdown: **bold**, *italic*, ## heading, - list, [link](https://…). HTML is not supported.</span>
        <span>
          {count(countWords(value), 'word')}, {readingMinutes(value)} min read
        </span>
      </p>
      {error && (
        <p id={`${id}-error`} className="error">
          {error}
        </p>
      )}
    </div>
  )
}

/** The text as readers see it: parsed by the server, rendered as an article. */
function Preview({ content }: { content: string }) {
  const token = useToken((state) => state.token)
  const settled = useDebouncedValue(content, PAUSE_MS)
  const preview = useQuery({ ...queryOf(previewQuery(token, settled)), placeholderData: keepPreviousData, gcTime: 60_000 })
  const body = useDeferredValue(preview.data?.body)
  return (
    <section aria-label="Preview" className="writer-preview" aria-busy={preview.isFetching || undefined}>
      {preview.isError && <p role="alert">{messageOf(preview.error, 'The preview could not be loaded.')}</p>}
      {body && body.length === 0 && <p className="text-ink-2">No content yet.</p>}
      {body && <Prose body={body} />}
    </section>
  )
}
