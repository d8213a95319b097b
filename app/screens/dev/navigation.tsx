import { useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Chips } from '#app/ui/chips.tsx'
import { ChoiceNav } from '#app/ui/choice-nav.tsx'
import { CloseIcon, MenuIcon } from '#app/ui/icons.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { SearchBox } from '#app/ui/search-box.tsx'
import { Example, Pair } from './example.tsx'

const PATH = '/dev/ui'
/** A page, and of how many. */
const PAGES = [
  [1, 12],
  [6, 12],
  [12, 12],
  [2, 3],
] as const
const CATEGORIES = [
  ['mats', 'Mat makers', 14],
  ['chips', 'Chip makers', 9],
  ['parts', 'Replacement parts', 120],
] as const
const FILTERS = [
  ['condition', 'Condition', 'Refurbished'],
  ['producer', 'Producer', 'Lindhorst Maschinenbau & Söhne GmbH'],
] as const

/** Returns the address of this page with some of its parameters changed; null takes one off. */
function useAddress() {
  const [query] = useSearchParams()
  return (changes: Record<string, string | null>): string => {
    const changed = new URLSearchParams(query)
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === '') changed.delete(name)
      else changed.set(name, value)
    }
    return changed.size > 0 ? `${PATH}?${changed}` : PATH
  }
}

export function Filters() {
  const [query] = useSearchParams()
  const addressOf = useAddress()
  const category = query.get('category') ?? 'mats'
  const active = FILTERS.filter(([id]) => query.get(id) !== 'off')
  const pages = Number(query.get('pages')) || 12
  const page = Number(query.get('page')) || 1
  return (
    <>
      <Pair>
        <Example name="Search">
          <SearchBox
            search={query.get('search') ?? ''}
            label="Search machines"
            placeholder="Search machines…"
            action={PATH}
            hrefOf={(search) => addressOf({ search })}
          />
        </Example>
        <Example name="Search, filled">
          <SearchBox
            search={query.get('filled') ?? 'conveyor'}
            label="Search parts"
            placeholder="Search parts…"
            action={PATH}
            name="filled"
            hrefOf={(filled) => addressOf({ filled })}
          />
        </Example>
      </Pair>
      <Example name="Choices, with and without a count">
        <div className="grid gap-3">
          <ChoiceNav
            label="Category"
            choices={CATEGORIES.map(([id, label, count]) => ({
              label,
              count,
              to: addressOf({ category: id }),
              isChosen: id === category,
            }))}
          />
          <ChoiceNav
            label="Topic"
            choices={CATEGORIES.map(([id, label]) => ({ label, to: addressOf({ category: id }), isChosen: id === category }))}
          />
        </div>
      </Example>
      <Example name="Active filters">
        <Chips
          filters={active.map(([id, name, value]) => ({ name, value, withoutHref: addressOf({ [id]: 'off' }) }))}
          clearHref={addressOf({ condition: 'off', producer: 'off' })}
        />
        {active.length === 0 && (
          <Link to={addressOf({ condition: null, producer: null })} className="text-link" preventScrollReset>
            Bring them back
          </Link>
        )}
      </Example>
      <Example name="Pages">
        <ChoiceNav
          label="Example of pages"
          choices={PAGES.map(([number, all]) => ({
            label: `${number} of ${all}`,
            to: addressOf({ page: String(number), pages: String(all) }),
            isChosen: number === page && all === pages,
          }))}
        />
        <Pagination page={page} pages={pages} hrefOf={(number) => addressOf({ page: String(number) })} />
      </Example>
    </>
  )
}

const PLACES = [
  ['/account', 'Account'],
  ['/account/orders', 'Orders'],
  ['/cart', 'Cart'],
] as const

export function Menus() {
  const drawer = useRef<HTMLDialogElement>(null)
  const close = () => drawer.current?.close()
  return (
    <Pair>
      <Example name="Menu, open">
        <div className="relative h-60">
          <div className="absolute inset-x-0 top-0 max-w-80">
            <div className="menu">
              <p>somebody.with.a.long.address@example.com</p>
              <ul>
                {PLACES.map(([to, label]) => (
                  <li key={to}>
                    <Link to={to}>{label}</Link>
                  </li>
                ))}
                <li>
                  <button type="button">Sign Out</button>
                </li>
              </ul>
            </div>
          </div>
        </div>
      </Example>
      <Example name="Drawer" isRow>
        <button type="button" className="icon-button" aria-label="Open the drawer" onClick={() => drawer.current?.showModal()}>
          <MenuIcon />
        </button>
        <dialog ref={drawer} className="drawer" aria-label="Drawer" closedby="any">
          <div className="flex min-h-full flex-col p-3">
            <button type="button" className="icon-button ml-auto" aria-label="Close the drawer" onClick={close}>
              <CloseIcon />
            </button>
            <nav className="drawer-nav" aria-label="Drawer">
              <ul>
                {PLACES.map(([to, label], index) => (
                  <li key={to}>
                    <Link to={to} aria-current={index === 0 ? 'page' : undefined}>
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          </div>
        </dialog>
      </Example>
    </Pair>
  )
}
