import { useState } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import { SETTINGS } from '#app/features/kit/menu/settings-screens.ts'
import { findPlaces, OFFICE_PLACES, officeEntries } from '#app/features/kit/office-places.ts'
import { usePageUser } from '#app/features/kit/session/use-session.ts'
import { count } from '#app/lib/format.ts'
import { TextField } from '#app/ui/field.tsx'

/** Every page of the settings, with a search for what they hold. Old addresses, which name a group behind `#`, lead to its page. */
export default function SettingsScreen() {
  const user = usePageUser()
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [search, setSearch] = useState('')
  const named = `${SETTINGS}/${hash.slice(1)}`
  if (OFFICE_PLACES.some(({ to }) => to === named)) return <Navigate to={named} replace />
  const places = user ? officeEntries(user).flatMap(({ title, places: inside }) => (title === 'Settings' ? inside : [])) : []
  const pages = [...places, ...places.flatMap(({ tabs }) => tabs)].filter(({ to }) => to !== SETTINGS)
  const found = findPlaces(pages, search)
  return (
    <>
      <h1>Settings</h1>
      <form
        className="mt-4 max-w-text"
        onSubmit={(event) => {
          event.preventDefault()
          if (search.trim() !== '' && found[0]) void navigate(found[0].to)
        }}
      >
        <TextField
          label="Search settings"
          name="search"
          autoComplete="off"
          enterKeyHint="go"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </form>
      <p role="status" className="visually-hidden">
        {search.trim() !== '' && count(found.length, 'page')}
      </p>
      {found.length === 0 && <p className="panel p-6 text-ink-2 mt-4">No settings found for {search.trim()}.</p>}
      <ul className="mt-4 grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {found.map(({ to, label, about }) => (
          <li key={to}>
            <Link to={to} className="panel group block h-full px-4 py-3 text-ink-2 text-sm no-underline">
              <b className="block text-blue text-base font-semibold underline-offset-[0.18em] group-hover:underline">{label}</b>
              {about}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
