import { useEffect, useRef, useState } from 'react'
import type { Location } from 'react-router'
import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { writeTexts } from '#app/features/kit/forms/draft-fields.ts'
import { useConflict } from '#app/features/kit/forms/use-conflict.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { useUnsavedDraft } from '#app/features/kit/forms/use-unsaved-draft.ts'
import { api } from '#app/lib/api.ts'
import { figure } from '#app/lib/format.ts'
import type { OwnPost } from '#contract/content/blog-posts.ts'
import { isCoverAddress } from '#domain/blog-post.ts'
import { isSlug } from '#domain/product.ts'
import { failureOf, notifyDone, notifyFailed, type PostPlace } from './post-texts.ts'
import { bodyOf, isSameValues, type PostValues, readValues, valuesOf } from './post-values.ts'
import { type PostDraft, postDrafts } from './unsaved-draft.ts'
import { usePostsChanged } from './use-post-actions.ts'

/** The server's limit in characters; longer input is not cut silently. */
const MAX_CONTENT = 100_000

interface PostFormOptions {
  place: PostPlace
  userId: string
  /** Null: a new post. */
  post: OwnPost | null
  /** Unsaved input to restore; null: none. */
  draft: PostDraft | null
  /** Called once all is saved; `saved` null: the post is deleted. */
  onSaved: (saved: OwnPost | null, stays: boolean) => void
}

/** Validates by the browser's rules, and those of the server that a browser does not know. */
function check(form: HTMLFormElement): Record<string, string> {
  const { coverImage, slug, content } = readValues(new FormData(form))
  return {
    ...(content.length > MAX_CONTENT && { content: `At most ${figure(MAX_CONTENT)} characters are accepted` }),
    ...(coverImage.trim() !== '' &&
      !isCoverAddress(coverImage.trim()) && {
        coverImage: 'Please enter a picture address that begins with https://, or upload a picture',
      }),
    ...(slug.trim() !== '' && !isSlug(slug.trim()) && { slug: 'Please use lowercase letters, digits and single hyphens' }),
    ...checkForm(form),
  }
}

/** Returns whether a navigation leaves the post: it changes the path, or the tab or post in the query. */
export function isLeavingPost(here: Location, there: Location): boolean {
  const placeOf = ({ pathname, search }: Location) => {
    const params = new URLSearchParams(search)
    return [pathname, params.get('tab'), params.get('post')].join(' ')
  }
  return placeOf(here) !== placeOf(there)
}

/** The next step after a save. */
type Then = 'close' | 'stay' | 'publish'

/** Saves a form, then publishes it if wanted. `store` saves and remembers the version. */
async function saveAndThen(then: Then, post: OwnPost | null, isDirty: boolean, store: () => Promise<OwnPost>): Promise<OwnPost> {
  if (then !== 'publish' || post === null) return store()
  const { id } = isDirty ? await store() : post
  return api.blogPosts.publish({ params: { id } })
}

/** State of a post's form: its values, whether they are saved, sending, and edit conflicts. */
export function usePostForm(options: PostFormOptions) {
  const { place, userId, post, draft, onSaved } = options
  const [opened, setOpened] = useState(() => draft?.opened ?? valuesOf(post))
  const [initial, setInitial] = useState(() => draft?.values ?? opened)
  const [values, setValues] = useState(initial)
  const [round, setRound] = useState(0)
  const [saved, setSaved] = useState<{ post: OwnPost | null; stays: boolean } | null>(null)
  const version = useRef(draft ? draft.version : (post?.version ?? null))
  const then = useRef<Then>('close')
  const changed = usePostsChanged()
  const isDirty = saved === null && !isSameValues(values, opened)
  useUnsavedDraft({ drafts: postDrafts, owner: userId, id: post?.id ?? null, values, opened, version, isDirty })
  useEffect(() => {
    if (saved) onSaved(saved.post, saved.stays) // after the form's guard knows that all is saved
  }, [saved, onSaved])

  /** Marks the form as saved. */
  const finish = (stored: OwnPost | null, stays: boolean) => {
    postDrafts.remove(userId, post?.id ?? null)
    setSaved({ post: stored, stays })
  }
  async function store(body: ReturnType<typeof bodyOf>): Promise<OwnPost> {
    if (post === null) return api.blogPosts.create({ body })
    const versioned = { ...body, ...(version.current !== null && { version: version.current }) }
    const stored = await api.blogPosts.update({ params: { id: post.id }, body: versioned })
    version.current = stored.version
    return stored
  }
  const form = useForm({
    check,
    send: async (fields) => {
      const wanted = then.current
      then.current = 'close'
      const action = wanted === 'publish' ? 'publish' : post ? 'update' : 'create'
      const body = bodyOf(readValues(fields), opened)
      const stored = await saveAndThen(wanted, post, isDirty, () => store(body)).catch((failure: unknown) => {
        then.current = wanted // for the form that is sent again
        conflict.rebase(failure)
        then.current = 'close'
        notifyFailed(place, action, failure)
        throw failure
      })
      notifyDone(action)
      await changed()
      finish(stored, wanted !== 'close')
    },
    failed: failureOf(post ? 'update' : 'create'),
  })
  const reread = () => form.element.current && setValues(readValues(new FormData(form.element.current)))
  const submit = (wanted: Then) => {
    then.current = wanted
    form.element.current?.requestSubmit()
  }
  const conflict = useConflict<OwnPost, PostValues>({
    form: form.element,
    opened: () => opened,
    read: () => (form.element.current ? readValues(new FormData(form.element.current)) : opened),
    write: async (merged) => {
      if (!form.element.current) return
      await writeTexts(form.element.current, Object.fromEntries(Object.entries(merged).map(([name, text]) => [name, [text]])))
      setValues(merged)
    },
    show: (current) => {
      version.current = current.version
      setOpened(valuesOf(current))
      setInitial(valuesOf(current))
      setValues(valuesOf(current))
      setRound((now) => now + 1)
    },
  })
  return { ...form, key: round, notice: conflict.notice, initial, values, isDirty, reread, submit, finish }
}
