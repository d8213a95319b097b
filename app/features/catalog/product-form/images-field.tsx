import { type ChangeEvent, type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { Picture } from '#app/ui/picture.tsx'
import { MAX_IMAGES } from '#domain/product.ts'
import { pluralize } from '#domain/text.ts'
import { RowError } from './features-field.tsx'
import { type PictureRow, pictureRow } from './form-values.ts'
import { RowList } from './row-list.tsx'
import type { FormSectionProps } from './section-props.ts'
import { useUploads } from './use-uploads.ts'

const ACCEPTED = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

/** The pictures of a product: uploaded or by address, in order, each with its alt text (B142, B335). */
export function ImagesField({ values, errors, change }: FormSectionProps) {
  const rows = useRef(values.images)
  useEffect(() => {
    rows.current = values.images
  }, [values.images])
  const { upload, forget, uploading, alert } = useUploads(
    () => rows.current,
    (images) => change({ images }),
  )
  return (
    <>
      <RowList
        noun="image"
        rows={values.images}
        blank={pictureRow}
        max={MAX_IMAGES}
        add="Add Image"
        onChange={(images) => change({ images })}
        onRemove={forget}
      >
        {(row, at, set) => <PictureFields row={row} at={at} set={set} error={errors[`images.${at}`]} />}
      </RowList>
      <DropZone uploading={uploading} onFiles={(files) => void upload(files)} />
      {alert && (
        <div role="alert" className="notice bad mt-3">
          <p>{alert.text}</p>
          {alert.more && <p className="text-sm">{alert.more}</p>}
        </div>
      )}
      <RowError text={errors.images} />
    </>
  )
}

interface PictureProps {
  row: PictureRow
  at: number
  set: (values: Partial<PictureRow>) => void
  error: string | undefined
}

function PictureFields({ row, at, set, error }: PictureProps) {
  return (
    <div className="picture-row grid grid-cols-[112px_minmax(0,1fr)] gap-3.5 max-[40rem]:grid-cols-[80px_minmax(0,1fr)]">
      <Preview key={row.url} url={row.url.trim()} />
      <div className="grid gap-2">
        <input
          name={`images.${at}`}
          className="input"
          inputMode="url"
          aria-label={`Image ${at + 1}, address`}
          aria-invalid={error ? true : undefined}
          placeholder="https://…"
          maxLength={2000}
          readOnly={row.uploadId !== undefined}
          value={row.url}
          onChange={(event) => set({ url: event.target.value })}
        />
        <RowError text={error} />
        <input
          name={`images.${at}.alt`}
          className="input"
          aria-label={`Image ${at + 1}, alternative text`}
          placeholder="Describe the image for people who can't see it"
          maxLength={300}
          value={row.alt}
          onChange={(event) => set({ alt: event.target.value })}
        />
      </div>
    </div>
  )
}

/** The picture at this address; a drawing and a word where it cannot be loaded. */
function Preview({ url }: { url: string }) {
  const [lost, setLost] = useState<string | null>(null)
  const frame = 'w-28 h-21 border-[1.5px] border-line bg-paper max-[40rem]:w-20 max-[40rem]:h-15'
  if (!/^(?:https:\/\/|\/media\/|\/drawings\/)./.test(url))
    return <span className={`${frame} grid place-items-center text-sm text-ink-2`}>No image</span>
  return (
    <span className="grid gap-1 text-sm text-ink-2">
      <Picture
        src={url}
        alt=""
        sizes="112px"
        width={96}
        height={72}
        className={`${frame} object-cover`}
        draggable={false}
        onLost={() => setLost(url)}
      />
      {lost === url && 'Not found'}
    </span>
  )
}

/** Drop zone and file picker for pictures. */
function DropZone({ uploading, onFiles }: { uploading: number; onFiles: (files: File[]) => void }) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(event.target.files ?? [])])
    event.target.value = ''
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  return (
    <div className={`drop-zone ${isOver ? 'is-over' : ''}`} onDragOver={over} onDragLeave={() => setOver(false)} onDrop={drop}>
      <label htmlFor={id} className="button hollow small">
        Upload images
      </label>
      <input
        id={id}
        type="file"
        className="visually-hidden"
        multiple
        accept={ACCEPTED}
        aria-describedby={`${id}-hint`}
        disabled={uploading > 0}
        onChange={choose}
      />
      <p id={`${id}-hint`} className="text-sm text-ink-2">
        or drop them here. Up to {MAX_IMAGES} images, JPEG, PNG, WebP, AVIF or GIF, 10 MB each
      </p>
      <p role="status">{uploading > 0 && `Uploading ${pluralize(uploading, 'image')}…`}</p>
    </div>
  )
}
