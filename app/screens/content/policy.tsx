import './pages.css'
import { PageContents, PageSections } from '#app/features/content/pages/page-sections.tsx'
import { browserLoader, orNull, type Reading, serverLoader } from '#app/lib/api.ts'
import { day } from '#app/lib/format.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { shopFactsQuery } from '#app/lib/shop-facts.ts'
import { ListFailed } from '#app/ui/list-messages.tsx'
import { LEGAL_PAGES, POLICIES } from '#content/policies/policies.ts'
import type { Route } from './+types/policy'

/** One screen for the policies and the pages that laws ask for: the address says which (S63-S66). */
async function read({ url, load }: Reading) {
  const shop = await orNull(load(shopFactsQuery))
  const path = url.pathname.replace(/\/+$/, '')
  return { policy: shop ? ((POLICIES[path] ?? LEGAL_PAGES[path])?.(shop) ?? null) : null }
}

export const loader = serverLoader(read)
export const clientLoader = browserLoader(read)

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData?.policy) return pageMeta({ title: 'Policy', description: 'A policy of this shop.', isPrivate: true })
  const { title, description, path } = loaderData.policy
  return pageMeta({ title, description, canonical: path })
}

export default function PolicyScreen({ loaderData: { policy } }: Route.ComponentProps) {
  if (!policy) {
    return (
      <div className="wrap py-8">
        <h1 className="mb-4">Policy</h1>
        <ListFailed text="This page could not be loaded. Please try again." />
      </div>
    )
  }
  return (
    <article className="wrap written-page with-contents">
      <header>
        <h1>{policy.title}</h1>
        <p className="text-sm text-ink-2">
          Version {policy.version}, in force since <time dateTime={policy.date}>{day(policy.date)}</time>
        </p>
        <p className="max-w-text text-lg text-ink-2">{policy.lead}</p>
      </header>
      <PageContents sections={policy.sections} />
      <div className="page-body grid grid-cols-1 gap-9">
        <PageSections sections={policy.sections} />
      </div>
    </article>
  )
}
