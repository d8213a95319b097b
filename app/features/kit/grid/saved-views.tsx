import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router'
import { ActDialog } from '#app/features/kit/forms/delete-dialog.tsx'
import { api, queryOf, type Read, toastFailure } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { TextField } from '#app/ui/field.tsx'
import type { SavedView } from '#contract/accounts/view-list.ts'
import { returnBrowserViews, takeBrowserViews } from './browser-views.ts'

/** A way of narrowing and sorting a grid that has a name; `query` as in the address, without the page. */
export interface GridView {
  label: string
  query: string
}

const ALL: GridView = { label: 'All', query: '' }
const NAME_LENGTH = 40
const NONE: readonly SavedView[] = []

const viewsQuery = (token: string | null, grid: string): Read<{ views: SavedView[] }> => ({
  queryKey: [...officeKey(token), 'saved-views', grid],
  read: (api, signal) => api.savedViews.list({ query: { grid }, signal }),
  staleTime: 0,
})

/** Returns the views of a grid that the account has saved, and how to change them. */
export function useSavedViews(grid: string) {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const read = viewsQuery(token, grid)
  const { data } = useQuery(queryOf(read))
  const refresh = () => client.invalidateQueries({ queryKey: read.queryKey })
  const moveViews = useEffectEvent(async (known: readonly SavedView[]) => {
    const views = takeBrowserViews(grid)
    if (views.length === 0) return
    const left: GridView[] = []
    for (const view of views) {
      const body = { grid, label: view.label.slice(0, NAME_LENGTH), query: view.query }
      if (known.some(({ label }) => label === body.label)) continue // saved in the account since
      await api.savedViews.save({ body }).catch(() => left.push(view))
    }
    returnBrowserViews(grid, left)
    await refresh()
  })
  const known = data?.views
  useEffect(() => {
    if (known) void moveViews(known)
  }, [known])
  return {
    saved: data?.views ?? NONE,
    save: async (label: string, query: string) => {
      await api.savedViews.save({ body: { grid, label, query } })
      await refresh()
    },
    remove: async (id: string) => {
      try {
        await api.savedViews.remove({ params: { id } })
      } catch (error) {
        toastFailure(error, 'The view could not be removed. Please try again.')
      }
      await refresh()
    },
  }
}

type Views = ReturnType<typeof useSavedViews>

interface SavedViewsProps {
  label: string
  /** Views that everybody has, behind "All". */
  presets: readonly GridView[]
  views: Views
  /** The grid's state as a query, to mark where one is. */
  current: string
  hrefOf: (query: string) => string
}

/** The views of a grid, as links: everything, what everybody asks for, and what the account has saved. */
export function SavedViews({ label, presets, views: { saved, remove }, current, hrefOf }: SavedViewsProps) {
  const known = [ALL, ...presets, ...saved]
  const here = saved.find(({ query }) => query === current)
  if (known.length === 1) return null
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(hrefOf(current), location.href).href)
      toast.success('Link copied')
    } catch {
      toast.error('The link could not be copied. Copy it from the address bar.')
    }
  }
  return (
    <nav aria-label={`Views of ${label}`} className="views mt-0 border-b-0 overflow-x-auto">
      <ul className="flex gap-0.5">
        {known.map((view) => (
          <li key={`${view.label} ${view.query}`}>
            <Link to={hrefOf(view.query)} aria-current={view.query === current ? 'page' : undefined} preventScrollReset>
              <bdi>{view.label}</bdi>
            </Link>
          </li>
        ))}
        {here && (
          <li className="flex gap-3 pl-3">
            <button type="button" className="link-button" onClick={() => void copy()}>
              Copy link
            </button>
            <button type="button" className="link-button" onClick={() => void remove(here.id)}>
              Remove this view
            </button>
          </li>
        )}
      </ul>
    </nav>
  )
}

/** Offers to save what the grid shows now, unless it is a view already. */
export function SaveView({ presets, views: { saved, save }, current }: Pick<SavedViewsProps, 'presets' | 'views' | 'current'>) {
  const [isAsking, setAsking] = useState(false)
  if ([ALL, ...presets, ...saved].some(({ query }) => query === current)) return null
  return (
    <>
      <button type="button" className="link-button" onClick={() => setAsking(true)}>
        Save view
      </button>
      {isAsking &&
        createPortal(
          <SaveViewDialog onSave={(label) => save(label, current)} onClose={() => setAsking(false)} />,
          document.body, // a form cannot be inside the form of the filters
        )}
    </>
  )
}

/** Asks for the name of a view. */
function SaveViewDialog({ onSave, onClose }: { onSave: (label: string) => Promise<void>; onClose: () => void }) {
  const save = async (fields: FormData) => {
    const label = textOf(fields, 'label')
    if (label === '') return
    await onSave(label)
    onClose()
  }
  return (
    <ActDialog
      title="Save this view"
      confirm="Save view"
      busy="Saving…"
      act={save}
      failed="The view could not be saved. Please try again."
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="label"
        required
        maxLength={NAME_LENGTH}
        hint="Saves search, filters and sorting. Available on all your devices."
      />
    </ActDialog>
  )
}
