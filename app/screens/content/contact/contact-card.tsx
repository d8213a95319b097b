import { telephone } from '#app/lib/format.ts'
import type { ShopFacts } from '#contract/content/shop.ts'

/** Contact card of the shop, from its settings (S154, S155). */
export function ContactCard({ contact }: { contact: ShopFacts['contact'] | null }) {
  return (
    <section aria-labelledby="reach-title" className="p-6 md:p-8">
      <h2 id="reach-title">Contact Information</h2>
      {contact ? <ContactFacts contact={contact} /> : <Unread />}
    </section>
  )
}

function Unread() {
  return (
    <p role="alert" className="mt-3">
      Our contact information could not be loaded.{' '}
      <a href="/contact" className="inline-flex min-h-11 items-center">
        Try again
      </a>
    </p>
  )
}

function ContactFacts({ contact: { email, phone, street, city, country, hours } }: { contact: ShopFacts['contact'] }) {
  return (
    <dl className="mt-3.5 sm:grid sm:grid-cols-[max-content_minmax(0,1fr)] sm:gap-x-6 sm:gap-y-1">
      <dt className="pt-2 text-ink-2 sm:py-2">Email</dt>
      <dd className="pb-1 font-medium wrap-anywhere sm:py-2">
        <a className="inline-block py-2.5 -my-2.5" href={`mailto:${email}`}>
          {email}
        </a>
      </dd>
      <dt className="pt-2 text-ink-2 sm:py-2">Phone</dt>
      <dd className="pb-1 font-medium wrap-anywhere sm:py-2">
        <a className="inline-block py-2.5 -my-2.5" href={telephone(phone)}>
          {phone}
        </a>
      </dd>
      <dt className="pt-2 text-ink-2 sm:py-2">Address</dt>
      <dd className="pb-1 font-medium wrap-anywhere sm:py-2">
        {street}
        <br />
        {city}
        <br />
        {country}
      </dd>
      <dt className="pt-2 text-ink-2 sm:py-2">Business hours</dt>
      <dd className="pb-1 font-medium wrap-anywhere sm:py-2">
        <ul>
          {hours.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </dd>
    </dl>
  )
}
