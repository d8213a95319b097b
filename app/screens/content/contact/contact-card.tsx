import { telephone } from '#app/lib/format.ts'
import type { ShopFacts } from '#contract/content/shop.ts'

/** Contact card of the shop, from its settings (S154, S155, D160). */
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
      Our contact information could not be read.{' '}
      <a href="/contact" className="inline-flex min-h-11 items-center">
        Try again
      </a>
    </p>
  )
}

function ContactFacts({ contact: { email, phone, street, city, country, hours } }: { contact: ShopFacts['contact'] }) {
  return (
    <dl className="contact-facts">
      <dt>Email</dt>
      <dd>
        <a href={`mailto:${email}`}>{email}</a>
      </dd>
      <dt>Phone</dt>
      <dd>
        <a href={telephone(phone)}>{phone}</a>
      </dd>
      <dt>Address</dt>
      <dd>
        {street}
        <br />
        {city}
        <br />
        {country}
      </dd>
      <dt>Business hours</dt>
      <dd>
        <ul>
          {hours.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </dd>
    </dl>
  )
}
