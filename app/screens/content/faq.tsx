import './pages.css'
import { useNavigation } from 'react-router'
import { readEntryFilters, slugOf } from '#app/features/content/pages/entry-filters.ts'
import { EntryTools } from '#app/features/content/pages/entry-tools.tsx'
import { browserLoader, orNull, type Reading, serverLoader } from '#app/lib/api.ts'
import { hasWords } from '#app/lib/has-words.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { shopFactsQuery } from '#app/lib/shop-facts.ts'
import { breadcrumbList, graph } from '#app/lib/structured-data.ts'
import { ListEmpty, ListFailed } from '#app/ui/list-messages.tsx'
import { FAQ_CATEGORIES, type FaqItem, faqItems } from '#content/faq.ts'
import type { Route } from './+types/faq'
import { Answers } from './faq-answers.tsx'

const DESCRIPTION =
  'Answers about machines, prices, discounts, payment, delivery, returns and accounts, based on the rules that the cart applies.'

async function read({ url, load }: Reading) {
  const shop = await orNull(load(shopFactsQuery))
  return { items: shop ? faqItems(shop) : null, filters: readEntryFilters(url.searchParams, FAQ_CATEGORIES) }
}

export const loader = serverLoader(read)
export const clientLoader = browserLoader(read)

function structuredData(items: readonly FaqItem[]): object {
  const mainEntity = items.map(({ id, question, answer }) => ({
    '@type': 'Question',
    '@id': `/faq#${id}`,
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  }))
  return graph({ '@type': 'FAQPage', '@id': '/faq', url: '/faq', mainEntity }, breadcrumbList([{ to: '/faq', label: 'FAQ' }]))
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta({
    title: 'Frequently asked questions',
    description: DESCRIPTION,
    canonical: '/faq',
    isPrivate: Boolean(loaderData?.filters.search),
    ...(import.meta.env.SSR && loaderData?.items && { structuredData: structuredData(loaderData.items) }),
  })

export default function Faq({ loaderData: { items, filters } }: Route.ComponentProps) {
  const isLoading = useNavigation().location?.pathname === '/faq'
  const { category, search } = filters
  const found = items?.filter(({ question, answer }) => hasWords(`${question} ${answer}`, search)) ?? []
  const shown = found.filter((item) => category === '' || item.category === category)
  return (
    <div className="wrap written-page">
      <header>
        <h1>Frequently asked questions</h1>
        <p className="max-w-text text-lg text-ink-2">{DESCRIPTION}</p>
      </header>
      {!items && <ListFailed text="The answers could not be loaded. Please try again." />}
      {items && (
        <>
          <EntryTools path="/faq" noun="question" categories={FAQ_CATEGORIES} filters={filters} found={found} shownCount={shown.length} />
          <div aria-busy={isLoading} className="page-body grid grid-cols-1 gap-9">
            {shown.length === 0 && (
              <ListEmpty
                title="No questions found"
                text="Try other words, or ask us."
                clear={{ href: '/faq', label: 'Show all questions' }}
                elsewhere={{ href: '/contact', label: 'Contact us' }}
              />
            )}
            {FAQ_CATEGORIES.map((name) => ({ name, group: shown.filter((item) => item.category === name) }))
              .filter(({ group }) => group.length > 0)
              .map(({ name, group }) => (
                <section key={name} aria-labelledby={`about-${slugOf(name)}`} className="page-section">
                  <h2 className="text-xl" id={`about-${slugOf(name)}`}>
                    {name}
                  </h2>
                  <Answers items={group} />
                </section>
              ))}
          </div>
        </>
      )}
    </div>
  )
}
