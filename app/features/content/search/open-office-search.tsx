import { lazy, Suspense, useEffect, useState } from 'react'
import { ComboboxDialog, type ComboboxField } from '#app/ui/combobox-dialog.tsx'
import { SearchIcon } from '#app/ui/icons.tsx'
import type { SessionUser } from '#contract/identity/auth.ts'
import { mayAct } from '#domain/permissions.ts'

const OfficeSearchDialog = lazy(() => import('./office-search-dialog.tsx'))

const asksForSearch = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey

/** Names what a user finds. */
function placeholderOf(user: SessionUser): string {
  if (user.role === 'business_admin') return 'Orders, products, screens'
  const lists = [
    ['orders', 'orders.read'],
    ['users', 'people.read'],
    ['businesses', 'sellers.read'],
    ['products', 'catalog.read'],
  ] as const
  const text = [...lists.flatMap(([name, key]) => (mayAct(user, key) ? [name] : [])), 'screens'].join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The search button of the back office; Ctrl+K and Cmd+K open it everywhere. Its field takes text while the rest of the dialog loads. */
export function OpenOfficeSearch({ user }: { user: SessionUser }) {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !asksForSearch(event) || document.querySelector('dialog:modal')) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', open)
    return () => document.removeEventListener('keydown', open)
  }, [])
  const field: ComboboxField = {
    title: 'Search the back office',
    label: 'Search the back office',
    placeholder: placeholderOf(user),
    enterKeyHint: 'go',
    typed,
    onTyped: setTyped,
    onClose: () => {
      setOpen(false)
      setTyped('')
    },
  }
  return (
    <>
      <button
        type="button"
        className="icon-button gap-2"
        aria-label="Search the back office"
        title="Search (Ctrl+K)"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <SearchIcon />
        <span className="max-lg:hidden">Search</span>
      </button>
      {isOpen && (
        <Suspense fallback={<ComboboxDialog {...field} groups={[]} announcement={false} onEnter={() => null} onChoose={() => {}} />}>
          <OfficeSearchDialog user={user} field={field} />
        </Suspense>
      )}
    </>
  )
}
