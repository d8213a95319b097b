import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { OpenSearch } from '#app/features/content/search/open-search.tsx'
import { Bell } from '#app/features/kit/notifications/bell.tsx'
import { ShipTo } from '#app/features/pricing/ship-to.tsx'
import { getShop } from '#app/lib/shop.ts'
import { Mark } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import { inBoth } from '#content/shop-terms.ts'
import { CartLink } from './cart-link.tsx'
import { CurrencyToggle } from './currency-toggle.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { currentOf, NAVIGATION, useSection } from './navigation.ts'
import { UserMenu } from './user-menu.tsx'

const SCROLLED_AFTER = 10

/** True once the page is scrolled by more than 10 px (S52). */
function useIsScrolled(): boolean {
  const [isScrolled, setScrolled] = useState(false)
  useEffect(() => {
    const read = () => setScrolled(window.scrollY > SCROLLED_AFTER)
    read()
    window.addEventListener('scroll', read, { passive: true })
    return () => window.removeEventListener('scroll', read)
  }, [])
  return isScrolled
}

/** The head of every shop page. */
export function Header() {
  const isScrolled = useIsScrolled()
  const { pathname } = useLocation()
  const section = useSection()
  const { freeFrom, name } = getShop()
  return (
    <>
      <aside aria-label="Good to know" className="strip @container no-print bg-night text-on-night text-xs">
        <div className="wrap flex flex-wrap items-center justify-between gap-x-4 min-h-8.5 @min-[29em]:flex-nowrap">
          {/* one line with any font, so that nothing moves when ours arrives */}
          <span className="@min-[29em]:min-w-0 @min-[29em]:whitespace-nowrap @min-[29em]:overflow-hidden">
            {freeFrom && <span className="in-data-[shipping=zone]:hidden">Free standard shipping from {inBoth(freeFrom)}</span>}
            <span className={freeFrom ? 'hidden in-data-[shipping=zone]:inline' : undefined}>
              Machines, parts and packaging from their makers
            </span>
          </span>
          <Link to="/account/orders" className="text-on-night py-1.5 flex-none">
            Track an order
          </Link>
        </div>
      </aside>
      <header className="site-header" data-scrolled={isScrolled || undefined}>
        <div className="wrap site-header-row">
          <Link to="/" className="logo" aria-label={`${name}, home`}>
            <Mark />
            <span className="logo-name">{name}</span>
          </Link>
          <nav aria-label="Main" className="main-nav no-print">
            <ul className="flex">
              {NAVIGATION.map(({ to, label }) => (
                <li key={to}>
                  <Link className="aria-[current]:tape-line" to={to} aria-current={currentOf(to, pathname, section)}>
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <div className="site-header-tools no-print">
            <OpenSearch />
            <ShipTo className="px-1 text-xs font-strong text-ink-2 whitespace-nowrap @max-[40em]/site-header:hidden" />
            <CurrencyToggle />
            <Bell />
            <CartLink />
            <UserMenu />
            <MobileMenu />
          </div>
        </div>
      </header>
    </>
  )
}
