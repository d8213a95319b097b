import { type KeyboardEvent, useState } from 'react'
import { DraftNotice } from '#app/features/kit/forms/draft-notice.tsx'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { usePageSession } from '#app/features/kit/session/use-session.ts'
import { BusyButton, SubmitButton } from '#app/ui/busy-button.tsx'
import { TextAreaField, TextField } from '#app/ui/field.tsx'
import type { OwnPost } from '#contract/content/blog-posts.ts'
import { ContentField } from './content-field.tsx'
import type { PostPlace } from './post-texts.ts'
import { PostTools } from './post-tools.tsx'
import { isSameValues, valuesOf } from './post-values.ts'
import { CoverField, PublishingFields, SortingFields } from './side-fields.tsx'
import { type PostDraft, postDrafts } from './unsaved-draft.ts'
import { isLeavingPost, usePostForm } from './use-post-form.ts'

interface PostEditorProps {
  place: PostPlace
  /** Null: a new post. */
  post: OwnPost | null
  /** Returns to the list. */
  onClose: () => void
  /** Called after a save that keeps the form open. */
  onStay: (saved: OwnPost) => void
}

/** A post's form. It first offers to restore unsaved input. */
export function PostEditor({ post, onStay, ...rest }: PostEditorProps) {
  const { user } = usePageSession()
  const userId = user?.id ?? ''
  const [round, setRound] = useState(0)
  const [shown, setShown] = useState(post)
  const [taken, setTaken] = useState<PostDraft | null>(null)
  const [left, setLeft] = useState(() => unsavedOf(userId, post))
  const begin = (next: OwnPost | null, draft: PostDraft | null) => {
    setShown(next)
    setTaken(draft)
    setLeft(null)
    setRound(round + 1)
  }
  return (
    <>
      {left && (
        <DraftNotice
          at={left.at}
          onRestore={() => begin(shown, left)}
          onDiscard={() => {
            postDrafts.remove(userId, shown?.id ?? null)
            setLeft(null)
          }}
        />
      )}
      <PostForm
        key={round}
        {...rest}
        userId={userId}
        post={shown}
        draft={taken}
        onStay={(saved) => {
          begin(saved, null)
          onStay(saved)
        }}
      />
    </>
  )
}

/** Returns this user's unsaved input, when it differs from the stored post. */
function unsavedOf(userId: string, post: OwnPost | null): PostDraft | null {
  const draft = postDrafts.read(userId, post?.id ?? null)
  return draft && !isSameValues(draft.values, valuesOf(post)) ? draft : null
}

interface PostFormProps extends Omit<PostEditorProps, 'post'> {
  userId: string
  post: OwnPost | null
  draft: PostDraft | null
}

function PostForm({ place, userId, post, draft, onClose, onStay }: PostFormProps) {
  const [onSaved] = useState(() => (saved: OwnPost | null, isStaying: boolean) => (saved && isStaying ? onStay(saved) : onClose()))
  const form = usePostForm({ place, userId, post, draft, onSaved })
  const { errors, isBusy, initial, values, isDirty, reread, submit, finish } = form
  const fields = { opened: initial, values, errors }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    submit('stay')
  }
  return (
    <>
      {post && <PostTools place={place} post={post} onGone={() => finish(null, false)} />}
      <RecordForm
        form={form}
        isLeaving={isLeavingPost}
        aria-label={post ? 'Edit post' : 'New post'}
        className="mt-4"
        head="mb-4 empty:hidden"
        onInput={reread}
        onKeyDown={onKeyDown}
      >
        <div className="editor-columns grid gap-4.5 min-[76rem]:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="frame grid content-start gap-5 p-5">
            <TextField label="Title" name="title" required maxLength={200} defaultValue={initial.title} error={errors.title} />
            <TextAreaField
              label="Excerpt"
              name="excerpt"
              required
              maxLength={500}
              rows={3}
              defaultValue={initial.excerpt}
              hint="One or two sentences, shown in lists, search engines and the feed"
              error={errors.excerpt}
            />
            <ContentField defaultValue={initial.content} value={values.content} error={errors.content} />
          </div>
          <div className="frame editor-side">
            <PublishingFields {...fields} />
            <SortingFields {...fields} />
            <CoverField {...fields} onUploaded={reread} />
          </div>
        </div>
        <EditorFoot
          post={post}
          isDirty={isDirty}
          isBusy={isBusy}
          mayPublish={values.status === 'draft'}
          submit={submit}
          onClose={onClose}
        />
      </RecordForm>
    </>
  )
}

interface EditorFootProps {
  post: OwnPost | null
  isDirty: boolean
  isBusy: boolean
  mayPublish: boolean
  submit: (then: 'stay' | 'publish') => void
  onClose: () => void
}

/** Footer of a post's form: its save state and the save buttons. */
function EditorFoot({ post, isDirty, isBusy, mayPublish, submit, onClose }: EditorFootProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2.5 mt-4.5 py-3 min-[48rem]:sticky min-[48rem]:bottom-0 min-[48rem]:z-4 min-[48rem]:border-t-2 min-[48rem]:border-ink min-[48rem]:bg-paper max-sm:[&>button]:flex-auto">
      <p className="mr-auto text-ink-2 max-sm:basis-full" role="status">
        {isDirty ? 'Not saved yet. Your draft is stored in this browser.' : post && 'All changes are saved.'}
      </p>
      <button type="button" className="button hollow" onClick={onClose}>
        Cancel
      </button>
      <BusyButton className="button hollow" isBusy={isBusy} onPress={() => submit('stay')}>
        Save and stay
      </BusyButton>
      {post && mayPublish && (
        <BusyButton className="button hollow" isBusy={isBusy} onPress={() => submit('publish')}>
          Publish
        </BusyButton>
      )}
      <SubmitButton isBusy={isBusy} busy={post ? 'Updating...' : 'Creating...'}>
        {post ? 'Update Post' : 'Create Post'}
      </SubmitButton>
    </div>
  )
}
