import { useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { queryOf } from '#app/lib/api.ts'
import { useToken } from '#app/lib/token.ts'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { BLOG_STATUSES, isCoverAddress } from '#domain/blog-post.ts'
import { slugify } from '#domain/product.ts'
import { PictureButton } from './picture-button.tsx'
import { STATUS_LABELS } from './post-status.tsx'
import type { PostValues } from './post-values.ts'
import { postWordsQuery } from './queries.ts'

interface SideFieldsProps {
  /** Initial and current values of the form. */
  opened: PostValues
  values: PostValues
  errors: Record<string, string | undefined>
}

/** Status and time of publication. */
export function PublishingFields({ opened, errors }: SideFieldsProps) {
  return (
    <fieldset className="grid gap-4 p-5">
      <legend className="form-legend">Publishing</legend>
      <SelectField label="Status" name="status" defaultValue={opened.status} error={errors.status}>
        {BLOG_STATUSES.map((status) => (
          <option key={status} value={status}>
            {STATUS_LABELS[status]}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Publish on"
        name="publishedAt"
        type="datetime-local"
        isOptional
        defaultValue={opened.publishedAt}
        hint="In your time zone. The published post appears at this time, or right away if left empty."
        error={errors.publishedAt}
      />
    </fieldset>
  )
}

/** Category, tags, address and author label. */
export function SortingFields({ opened, values, errors }: SideFieldsProps) {
  const list = useId()
  const token = useToken((state) => state.token)
  const words = useQuery(queryOf(postWordsQuery(token)))
  const slug = values.slug || slugify(values.title) || 'post'
  return (
    <fieldset className="fold-t grid gap-4 p-5">
      <legend className="form-legend">Category and address</legend>
      <TextField
        label="Category"
        name="category"
        list={list}
        required
        maxLength={80}
        autoComplete="off"
        defaultValue={opened.category}
        hint="Choose an existing category or enter a new one"
        error={errors.category}
      />
      <datalist id={list}>
        {words.data?.categories.map(({ value }) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </datalist>
      <TextField
        label="Tags"
        name="tags"
        isOptional
        maxLength={900}
        autoComplete="off"
        defaultValue={opened.tags}
        hint="Separate tags with commas"
        error={errors.tags}
      />
      <TextField
        label="Address"
        name="slug"
        isOptional
        maxLength={80}
        autoComplete="off"
        spellCheck={false}
        defaultValue={opened.slug}
        hint={<span className="wrap-anywhere">/blog/{slug}</span>}
        error={errors.slug}
      />
      <TextField
        label="Author shown"
        name="authorLabel"
        isOptional
        maxLength={80}
        autoComplete="off"
        defaultValue={opened.authorLabel}
        hint="If empty, Reflute Team"
        error={errors.authorLabel}
      />
    </fieldset>
  )
}

/** Cover picture: an address, or an upload. */
export function CoverField({ opened, values, errors, onUploaded }: SideFieldsProps & { onUploaded: () => void }) {
  const frame = useRef<HTMLFieldSetElement>(null)
  const put = (address: string) => {
    const field = frame.current?.querySelector('input[name="coverImage"]')
    if (!(field instanceof HTMLInputElement)) return
    field.value = address
    onUploaded()
  }
  return (
    <fieldset ref={frame} className="fold-t grid gap-4 p-5">
      <legend className="form-legend">Cover</legend>
      {isCoverAddress(values.coverImage) && (
        <Picture
          sizes="320px"
          src={values.coverImage}
          alt="Current cover"
          className="w-full aspect-4/3 border-[1.5px] border-line object-cover"
        />
      )}
      <TextField
        label="Cover image URL"
        name="coverImage"
        isOptional
        maxLength={2000}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        defaultValue={opened.coverImage}
        hint="https://…, or upload a picture"
        error={errors.coverImage}
      />
      <p className="flex flex-wrap gap-3">
        <PictureButton label="Upload cover" className="button hollow small" onUploaded={put} />
        {values.coverImage !== '' && (
          <button type="button" className="link-button" onClick={() => put('')}>
            Remove cover
          </button>
        )}
      </p>
    </fieldset>
  )
}
