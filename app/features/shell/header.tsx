import { useEffect, useState } from 'react'
import { Link, NavLink } from 'react-router'
import { Mark } from '#app/ui/icons.tsx'
import { CartLink } from './cart-link.tsx'
import { CurrencyToggle } from './currency-toggle.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { NAVIGATION } from './navigation.ts'
import { SearchForm } from './search-form.tsx'
import { UserMenu } from './user-menu.tsx'

const SCROLLED_AFTER = 10

/** Whether the page is scrolled by more than 10 px (S52). */
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
  return (
    <>
      <aside aria-label="Good to know" className="strip no-print">
        <div className="wrap flex items-center justify-between gap-4">
          <span>Free standard shipping from $100 or €100</span>
          <Link to="/account/orders" className="strip-link">
            Track an order
          </Link>
        </div>
      </aside>
      <header className="site-header" data-scrolled={isScrolled || undefined}>
        <div className="wrap flex h-17 items-center gap-4 lg:gap-6">
          <Link to="/" className="logo" aria-label="Reflute, home">
            <Mark />
            Reflute
          </Link>
          <nav aria-label="Main" className="main-nav no-print">
            {NAVIGATION.map(({ to, label }) => (
              <NavLink key={to} to={to} end>
                {label}
              </NavLink>
            ))}
          </nav>
          <SearchForm />
          <div className="ml-auto flex items-center gap-1 no-print md:gap-2">
            <CurrencyToggle />
            <CartLink />
            <UserMenu />
            <MobileMenu />
          </div>
        </div>
      </header>
    </>
  )
}
