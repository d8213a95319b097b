import { Link } from 'react-router'
import { Mark } from '#app/ui/icons.tsx'

const COLUMNS = [
  {
    title: 'Equipment',
    links: [
      { to: '/products?category=mat-maker', label: 'Mat Makers' },
      { to: '/products?category=chip-maker', label: 'Chip Makers' },
      { to: '/products?category=replacement-parts', label: 'Replacement Parts' },
      { to: '/products?category=accessories', label: 'Accessories' },
    ],
  },
  {
    title: 'Packaging',
    links: [
      { to: '/materials?category=mat', label: 'Mats' },
      { to: '/materials?category=chip', label: 'Chips' },
      { to: '/producers', label: 'Producers' },
    ],
  },
  {
    title: 'Your orders',
    links: [
      { to: '/cart', label: 'Cart' },
      { to: '/account/orders', label: 'My Orders' },
      { to: '/account', label: 'My Account' },
      { to: '/api/docs', label: 'For developers', isOutside: true },
    ],
  },
] as const

/** The foot of every shop page (S53-S66). */
export function Footer() {
  return (
    <footer className="site-footer no-print">
      <div className="wrap grid gap-8 py-10 sm:grid-cols-2 lg:grid-cols-4">
        <div>
          <p className="logo text-on-night">
            <Mark />
            Reflute
          </p>
          <p className="mt-3 max-w-lead">
            Used boxes in, packing material out. Machines, parts and packaging from the people who make them.
          </p>
        </div>
        {COLUMNS.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2>{title}</h2>
            <ul>
              {links.map((link) => (
                <li key={link.to}>
                  <Link to={link.to} reloadDocument={'isOutside' in link}>
                    {link.label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  )
}
