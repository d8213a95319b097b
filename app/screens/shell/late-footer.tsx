import { getShop } from '#app/lib/shop.ts'
import { Mark } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import { WITHDRAW_LABEL } from '#domain/withdrawal-status.ts'

interface FooterLink {
  to: string
  label: string
  /** Not a screen: the browser loads it anew. */
  isOutside?: boolean
  /** Only for private buyers in the European Union; `boot.js` knows them before the first paint. */
  isEu?: boolean
}

const COLUMNS: readonly { title: string; links: readonly FooterLink[] }[] = [
  {
    title: 'Equipment',
    links: [
      { to: '/products?category=mat-maker', label: 'Mat Makers' },
      { to: '/products?category=chip-maker', label: 'Chip Makers' },
      { to: '/products?category=replacement-parts', label: 'Replacement Parts' },
      { to: '/products?category=accessories', label: 'Accessories' },
      { to: '/custom-solutions', label: 'Custom Solutions' },
    ],
  },
  {
    title: 'Packaging',
    links: [
      { to: '/materials', label: 'Packaging Materials' },
      { to: '/materials?category=mat', label: 'Mats' },
      { to: '/materials?category=chip', label: 'Chips' },
      { to: '/producers', label: 'Producers' },
      { to: '/business/register', label: 'Sell on {shop}' },
    ],
  },
  {
    title: 'Learn',
    links: [
      { to: '/resources', label: 'Resource Center' },
      { to: '/blog', label: 'Blog' },
      { to: '/case-studies', label: 'Success Stories' },
      { to: '/impact-calculator', label: 'Impact Calculator' },
      { to: '/faq', label: 'FAQ' },
      { to: '/glossary', label: 'Glossary' },
    ],
  },
  {
    title: 'Help and company',
    links: [
      { to: '/support', label: 'Support' },
      { to: '/contact', label: 'Contact' },
      { to: '/about', label: 'About Us' },
      { to: '/claims', label: 'How We Count' },
      { to: '/account/orders', label: 'My Orders' },
    ],
  },
]

const SMALL_PRINT: readonly FooterLink[] = [
  { to: '/withdraw', label: WITHDRAW_LABEL, isEu: true },
  { to: '/shipping', label: 'Shipping' },
  { to: '/refund-policy', label: 'Refund Policy' },
  { to: '/terms', label: 'Terms of Service' },
  { to: '/privacy-policy', label: 'Privacy Policy' },
  { to: '/imprint', label: 'Imprint' },
  { to: '/accessibility', label: 'Accessibility' },
  { to: '/recalls', label: 'Recalls' },
  { to: '/licenses.txt', label: 'Licenses', isOutside: true },
]
const FOR_PROGRAMS: readonly FooterLink[] = [
  { to: '/rss.xml', label: 'RSS feed', isOutside: true },
  { to: '/developers', label: 'Developers' },
  { to: '/api/docs', label: 'API reference', isOutside: true },
]

function Links({ links }: { links: readonly FooterLink[] }) {
  return (
    <ul>
      {links.map(({ to, label, isOutside = false, isEu = false }) => (
        <li key={to} className={isEu ? 'hidden in-data-[law=eu]:block' : undefined}>
          <Link to={to} reloadDocument={isOutside}>
            {label.replace('{shop}', getShop().name)}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Name, address and tax number of the company, as its settings have them. */
function CompanyLine() {
  const { address, name, taxNumber } = getShop()
  if (address.length === 0) return null
  return (
    <address className="mt-3 text-sm not-italic">
      {[name, ...address].map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
      {taxNumber && <span className="block">Tax number {taxNumber}</span>}
    </address>
  )
}

/** The ways to pay that the shop offers now. */
function PaymentMarks() {
  const { payments } = getShop()
  if (payments.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <h2 className="font-text text-sm leading-[normal] font-normal tracking-[0] normal-nums">We accept</h2>
      <ul>
        {payments.map((payment) => (
          <li key={payment} className="payment-mark">
            {payment}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The foot of every shop page (S53-S66). */
export function Footer() {
  return (
    <footer className="site-footer no-print mt-18 bg-night text-[#dde1f5]">
      <div className="wrap">
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(10rem,100%),1fr))] gap-x-6 gap-y-8 pt-11 pb-8">
          <div className="max-lg:col-span-full">
            <p className="logo text-on-night min-h-0 leading-[1.4]">
              <Mark />
              {getShop().name}
            </p>
            <p className="mt-3 max-w-lead">
              Used boxes in, packing material out. Machines, parts and packaging from the people who make them.
            </p>
            <CompanyLine />
          </div>
          {COLUMNS.map(({ title, links }) => (
            <nav key={title} aria-label={title}>
              <h2 className="mb-1.5 font-text font-strong text-base leading-[normal] tracking-[0] normal-nums text-on-night">{title}</h2>
              <Links links={links} />
            </nav>
          ))}
        </div>
        <div className="footer-end flex flex-wrap justify-between gap-x-8 pt-3 pb-6 border-t-2 border-dashed border-[#5f6684] text-sm">
          <nav aria-label="Policies">
            <Links links={SMALL_PRINT} />
          </nav>
          <nav aria-label="For developers">
            <Links links={FOR_PROGRAMS} />
          </nav>
          <PaymentMarks />
        </div>
      </div>
    </footer>
  )
}
