import './pages.css'
import { useState } from 'react'
import { Link } from 'react-router'
import { PageContents } from '#app/features/content/pages/page-sections.tsx'
import { figure } from '#app/lib/format.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { getPublicUrl } from '#app/lib/public-url.ts'
import { API_VERSION } from '#contract/api-version.ts'
import { SESSION_WRITES_PER_MINUTE, TOKEN_CALLS_PER_MINUTE } from '#domain/api-tokens.ts'
import type { Route } from './+types/developers'
import { CodeTabs } from './developers/code-tabs.tsx'
import { LANGUAGES, type Language } from './developers/recipe-files.ts'
import { RECIPES } from './developers/recipes.tsx'

const BASICS = { id: 'basics', title: 'Basics' }
const DESCRIPTION = 'Connect your ERP, warehouse or shop system: a JSON API, webhooks, and recipes in curl and TypeScript to start from.'

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Developers', description: DESCRIPTION, canonical: '/developers' })

function Basics() {
  return (
    <section id={BASICS.id} aria-labelledby="basics-title" className="page-section">
      <h2 className="text-xl" id="basics-title">
        {BASICS.title}
      </h2>
      <ul className="page-list max-w-text grid gap-1.5 pl-[1.2em] list-[square]">
        <li>
          The base URL is <code className="wrap-anywhere">{getPublicUrl()}</code>. Requests and answers are JSON.
        </li>
        <li>
          Send a token as <code>Authorization: Bearer rfb_…</code> with each request. <code>GET /api/token</code> returns what it may do.
        </li>
        <li>
          Errors are problem documents (RFC 9457): <code>code</code> is one of the{' '}
          <Link to="/api/docs#refusals" reloadDocument>
            refusals
          </Link>
          , <code>detail</code> a sentence for people, and <code>errors</code> names the fields.
        </li>
        <li>
          Each token can make {figure(TOKEN_CALLS_PER_MINUTE)} calls a minute. <code>RateLimit</code> says how many are left. Beyond that,
          the status is 429, and <code>Retry-After</code> says in how many seconds to try again.
        </li>
        <li>
          Signed in without a token, you can make {figure(SESSION_WRITES_PER_MINUTE)} calls a minute that change something, in all your
          sessions together. Creating and revoking tokens and webhooks count among them. <code>X-RateLimit-Remaining</code> says how many
          are left.
        </li>
        <li>This is version {API_VERSION} of the API. The first number rises with changes that break clients.</li>
      </ul>
      <p className="no-print flex flex-wrap gap-x-6">
        {[
          { to: '/api/docs', label: 'API reference' },
          { to: '/api/openapi.json', label: 'OpenAPI description' },
        ].map(({ to, label }) => (
          <Link key={to} to={to} reloadDocument className="flex items-center min-h-11 font-medium">
            {label}
          </Link>
        ))}
      </p>
    </section>
  )
}

/** The page for those who connect other systems: the basics of the API, and recipes that are run as tests. */
export default function Developers() {
  const [language, setLanguage] = useState<Language>(LANGUAGES[0])
  return (
    <article className="wrap written-page with-contents developers-page">
      <header>
        <h1>Developers</h1>
        <p className="max-w-text text-lg text-ink-2">{DESCRIPTION}</p>
      </header>
      <PageContents sections={[BASICS, ...RECIPES]} />
      <div className="page-body grid grid-cols-1 gap-9">
        <Basics />
        {RECIPES.map(({ id, title, text, files }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`} className="page-section">
            <h2 className="text-xl" id={`${id}-title`}>
              {title}
            </h2>
            {text}
            <CodeTabs id={id} label={title} files={files} language={language} onLanguage={setLanguage} />
          </section>
        ))}
      </div>
    </article>
  )
}
