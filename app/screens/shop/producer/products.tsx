import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import type { Card } from '#app/features/catalog/products/card.ts'
import { PriceNote } from '#app/features/catalog/products/price-note.tsx'
import { ProductCard } from '#app/features/catalog/products/product-card.tsx'
import { figure } from '#app/lib/format.ts'
import { ListFailed } from '#app/ui/list-messages.tsx'
import type { Page } from '#contract/client.ts'

interface ProductsProps {
  title: string
  /** Null when they could not be read. */
  list: Page<Card> | null
  failed: string
  all: { to: string; label: ReactNode }
}

/** A producer's first products of one type, with a link to all. */
export function Products({ title, list, failed, all }: ProductsProps) {
  const id = useId()
  return (
    <section className="mt-14" aria-labelledby={id}>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          <h2 id={id}>
            {title} {list && <span className="text-ink-3">({figure(list.total)})</span>}
          </h2>
          <PriceNote />
        </div>
        <Link to={all.to} className="flex min-h-11 items-end">
          <span>{all.label}</span>
        </Link>
      </div>
      {!list && <ListFailed text={failed} />}
      {list && (
        <ul className="product-grid">
          {list.items.map((product) => (
            <li key={product.id}>
              <ProductCard product={product} isMakerShown={false} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
