import type { FormEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { browserLoader, orNull, type Reading, serverLoader } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { telephone } from '#app/lib/format.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { shopFactsQuery } from '#app/lib/shop-facts.ts'
import type { ShopFacts } from '#contract/content/shop.ts'
import type { Route } from './+types/support'

async function read({ load }: Reading) {
  return { facts: await orNull(load(shopFactsQuery)) }
}

export const loader = serverLoader(read)
export const clientLoader = browserLoader(read)

export const meta = () =>
  pageMeta({
    title: 'Support Centre',
    description: 'Find an answer, look up your order, or reach the people who know the machines.',
    canonical: '/support',
  })

const TOPICS = [
  {
    title: 'Orders and delivery',
    links: [
      { to: '/account/orders', label: 'My orders' },
      { to: '/shipping', label: 'Shipping methods, times and prices' },
      { to: '/refund-policy', label: 'Returns and refunds' },
    ],
  },
  {
    title: 'Machines',
    links: [
      { to: '/products?category=replacement-parts', label: 'Replacement parts' },
      { to: '/products?category=accessories', label: 'Accessories' },
      { to: '/buyers-guide', label: "Buyer's guide: which machine fits" },
      { to: '/impact-calculator', label: 'What a machine saves you' },
    ],
  },
  {
    title: 'Packaging',
    links: [
      { to: '/materials', label: 'Packaging materials' },
      { to: '/custom-solutions', label: 'Packaging made to measure' },
      { to: '/glossary', label: 'Industry terms' },
    ],
  },
  {
    title: 'Your account',
    links: [
      { to: '/account', label: 'My account' },
      { to: '/forgot-password', label: 'Forgot your password?' },
      { to: '/privacy-policy', label: 'Privacy policy' },
      { to: '/terms', label: 'Terms' },
    ],
  },
] as const

function FaqSearch() {
  return (
    <form action="/faq" method="get" className="p-6 md:p-8">
      <h2>
        <label htmlFor="faq-search">Find an answer</label>
      </h2>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2.5 mt-3.5">
        <input
          id="faq-search"
          type="search"
          name="search"
          dir="auto"
          className="input"
          maxLength={200}
          enterKeyHint="search"
          placeholder="Returns, warranty, delivery..."
        />
        <button type="submit" className="button">
          Search
        </button>
      </div>
      <Link to="/faq" className="mt-2 inline-flex min-h-11 items-center">
        All questions and answers
      </Link>
    </form>
  )
}

/** Leads to an order by its number; without script, to the list of one's orders. */
function OrderLookUp() {
  const navigate = useNavigate()
  function open(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const number = textOf(new FormData(event.currentTarget), 'search')
    void navigate(number ? `/account/orders/${encodeURIComponent(number)}` : '/account/orders')
  }
  return (
    <form action="/account/orders" method="get" onSubmit={open} className="p-6 md:p-8 fold-t md:border-t-0 md:fold-l">
      <h2>
        <label htmlFor="order-number">Look up an order</label>
      </h2>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2.5 mt-3.5">
        <input
          id="order-number"
          name="search"
          dir="auto"
          className="input"
          maxLength={60}
          autoComplete="off"
          aria-describedby="order-hint"
          placeholder="Order number"
        />
        <button type="submit" className="button">
          Open
        </button>
      </div>
      <p id="order-hint" className="mt-3 text-sm text-ink-2">
        The number is in your order confirmation email. You will be asked to sign in.
      </p>
    </form>
  )
}

function Reach({ contact }: { contact: ShopFacts['contact'] | null }) {
  return (
    <section aria-labelledby="reach-title" className="fold-t flex flex-wrap items-center justify-between gap-x-10 gap-y-4 p-6 md:p-8">
      <div>
        <h2 id="reach-title">Talk to us</h2>
        {contact && (
          <>
            <p className="mt-2">
              <a href={`mailto:${contact.email}`} className="inline-flex min-h-11 items-center">
                {contact.email}
              </a>
              {' · '}
              <a href={telephone(contact.phone)} className="inline-flex min-h-11 items-center">
                {contact.phone}
              </a>
            </p>
            <p className="text-ink-2">{contact.hours.join('; ')}</p>
          </>
        )}
      </div>
      <Link to="/contact" className="button hollow">
        Contact our team
      </Link>
    </section>
  )
}

export default function Support({ loaderData: { facts } }: Route.ComponentProps) {
  return (
    <div className="wrap py-8">
      <h1>Support Centre</h1>
      <p className="mt-2.5 mb-6 max-w-text text-lg text-ink-2">
        Find an answer, look up your order, or reach the people who know the machines.
      </p>
      <div className="frame">
        <div className="md:grid md:grid-cols-[1fr_1fr]">
          <FaqSearch />
          <OrderLookUp />
        </div>
        <Reach contact={facts?.contact ?? null} />
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(240px,100%),1fr))] gap-x-5 gap-y-7 mt-10">
        {TOPICS.map(({ title, links }) => (
          <section key={title} className="pt-3.5 border-t-2 border-ink">
            <h2 className="text-lg">{title}</h2>
            <ul>
              {links.map(({ to, label }) => (
                <li key={to}>
                  <Link className="inline-block py-2.5" to={to}>
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}
