import { Link } from 'react-router'
import { getShop } from '#app/lib/shop.ts'
import { Mark } from '#app/ui/icons.tsx'
import { WITHDRAW_LABEL } from '#domain/withdrawal-status.ts'
import { CurrencyToggle } from './currency-toggle.tsx'

const HELP = [
  { to: '/contact', label: 'Contact' },
  { to: '/faq', label: 'FAQ' },
] as const

const POLICIES = [
  { to: '/shipping', label: 'Shipping' },
  { to: '/refund-policy', label: 'Refund Policy' },
  { to: '/terms', label: 'Terms' },
  { to: '/privacy-policy', label: 'Privacy Policy' },
  { to: '/imprint', label: 'Imprint' },
  { to: '/accessibility', label: 'Accessibility' },
] as const

/** The head of the checkout: nothing that leads away but the way home, help, and the currency that is paid in. */
export function SlimHeader() {
  return (
    <header className="site-header slim">
      <div className="wrap flex h-17 items-center justify-between gap-4">
        <Link to="/" className="logo" aria-label={`${getShop().name}, home`}>
          <Mark />
          {getShop().name}
        </Link>
        <div className="flex items-center gap-4 no-print">
          <nav aria-label="Help" className="slim-links flex flex-wrap gap-x-5">
            {HELP.map(({ to, label }) => (
              <Link key={to} to={to}>
                {label}
              </Link>
            ))}
          </nav>
          <CurrencyToggle />
        </div>
      </div>
    </header>
  )
}

/** The foot of the checkout: help and policies only. */
export function SlimFooter() {
  return (
    <footer className="no-print border-t-2 border-ink bg-surface text-sm">
      <nav aria-label="Policies" className="wrap slim-links py-4 justify-center flex flex-wrap gap-x-5">
        <Link to="/withdraw" className="hidden in-data-[law=eu]:inline-flex">
          {WITHDRAW_LABEL}
        </Link>
        {[...HELP, ...POLICIES].map(({ to, label }) => (
          <Link key={to} to={to}>
            {label}
          </Link>
        ))}
      </nav>
    </footer>
  )
}
