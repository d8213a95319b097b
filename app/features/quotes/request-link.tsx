import type { ReactNode } from 'react'
import { Link } from '#app/ui/link.tsx'

/** Products that a quote is asked for, by their slugs. */
type AskedProducts = readonly { slug: string; quantity: number }[]

/** Returns the address of the request of a quote for some products, for a place or with a calculation. */
export function requestHref(
  products: AskedProducts,
  more: Partial<Record<'calculation' | 'country' | 'state' | 'zip', string>> = {},
): string {
  const query = new URLSearchParams({
    ...(products.length > 0 && { items: products.map(({ slug, quantity }) => [slug, quantity].join(':')).join(',') }),
    ...Object.fromEntries(Object.entries(more).filter(([, value]) => value !== '')),
  })
  return query.size === 0 ? '/quotes/new' : `/quotes/new?${query}`
}

const MAX_PRODUCTS = 50
const MAX_UNITS = 100_000

/** Reads the products of such an address; what is none is left out. */
export function askedIn(text: string | null): AskedProducts {
  const parts = (text ?? '').split(',').map((part) => part.split(':'))
  const asked = parts.flatMap(([slug = '', units = '1']) => {
    const quantity = Number(units)
    return /^[a-z0-9-]{1,120}$/.test(slug) && Number.isInteger(quantity) && quantity >= 1 && quantity <= MAX_UNITS
      ? [{ slug, quantity }]
      : []
  })
  return asked.filter(({ slug }, index) => asked.findIndex((one) => one.slug === slug) === index).slice(0, MAX_PRODUCTS)
}

interface RequestLinkProps {
  products: AskedProducts
  /** Place of the delivery, where it is known. */
  place?: { country?: string | undefined; state?: string | undefined; zip?: string | undefined } | null
  className?: string
  children?: ReactNode
}

/** Link to the request of a quote for some products. */
export function RequestLink({ products, place, className = 'inline-block py-1', children = 'Request quote' }: RequestLinkProps) {
  return (
    <Link
      to={requestHref(products, { country: place?.country ?? '', state: place?.state ?? '', zip: place?.zip ?? '' })}
      className={className}
    >
      {children}
    </Link>
  )
}
