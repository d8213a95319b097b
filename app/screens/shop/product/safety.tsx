import { Link } from '#app/ui/link.tsx'
import type { Product } from '#contract/catalog/products.ts'

type Contact = NonNullable<Product['productSafety']['manufacturer']>

function ContactLines({ contact: { name, address, email } }: { contact: Contact }) {
  return (
    <>
      <span className="block">
        <bdi>{name}</bdi>
      </span>
      <span dir="auto" className="block font-normal whitespace-pre-line">
        {address}
      </span>
      <a className="inline-flex items-center min-h-11 font-normal wrap-anywhere" href={`mailto:${email}`}>
        {email}
      </a>
    </>
  )
}

/** Maker, responsible person, type and warnings of a product (Regulation (EU) 2023/988, Article 19). */
export function Safety({ product: { productSafety, mpn, sku } }: { product: Product }) {
  const { manufacturer, responsible, warnings } = productSafety
  const rows = [
    { label: 'Maker', value: manufacturer && <ContactLines contact={manufacturer} /> },
    { label: 'Responsible person in the European Union', value: responsible && <ContactLines contact={responsible} /> },
    { label: 'Type', value: mpn ?? sku },
    {
      label: 'Warnings',
      value: warnings && (
        <span dir="auto" className="font-normal whitespace-pre-line">
          {warnings}
        </span>
      ),
    },
  ].filter(({ value }) => value)
  return (
    <>
      {manufacturer ? (
        <dl className="max-w-190">
          {rows.map(({ label, value }) => (
            <div key={label} className="grid grid-cols-[38%_minmax(0,1fr)] py-2.25 border-b-[1.5px] border-line">
              <dt className="pr-4 text-ink-2">{label}</dt>
              <dd className="font-medium wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="text-ink-2">No safety information provided</p>
      )}
      <p className="no-print mt-4">
        <Link className="inline-flex items-center min-h-11" to="/recalls">
          Recalled products
        </Link>
      </p>
    </>
  )
}
