import { useQuery } from '@tanstack/react-query'
import { productPapersQuery } from '#app/features/catalog/papers/queries.ts'
import { goToField } from '#app/features/kit/forms/use-form.ts'
import { queryOf } from '#app/lib/api.ts'
import { count } from '#app/lib/format.ts'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import type { ProductPapers } from '#contract/catalog/papers.ts'
import type { ProductForm } from '#contract/catalog/product-edits.ts'
import { PAPER_LABELS, type PaperKind } from '#domain/paper.ts'
import { NO_FACTS, readFacts } from '#domain/product-facts.ts'
import { NEEDED_FACTS, type ReadinessKey, readinessOf } from '#domain/readiness.ts'
import { rowOf } from '#domain/specification.ts'
import { contactInputs, type Input, inputsOf } from './fact-inputs.tsx'
import type { ProductValues } from './form-values.ts'
import { type CategoryAttribute, useCategoryAttributes } from './typed-fields.tsx'

type BusinessFacts = Pick<ProductForm, 'hasBusinessAddress' | 'isBusinessInEu'>

/** Returns the facts that decide where the product can be sold, as the form has them now. */
function readinessIn(values: ProductValues, attributes: readonly CategoryAttribute[], business: BusinessFacts) {
  const specifications = values.specifications.filter(({ name, value }) => name.trim() !== '' && value.trim() !== '')
  const lacking = attributes.filter((attribute) => rowOf(specifications, attribute) < 0)
  return readinessOf({
    ...NO_FACTS,
    ...readFacts(values.facts, getShop().timeZone).facts,
    specifications,
    missingAttributes: lacking.filter(({ isRequired }) => isRequired).map(({ label }) => label),
    lacksTyped: attributes.length > 0 && lacking.length === attributes.length,
    images: values.images.filter(({ url }) => url.trim() !== ''),
    hasBusinessAddress: business.hasBusinessAddress,
    isBusinessInEu: business.isBusinessInEu,
  })
}

/** Returns the fields where a missing fact may be entered, required specifications first. */
function fieldsOf(key: ReadinessKey, values: ProductValues, attributes: readonly CategoryAttribute[]): readonly string[] {
  if (key === 'pictureText') return values.images.map((_, at) => `images.${at}.alt`)
  const pathsOf = (inputs: readonly Input[]) => inputs.map(({ path }) => path)
  if (key === 'safety') return [...pathsOf(contactInputs('manufacturer')), 'safety.responsible.name', 'mpn', 'sku']
  const fact = NEEDED_FACTS.get(key)
  if (fact) return pathsOf(inputsOf(fact))
  const typed = [...attributes.filter(({ isRequired }) => isRequired), ...attributes]
  return [...typed.map((attribute) => `attributes.${attribute.key}`), 'specifications.0.name']
}

/** Goes to the first of these fields that is empty, or to the first. */
function goTo(form: HTMLFormElement | null, names: readonly string[]): void {
  const fields = names.map((name) => form?.elements.namedItem(name)).filter((field) => field instanceof HTMLElement)
  const isEmpty = (field: HTMLElement) => 'value' in field && field.value === ''
  const field = fields.find(isEmpty) ?? fields[0]
  if (!field) return
  goToField(field)
  field.scrollIntoView({ block: 'center' })
}

/** Counts the markets that lack each kind of paper. */
function marketsByKind(gaps: ProductPapers['missing']): Map<PaperKind, number> {
  const markets = new Map<PaperKind, number>()
  for (const { papers, countries } of gaps) for (const { kind } of papers) markets.set(kind, (markets.get(kind) ?? 0) + countries.length)
  return markets
}

/** List of what is still missing, each a link to its field. */
export function ReadinessList({ values, opened }: { values: ProductValues; opened: ProductForm }) {
  const attributes = useCategoryAttributes(values.category)
  const open = readinessIn(values, attributes, opened).filter(({ ok }) => !ok)
  const token = useToken((state) => state.token)
  const { data } = useQuery(queryOf(productPapersQuery(token, opened.id)))
  const papers = [...marketsByKind(data?.missing ?? [])]
  if (open.length === 0 && papers.length === 0)
    return <p className="status ok whitespace-normal">This product has all the details that buyers and carriers need.</p>
  return (
    <div>
      <h3 id="readiness">Still missing</h3>
      <ul aria-labelledby="readiness" className="mt-1 list-disc pl-5">
        {open.map(({ key, text }) => (
          <li key={key}>
            <button
              type="button"
              className="link-button text-left"
              onClick={(event) => goTo(event.currentTarget.form, fieldsOf(key, values, attributes))}
            >
              {text}
            </button>
          </li>
        ))}
        {papers.map(([kind, markets]) => (
          <li key={kind}>
            <button
              type="button"
              className="link-button text-left"
              onClick={() => document.getElementById('papers')?.scrollIntoView({ block: 'center' })}
            >
              Add the paper “{PAPER_LABELS[kind]}” for {count(markets, 'market')}.
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
