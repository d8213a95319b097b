import type { ReactNode } from 'react'
import { ladderText, plainText, safetyText, tradeFacts } from '#app/features/catalog/products/trade-facts.ts'
import { figure, instant, money } from '#app/lib/format.ts'
import { Picture } from '#app/ui/picture.tsx'
import type { ProductForm } from '#contract/catalog/product-edits.ts'
import { modelRows } from '#domain/impact-text.ts'
import { mainDrawing } from '#domain/picture.ts'
import { FIELD_KEYS, type FieldKey, isPlain, PRODUCT_FIELDS, PUBLIC_KEYS } from '#domain/product-fields.ts'
import { saleText } from './sale-text.ts'

/** Facts that the public page does not list; the sale stands with the prices. */
const SHEET_KEYS = FIELD_KEYS.filter((key) => key === 'isCustom' || (key !== 'sale' && !PUBLIC_KEYS.some((open) => open === key)))

function sheetText(key: FieldKey, product: ProductForm): string | null {
  if (key === 'ladder') return ladderText(product.ladder)
  if (key === 'safety') return safetyText(product.safety)
  if (key === 'warrantyMonths' && product.warrantyMonths === null) return 'As specified'
  return isPlain(key) ? plainText(key, product[key]) : null
}

/** A stored product, read-only. */
export function ProductSheet({ product }: { product: ProductForm }) {
  return (
    <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)] mt-4.5 border-2 border-ink bg-surface max-[60rem]:grid-cols-1">
      <div className="not-first:fold-l max-[60rem]:not-first:fold-t max-[60rem]:not-first:border-l-0">
        <Section id="images" title="Images">
          <Images product={product} />
        </Section>
        <Section id="description" title="Description">
          <p dir="auto" className="max-w-text font-medium">
            {product.description || 'No short description'}
          </p>
          <p dir="auto" className="mt-3 max-w-text whitespace-pre-line">
            {product.fullDescription || 'No full description'}
          </p>
        </Section>
        <Section id="features" title="Features">
          {product.features.length === 0 ? (
            <p className="text-ink-2">No features listed</p>
          ) : (
            <ul className="list-disc pl-5">
              {product.features.map((feature) => (
                <li key={feature}>
                  <bdi>{feature}</bdi>
                </li>
              ))}
            </ul>
          )}
        </Section>
        <Section id="specifications" title="Specifications">
          <Pairs rows={product.specifications} none="No specifications listed" />
        </Section>
      </div>
      <div className="not-first:fold-l max-[60rem]:not-first:fold-t max-[60rem]:not-first:border-l-0">
        <Section id="price" title="Pricing & Inventory">
          <Pairs
            rows={[
              { name: 'Price USD', value: money(product.priceUSD, 'USD') },
              { name: 'Price EUR', value: money(product.priceEUR, 'EUR') },
              ...(product.saleUSD === null ? [] : [{ name: 'Sale price', value: saleText(product) }]),
              { name: 'Stock', value: `${figure(product.stock)} units` },
            ]}
          />
        </Section>
        {product.recall && (
          <Section id="recall" title="Recall">
            <p dir="auto" className="notice bad wrap-anywhere whitespace-pre-line">
              Recalled {instant(product.recall.at)} by our team, no longer sold: {product.recall.text}
            </p>
          </Section>
        )}
        <Section id="sustainability" title="Sustainability">
          <Pairs
            rows={[
              { name: 'Energy efficiency', value: product.sustainabilityMetrics.energyEfficiency || 'Not given' },
              { name: 'Material savings', value: product.sustainabilityMetrics.materialSavings || 'Not given' },
              { name: 'Carbon reduction', value: product.sustainabilityMetrics.carbonReduction || 'Not given' },
            ]}
          />
        </Section>
        {product.impactModel && (
          <Section id="calculator" title="Savings calculator">
            <Pairs rows={modelRows(product.impactModel).map(({ label, value }) => ({ name: label, value }))} />
          </Section>
        )}
        <Section id="delivery" title="Delivery">
          <Pairs
            rows={[
              { name: 'Ships as', value: product.shippingClass === 'freight' ? 'Freight' : 'Parcel' },
              { name: 'Lead time', value: product.leadTimeDays ? `${product.leadTimeDays} business days` : 'From stock' },
            ]}
          />
        </Section>
        <Section id="trade" title="Trade and logistics">
          <Pairs
            rows={[
              ...tradeFacts(product).map(({ label, value }) => ({ name: label, value })),
              ...SHEET_KEYS.map((key) => ({ name: PRODUCT_FIELDS[key].label, value: sheetText(key, product) || 'Not given' })),
            ]}
          />
        </Section>
        <Section id="dates" title="Dates">
          <Pairs
            rows={[
              { name: 'Created', value: instant(product.createdAt) },
              { name: 'Updated', value: instant(product.updatedAt) },
            ]}
          />
        </Section>
      </div>
    </div>
  )
}

function Images({ product }: { product: ProductForm }) {
  if (product.images.length === 0) return <p className="text-ink-2">No images uploaded</p>
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(140px,1fr))] gap-3">
      {product.images.map(({ url, alt }, at) => (
        <li key={url}>
          <Picture
            className="w-full aspect-4/3 border-[1.5px] border-line bg-paper object-cover"
            src={url}
            instead={mainDrawing(product.slug)}
            alt={alt || `${product.name}, image ${at + 1}`}
            sizes="(width < 40rem) 50vw, 240px"
            width={800}
            height={600}
            loading="lazy"
          />
        </li>
      ))}
    </ul>
  )
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="sheet-part px-6 py-5">
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

function Pairs({ rows, none = '' }: { rows: readonly { name: string; value: string }[]; none?: string }) {
  if (rows.length === 0) return <p className="text-ink-2">{none}</p>
  return (
    <dl className="pairs">
      {rows.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt>
            <bdi>{name}</bdi>
          </dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
