import './pages.css'
import { useNavigation } from 'react-router'
import { readEntryFilters } from '#app/features/content/pages/entry-filters.ts'
import { EntryTools } from '#app/features/content/pages/entry-tools.tsx'
import { browserLoader, type Reading, serverLoader } from '#app/lib/api.ts'
import { hasWords } from '#app/lib/has-words.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { breadcrumbList, graph } from '#app/lib/structured-data.ts'
import { ListEmpty } from '#app/ui/list-messages.tsx'
import { GLOSSARY, GLOSSARY_CATEGORIES } from '#content/glossary.ts'
import type { Route } from './+types/glossary'
import { Term } from './glossary-term.tsx'

const DESCRIPTION = 'The terms of cardboard, packing and the machines in between, explained by people who use them.'

async function read({ url }: Reading) {
  return readEntryFilters(url.searchParams, GLOSSARY_CATEGORIES)
}

export const loader = serverLoader(read)
export const clientLoader = browserLoader(read)

const TERMS = {
  '@type': 'DefinedTermSet',
  '@id': '/glossary',
  name: 'Glossary of cardboard and packing',
  description: DESCRIPTION,
  hasDefinedTerm: GLOSSARY.map(({ id, term, definition }) => ({
    '@type': 'DefinedTerm',
    '@id': `/glossary#${id}`,
    name: term,
    description: definition,
    inDefinedTermSet: '/glossary',
  })),
}
const STRUCTURED_DATA = graph(TERMS, breadcrumbList([{ to: '/glossary', label: 'Glossary' }]))

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta({
    title: loaderData?.category ? `Glossary: ${loaderData.category}` : 'Glossary',
    description: DESCRIPTION,
    canonical: '/glossary',
    isPrivate: Boolean(loaderData?.search),
    structuredData: import.meta.env.SSR && STRUCTURED_DATA,
  })

function Letters({ letters }: { letters: readonly string[] }) {
  return (
    <nav aria-label="Letters" className="no-print">
      <ul className="flex flex-wrap">
        {letters.map((letter) => (
          <li key={letter}>
            <a className="grid place-items-center size-11 font-strong" href={`#letter-${letter.toLowerCase()}`}>
              {letter}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export default function Glossary({ loaderData: filters }: Route.ComponentProps) {
  const { category, search } = filters
  const isLoading = useNavigation().location?.pathname === '/glossary'
  const found = GLOSSARY.filter(({ term, definition }) => hasWords(`${term} ${definition}`, search))
  const shown = found.filter((term) => category === '' || term.category === category)
  const letters = [...new Set(shown.map(({ term }) => term.charAt(0)))]
  return (
    <div className="wrap written-page">
      <header>
        <h1>Glossary</h1>
        <p className="max-w-text text-lg text-ink-2">{DESCRIPTION}</p>
      </header>
      <EntryTools path="/glossary" noun="term" categories={GLOSSARY_CATEGORIES} filters={filters} found={found} shownCount={shown.length} />
      {letters.length > 1 && <Letters letters={letters} />}
      <div aria-busy={isLoading} className="grid gap-9">
        {shown.length === 0 && (
          <ListEmpty
            title="No terms found"
            text={search ? `No term matches “${search}”.` : 'This category is empty.'}
            clear={{ href: '/glossary', label: 'Show all terms' }}
            elsewhere={{ href: '/contact', label: 'Ask us about a term' }}
          />
        )}
        {letters.map((letter) => (
          <section key={letter} id={`letter-${letter.toLowerCase()}`} aria-label={`Terms with ${letter}`} className="glossary-letter">
            <h2>{letter}</h2>
            <div>
              {shown
                .filter(({ term }) => term.startsWith(letter))
                .map((term) => (
                  <Term key={term.id} term={term} />
                ))}
            </div>
          </section>
        ))}
      </div>
    </div>
  )
}
