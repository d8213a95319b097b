import { Fragment } from 'react'
import type { Understood } from '#contract/catalog/products.ts'
import { type Card, firstPart } from './card.ts'
import { type ListFilters, type ListView, PAGE_SIZE } from './filters.ts'
import { AlsoContains, LeftOut } from './left-out.tsx'
import { ProductCard } from './product-card.tsx'

const PRIORITY_CARDS = 3

interface ProductGridProps {
  products: readonly Card[]
  filters: Pick<ListFilters, 'search' | 'sort' | 'page'>
  /** Meaning of the search; null without one. */
  understood: Pick<Understood, 'leftOut' | 'matching'> | null
  view?: ListView
  canCompare?: boolean
}

/**
 * A page of products as cards. Those that only contain the search, and after them those that lack words of it, stand under headings of
 * their own.
 */
export function ProductGrid({ products, filters, understood, view = 'grid', canCompare = false }: ProductGridProps) {
  const { leftOut = [], matching = 0 } = understood ?? {}
  const first = Math.max(0, matching - (filters.page - 1) * PAGE_SIZE)
  const part = firstPart(products, filters)
  return (
    <ul className="product-grid" data-view={view}>
      {products.map((product, index) => (
        <Fragment key={product.id}>
          {index === part && (
            <li className="col-span-full">
              <AlsoContains search={filters.search} />
            </li>
          )}
          {leftOut.length > 0 && index === first && (
            <li className="col-span-full">
              <LeftOut words={leftOut} />
            </li>
          )}
          <li>
            <ProductCard
              product={product}
              headingLevel={2}
              priority={index < PRIORITY_CARDS}
              isRow={view === 'list'}
              canCompare={canCompare}
            />
          </li>
        </Fragment>
      ))}
    </ul>
  )
}
