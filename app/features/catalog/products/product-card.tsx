import { unbroken } from '#app/lib/unbroken.ts'
import { Picture } from '#app/ui/picture.tsx'
import { Price } from '#app/ui/price.tsx'
import { isDrawing, mainDrawing } from '#domain/picture.ts'
import type { Card } from './card.ts'
import { CompareChoice } from './compare-choice.tsx'
import { cardFacts, rowFacts } from './facts.ts'
import { FormerPrice } from './former-price.tsx'
import { NO_PICTURE, PICTURE_HEIGHT, PICTURE_WIDTH } from './pictures.ts'
import { ProductLink } from './product-link.tsx'
import { StockBadge } from './stock-badge.tsx'
import { UnitPrice } from './unit-price.tsx'
import { useUnits } from './use-units.ts'

interface ProductCardProps {
  product: Card
  /** Loads the picture eagerly: it is among the first visible ones. */
  priority?: boolean
  headingLevel?: 2 | 3
  /** Marks a featured product; off where all are featured. */
  isTagged?: boolean
  /** Names who sells it; off where all are of one seller. */
  isMakerShown?: boolean
  /** A row of a list, with room for more facts. */
  isRow?: boolean
  /** Offers to compare it with others. */
  canCompare?: boolean
}

/** 4:3 above the text; on a phone beside it, from top to bottom. */
const PICTURE = 'w-full aspect-4/3 object-cover max-sm:absolute max-sm:inset-0 max-sm:h-full max-sm:aspect-auto'
/** In a row of a list also on a desk. */
const ROW_PICTURE = 'md:absolute md:inset-0 md:h-full md:aspect-auto md:object-contain'

/** A product in a list. The whole card is clickable: the link of the name covers it. */
export function ProductCard({
  product,
  priority = false,
  headingLevel = 3,
  isTagged = true,
  isMakerShown = true,
  isRow = false,
  canCompare = false,
}: ProductCardProps) {
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  const { shown } = useUnits()
  const picture = product.picture ?? NO_PICTURE
  const facts = isRow ? rowFacts(product.facts) : cardFacts(product.facts)
  return (
    <article className="product-card">
      <div className="product-card-picture">
        <Picture
          src={picture}
          instead={mainDrawing(product.slug)}
          className={`${PICTURE} ${isDrawing(picture) ? 'max-sm:object-contain' : ''} ${isRow ? ROW_PICTURE : ''}`}
          bold={isRow ? '(width < 36rem), (width >= 52rem)' : '(width < 36rem)'}
          alt=""
          sizes="(width < 40rem) 92vw, 400px"
          width={PICTURE_WIDTH}
          height={PICTURE_HEIGHT}
          decoding="async"
          {...(priority ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
        />
      </div>
      <div className="product-card-text">
        <Heading className="product-card-name">
          <ProductLink slug={product.slug}>
            <bdi>{unbroken(product.name)}</bdi>
          </ProductLink>
        </Heading>
        <p className="product-card-kind">
          <span>
            <bdi>{product.categoryLabel}</bdi>
            {isMakerShown && (
              <>
                , <bdi>{product.businessName}</bdi>
              </>
            )}
          </span>
          {product.featured && isTagged && (
            <span className="px-2 bg-tape text-on-bright text-xs font-strong forced-highlight">Featured</span>
          )}
        </p>
        {facts.length > 0 && (
          <dl className="facts text-sm">
            {facts.map(({ label, value }) => (
              <div key={label}>
                <dt>
                  <bdi>{label}</bdi>
                </dt>
                <dd>
                  <bdi>{shown(value)}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        )}
        <p className="product-card-foot">
          <Price usd={product.priceUSD} eur={product.priceEUR} className="text-lg" />
          <span className="text-sm">
            <StockBadge stock={product.stock} leadTimeDays={product.leadTimeDays} />
          </span>
          <FormerPrice product={product} className="product-card-base text-sm text-ink-2" />
          <UnitPrice
            usd={product.priceUSD}
            eur={product.priceEUR}
            content={product.content}
            className="product-card-base text-sm text-ink-2"
          />
          {product.freight && (
            <span className="product-card-base text-sm">
              plus <Price usd={product.freight.USD} eur={product.freight.EUR} className="[font-family:inherit]" /> freight
            </span>
          )}
          {canCompare && <CompareChoice product={product} className="product-card-base min-h-8" />}
        </p>
        {product.notSold && <p className="product-card-note text-sm">{product.notSold}</p>}
      </div>
    </article>
  )
}
