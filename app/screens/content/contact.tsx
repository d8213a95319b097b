import { productQuery } from '#app/features/catalog/products/queries.ts'
import { organizationData } from '#app/features/content/pages/organization-data.ts'
import { browserLoader, orNull, type Reading, serverLoader } from '#app/lib/api.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { shopFactsQuery } from '#app/lib/shop-facts.ts'
import { breadcrumbList, graph } from '#app/lib/structured-data.ts'
import type { ShopFacts } from '#contract/content/shop.ts'
import type { Route } from './+types/contact'
import { ContactCard } from './contact/contact-card.tsx'
import { MessageForm } from './contact/message-form.tsx'
import { OfficeMap } from './contact/office-map.tsx'
import { topicOf } from './contact/topic.ts'

/** Most units that a quote can be asked for by a link. */
const MAX_QUANTITY = 100_000_000

/** Returns the units that a quote is asked for; null for none. */
function quantityIn(text: string | null): number | null {
  const quantity = Number(text)
  return Number.isInteger(quantity) && quantity > 0 && quantity <= MAX_QUANTITY ? quantity : null
}

async function read({ url, load }: Reading) {
  const slug = url.searchParams.get('product') ?? ''
  const [facts, product] = await Promise.all([orNull(load(shopFactsQuery)), slug === '' ? null : orNull(load(productQuery(slug)))])
  return {
    facts,
    /** The product that the message is about; null for none. */
    about: product && { name: product.name, path: `/products/${product.slug}`, quantity: quantityIn(url.searchParams.get('units')) },
    topic: topicOf(url.searchParams.get('topic')),
    calculation: url.searchParams.get('calculation') ?? '',
    /** The search without results that led here; '' for none. */
    searched: (url.searchParams.get('q') ?? '').slice(0, 200),
  }
}

export const loader = serverLoader(read)
export const clientLoader = browserLoader(read)

const structuredData = (facts: ShopFacts) =>
  graph(
    { '@type': 'ContactPage', url: '/contact', mainEntity: organizationData(facts) },
    breadcrumbList([{ to: '/contact', label: 'Contact' }]),
  )

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta({
    title: 'Contact',
    description: 'Write, call or visit us with questions about machines, packaging, orders and quotes. We answer within one business day.',
    canonical: '/contact',
    ...(import.meta.env.SSR && loaderData?.facts && { structuredData: structuredData(loaderData.facts) }),
  })

function QuickHelp() {
  return (
    <section aria-labelledby="quick-title" className="fold-t p-6 md:p-8">
      <h2 id="quick-title">Need Quick Help?</h2>
      <p className="mt-2 mb-4 text-ink-2">Find most answers about delivery, returns, warranty and payment there.</p>
      <a href="/faq" target="_blank" rel="noopener" className="button hollow">
        Visit Support Centre
        <span className="visually-hidden"> (new tab)</span>
      </a>
    </section>
  )
}

export default function Contact({ loaderData: { facts, topic, calculation, about, searched } }: Route.ComponentProps) {
  return (
    <div className="wrap py-8">
      <h1>Contact Our Team</h1>
      <p className="mt-2.5 mb-6 max-w-text text-lg text-ink-2">
        Questions about a machine, an order or your packaging? People who know the machines answer within one business day.
      </p>
      <div className="frame contact-columns lg:grid lg:grid-cols-[5fr_8fr]">
        <div className="contact-side">
          <ContactCard contact={facts?.contact ?? null} />
          <QuickHelp />
        </div>
        <MessageForm key={about?.path} topic={topic} calculation={calculation} about={about} searched={searched} />
      </div>
      {facts && <OfficeMap contact={facts.contact} />}
    </div>
  )
}
