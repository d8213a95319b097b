import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { PlaceTabs } from '#app/features/kit/frame/navigation.tsx'
import { usePageUser } from '#app/features/kit/session/use-session.ts'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { count } from '#app/lib/format.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { TriedSearch } from '#contract/content/synonyms.ts'
import { SEARCH_LANGUAGES } from '#domain/search/search-language.ts'
import { LANGUAGE_LABELS, optionsOf } from './labels.ts'
import { Reindex } from './reindex.tsx'

const joined = (texts: readonly string[]) => texts.map((text) => `“${text}”`).join(', ')

/** Lines that say how the search was read. */
function Read({ tried: { terms, understood } }: { tried: TriedSearch }) {
  const { corrections, leftOut, filters, instead, answers } = understood
  const lines = [
    ...terms.map(({ typed, finds }) => [`“${typed}”`, finds.length > 0 ? `finds ${joined(finds)}` : 'a value of a specification']),
    ...filters.map(({ label, display }) => ['Filter', `${label}: ${display}`]),
    ...corrections.map(({ from, to }) => ['Corrected', `“${from}” to “${to}”`]),
    ...(leftOut.length > 0 ? [['Left out', joined(leftOut)]] : []),
    ...instead.map(({ term }) => ['Not sold', `“${term}”: alternatives are shown`]),
    ...answers.map(({ title }) => ['Card', title]),
  ]
  return (
    <dl className="panel mt-3 grid gap-1 px-4.5 py-3">
      {lines.map(([name, value], place) => (
        // the lines of one answer never change their order
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={place} className="flex flex-wrap gap-x-4 wrap-anywhere">
          <dt className="text-ink-2">
            <bdi>{name}</bdi>
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Tried({ tried }: { tried: TriedSearch }) {
  return (
    <>
      <section aria-labelledby="tried-read" className="mt-6">
        <h2 id="tried-read">How the search reads it</h2>
        <Read tried={tried} />
      </section>
      <section aria-labelledby="tried-hits" className="mt-6">
        <h2 id="tried-hits">{tried.total === 0 ? 'No products' : count(tried.total, 'product')}</h2>
        <ol className="panel mt-3 px-4.5">
          {tried.hits.map(({ slug, name, categoryLabel, tier, reason }) => (
            <li key={slug} className="py-2.5 not-first:border-t-[1.5px] not-first:border-line wrap-anywhere">
              <Link to={`/products/${slug}`} className="font-medium">
                <bdi>{name}</bdi>
              </Link>
              <p className="text-sm text-ink-2">
                <bdi>{categoryLabel}</bdi>. Tier {tier}: {reason}.
              </p>
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}

/** A search as visitors make it, with how it was read and why each product is found. */
export default function TrySearchScreen() {
  const user = usePageUser()
  const [tried, setTried] = useState<TriedSearch | null>(null)
  const [params, setParams] = useSearchParams()
  const [start] = useState({ q: params.get('q') ?? '', lang: params.get('lang') ?? 'en' })
  const { props, element, errors, problem, isBusy } = useForm({
    failed: 'The search did not respond. Please try again.',
    send: async (fields) => {
      const lang = SEARCH_LANGUAGES.find((language) => language === textOf(fields, 'lang')) ?? 'en'
      const q = textOf(fields, 'q')
      setTried(await api.synonyms.tryOut({ body: { q, lang } }))
      setParams({ q, lang }, { replace: true, preventScrollReset: true })
    },
  })
  // a link that names a search shows its results
  useEffect(() => {
    if (start.q !== '') element.current?.requestSubmit()
  }, [start, element])
  return (
    <>
      <h1>Try a search</h1>
      <PlaceTabs label="Search" />
      <form {...props} className="panel grid gap-4 p-4.5 max-w-text">
        <FormProblem text={problem} />
        <TextField label="Search" name="q" required maxLength={200} defaultValue={start.q} error={errors.q} />
        <SelectField label="Language" name="lang" defaultValue={start.lang}>
          {optionsOf(LANGUAGE_LABELS).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <SubmitButton isBusy={isBusy} busy="Searching..." className="button justify-self-start">
          Search
        </SubmitButton>
      </form>
      <div role="status">{tried && <Tried tried={tried} />}</div>
      {user?.role === 'super_admin' && <Reindex />}
    </>
  )
}
