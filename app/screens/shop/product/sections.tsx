import type { ReactNode } from 'react'
import { PaperLinks } from '#app/features/catalog/papers/paper-links.tsx'
import { proofsOf, shownRows } from '#app/features/catalog/products/facts.ts'
import { tradeFacts } from '#app/features/catalog/products/trade-facts.ts'
import { UnitSwitch } from '#app/features/catalog/products/unit-switch.tsx'
import { useUnits } from '#app/features/catalog/products/use-units.ts'
import type { Product } from '#contract/catalog/products.ts'
import { inUsUnits } from '#domain/us-units.ts'
import { Safety } from './safety.tsx'
import { SectionNav } from './section-nav.tsx'
import { Supplier } from './supplier.tsx'

const SECTIONS = [
  { id: 'description', title: 'Description' },
  { id: 'specifications', title: 'Specifications' },
  { id: 'sustainability', title: 'Sustainability' },
  { id: 'supplier', title: 'Supplier Info' },
  { id: 'safety', title: 'Safety and maker' },
  { id: 'papers', title: 'Papers' },
] as const

/** Products without papers have no place for them. */
const WITHOUT_PAPERS = SECTIONS.slice(0, -1)

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="product-section">
      <h2 id={`${id}-title`}>{title}</h2>
      <div>{children}</div>
    </section>
  )
}

function Description({ product: { fullDescription, description, features } }: { product: Product }) {
  const paragraphs = (fullDescription.trim() || description).split(/\n\s*\n/)
  return (
    <div className="min-[60rem]:grid min-[60rem]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] min-[60rem]:gap-11">
      <div className="grid gap-4">
        {paragraphs.map((paragraph) => (
          <p key={paragraph} dir="auto">
            {paragraph}
          </p>
        ))}
      </div>
      {features.length > 0 && (
        <div>
          <h3 className="mb-2.5 max-[60rem]:mt-6">Key features</h3>
          <ul className="features">
            {features.map((feature) => (
              <li key={feature} className="relative py-1 pl-5.5">
                <bdi>{feature}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

function Specifications({ product }: { product: Product }) {
  const { shown } = useUnits()
  const rows = shownRows(product)
  if (rows.length === 0) return <p className="text-ink-2">No specifications provided</p>
  return (
    <table className="w-full max-w-190">
      <caption className="visually-hidden">
        Specifications of <bdi>{product.name}</bdi>
      </caption>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th className="py-2.25 border-b-[1.5px] border-line text-left align-top w-[38%] pr-4 text-ink-2 font-normal" scope="row">
              <bdi>{row.name}</bdi>
            </th>
            <td className="py-2.25 border-b-[1.5px] border-line text-left align-top font-medium wrap-anywhere">
              <bdi>{shown(row.value)}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Numbers, packed weight and size, origin and quantities, as far as the seller has given them. */
function TradeFacts({ product }: { product: Product }) {
  const { shown } = useUnits()
  const facts = tradeFacts(product)
  if (facts.length === 0) return null
  return (
    <>
      <h3 className="mt-8 mb-2.5">Ordering and shipping</h3>
      <dl className="max-w-190">
        {facts.map(({ label, value }) => (
          <div key={label} className="grid grid-cols-[38%_minmax(0,1fr)] py-2.25 border-b-[1.5px] border-line">
            <dt className="pr-4 text-ink-2">{label}</dt>
            <dd className="font-medium wrap-anywhere">
              <bdi>{shown(value)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** The seller's written warranty, readable before the order (16 CFR 702.3). */
function Warranty({ product: { warrantyText } }: { product: Product }) {
  if (warrantyText === '') return null
  return (
    <>
      <h3 id="warranty-terms" className="mt-8 mb-2.5">
        Warranty terms
      </h3>
      <p dir="auto" className="max-w-190 whitespace-pre-line">
        {warrantyText}
      </p>
    </>
  )
}

function Sustainability({ product }: { product: Product }) {
  const { energyEfficiency, materialSavings, carbonReduction } = product.sustainabilityMetrics
  const proofs = proofsOf(product)
  const statements = [
    { title: 'Energy efficiency', text: energyEfficiency },
    { title: 'Material savings', text: materialSavings },
    { title: 'Carbon reduction', text: carbonReduction },
  ].filter(({ text }) => text.trim() !== '')
  if (statements.length === 0) return <p className="text-ink-2">No sustainability information provided</p>
  return (
    <>
      <dl className="grid gap-4 max-w-190">
        {statements.map(({ title, text }) => (
          <div key={title}>
            <dt className="font-strong">{title}</dt>
            <dd dir="auto">{text}</dd>
          </div>
        ))}
      </dl>
      {proofs.length === 0 ? (
        <p className="mt-4 text-sm text-ink-2">Supplier's statement, not verified: the shop has not measured these figures.</p>
      ) : (
        <div className="mt-4 grid gap-1">
          <p className="text-sm text-ink-2">Supplier's statement. The shop has seen its proof:</p>
          <PaperLinks papers={proofs} />
        </div>
      )}
    </>
  )
}

/** Returns whether a product has lengths or weights that the United States read in other units. */
const hasUsUnits = (product: Product) =>
  [...product.specificationRows, ...tradeFacts(product)].some(({ value }) => inUsUnits(value) !== value)

/**
 * The specification's four tabs, that of product safety and, where there are any, that of papers, as sections one below the other: all of
 * it is in the page, each has its address (S110-S113).
 */
export function Sections({ product }: { product: Product }) {
  return (
    <div className="mt-14">
      <SectionNav sections={product.papers.length > 0 ? SECTIONS : WITHOUT_PAPERS} />
      <Section {...SECTIONS[0]}>
        <Description product={product} />
      </Section>
      <Section {...SECTIONS[1]}>
        {hasUsUnits(product) && <UnitSwitch className="-mt-2 -ml-1" />}
        <Specifications product={product} />
        <TradeFacts product={product} />
        <Warranty product={product} />
      </Section>
      <Section {...SECTIONS[2]}>
        <Sustainability product={product} />
      </Section>
      <Section {...SECTIONS[3]}>
        <Supplier product={product} />
      </Section>
      <Section {...SECTIONS[4]}>
        <Safety product={product} />
      </Section>
      {product.papers.length > 0 && (
        <Section {...SECTIONS[5]}>
          <PaperLinks papers={product.papers} />
        </Section>
      )}
    </div>
  )
}
