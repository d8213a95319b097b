import { Fragment } from 'react'
import type { Understood } from '#contract/catalog/products.ts'
import type { Card } from './card.ts'
import { type ListView, PAGE_SIZE } from './filters.ts'
import { LeftOut } from './left-out.tsx'
import { ProductCard } from './product-card.tsx'

const PRIORITY_CARDS = 3

interface ProductGridProps {
  products: readonly Card[]
  page: number
  /** Meaning of the search; null without one. */
  understood: Pick<Understood, 'leftOut' | 'matching'> | null
  view?: ListView
  canCompare?: boolean
}

/** A page of products as cards. Those that lack words of the search stand last, under a heading. */
export function ProductGrid({ products, page, understood, view = 'grid', canCompare = false }: ProductGridProps) {
  const { leftOut = [], matching = 0 } = understood ?? {}
  const first = Math.max(0, matching - (page - 1) * PAGE_SIZE)
  return (
    <ul className="product-grid" data-view={view}>
      {products.map((product, index) => (
        <Fragment key={product.id}>
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
