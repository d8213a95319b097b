import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useIsHydrated, usePageSession, usePageUser } from '#app/features/kit/session/use-session.ts'
import { PROBLEM } from '#app/ui/form-problem.tsx'
import { type Control, changedTexts, type FieldTexts, readServedTexts, readTexts, writeTexts } from './draft-fields.ts'
import { DraftNotice } from './draft-notice.tsx'
import { draftOwner, draftStore, type UnsavedDraft } from './unsaved-draft.ts'
import { SAVED } from './use-form.ts'

const PAUSE_MS = 400
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000
/** Events of a field that is typed into or chosen from. */
const TYPED = ['input', 'change']
const INVALID = `[${PROBLEM}], [aria-invalid=true]`

/** Event of a field that the page has filled by itself: what it says now is not typed. */
export const FILLED = 'reflute:filled'

/** Event of a form that was merged with what somebody else saved: what was typed is in it, and no draft. */
export const MERGED = 'reflute:merged'

const isTexts = (value: unknown): value is FieldTexts =>
  typeof value === 'object' && value !== null && Object.values(value).every((texts) => Array.isArray(texts))

/** The draft that an earlier page load left of this form; null for none, and for one that says what the form says anyway. */
function leftDraft(drafts: ReturnType<typeof storeOf>, owner: string, id: string, now: FieldTexts) {
  const draft = drafts.read(owner, id)
  if (!draft) return null
  if (Date.now() - Date.parse(draft.at) < MAX_AGE_MS) return Object.keys(changedTexts(now, draft.values)).length > 0 ? draft : null
  drafts.remove(owner, id)
  return null
}

const storeOf = (kind: string) => draftStore<FieldTexts>(kind, isTexts, isTexts)

interface FormDraftProps {
  /** Name of the form among the drafts. */
  kind: string
  /** Of the record; without it the address of the page says which it is. */
  id?: string | undefined
  className?: string
}

/**
 * Part of a form: stores what is typed there in this browser, field by field as far as it differs from the form as it was opened; never
 * secrets, bank details or files. A reload offers it again. It is removed once the form is saved, and at Sign Out. Visitors' drafts end
 * with their tab.
 */
export function FormDraft({ kind, id: record, className = '' }: FormDraftProps) {
  const { pathname } = useLocation()
  const id = record ?? pathname
  const place = useRef<HTMLDivElement>(null)
  const isHydrated = useIsHydrated()
  /** Texts from before somebody typed, of fields in which they did so before it was known whose draft it is. */
  const before = useRef<FieldTexts>({})
  const session = usePageSession()
  const pageUser = usePageUser()
  const owner = pageUser === null && session.status === 'loading' ? null : draftOwner(pageUser ?? session.user)
  const [left, setLeft] = useState<UnsavedDraft<FieldTexts> | null>(null)
  useLayoutEffect(() => {
    const form = place.current?.closest('form')
    if (!form) return
    const now = readTexts(form)
    if (!isHydrated) before.current = changedTexts(now, readServedTexts(form)) // typed before there were scripts
    if (owner === null) {
      const note = ({ target }: Event) => {
        const { name } = target as Control // of a form
        if (now[name]) before.current[name] ??= now[name]
      }
      const listening = new AbortController()
      for (const type of TYPED) form.addEventListener(type, note, listening)
      return () => listening.abort()
    }
    const drafts = storeOf(kind)
    const opened = { ...now, ...before.current }
    setLeft(leftDraft(drafts, owner, id, now))
    let timer: ReturnType<typeof setTimeout> | undefined
    let isSent = false
    const store = () => {
      if (timer === undefined) return
      clearTimeout(timer)
      timer = undefined
      const values = changedTexts(opened, readTexts(form))
      const names = Object.keys(values)
      if (names.length === 0) return drafts.remove(owner, id)
      const said = Object.fromEntries(names.map((name) => [name, opened[name] ?? []]))
      drafts.store(owner, id, { values, opened: said, version: null, at: new Date().toISOString() })
    }
    const onTyped = () => {
      isSent = false
      clearTimeout(timer)
      timer = setTimeout(store, PAUSE_MS)
    }
    const remove = () => {
      clearTimeout(timer)
      timer = undefined
      drafts.remove(owner, id)
      setLeft(null)
    }
    const onSubmit = () => {
      isSent = true
    }
    const onFilled = ({ target }: Event) => {
      if (target instanceof HTMLTextAreaElement) opened[target.name] = [target.value]
    }
    for (const type of TYPED) form.addEventListener(type, onTyped)
    form.addEventListener('submit', onSubmit)
    form.addEventListener(FILLED, onFilled)
    form.addEventListener(MERGED, () => setLeft(null))
    form.addEventListener(SAVED, remove) // also after a dialog has closed: it goes with the form
    window.addEventListener('pagehide', store)
    if (Object.keys(before.current).length > 0) onTyped()
    before.current = {}
    return () => {
      store()
      // a dialog that closes after it was sent, with nothing to mend, has done its work
      if (isSent && !form.querySelector(INVALID)) drafts.remove(owner, id)
      for (const type of TYPED) form.removeEventListener(type, onTyped)
      form.removeEventListener('submit', onSubmit)
      form.removeEventListener(FILLED, onFilled)
      window.removeEventListener('pagehide', store)
    }
  }, [kind, id, owner, isHydrated])
  useEffect(() => {
    const box = left && place.current?.getBoundingClientRect()
    if (box && box.bottom < 0) place.current?.scrollIntoView({ block: 'center' }) // a reload keeps the place on the page, below the notice
  }, [left])
  const onRestore = () => {
    const form = place.current?.closest('form')
    if (form && left) void writeTexts(form, left.values)
    setLeft(null)
  }
  const onDiscard = () => {
    if (owner !== null) storeOf(kind).remove(owner, id)
    setLeft(null)
  }
  return (
    <div ref={place} hidden={!left}>
      {left && <DraftNotice className={className} at={left.at} onRestore={onRestore} onDiscard={onDiscard} />}
    </div>
  )
}
