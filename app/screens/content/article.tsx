import { data, isRouteErrorResponse, redirect } from 'react-router'
import { Contents } from '#app/features/content/blog/contents.tsx'
import { feedLink } from '#app/features/content/blog/feed-link.ts'
import { Prose } from '#app/features/content/blog/prose.tsx'
import { articleQuery } from '#app/features/content/blog/queries.ts'
import { browserLoader, type Reading, serverLoader } from '#app/lib/api.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { isApiError } from '#contract/errors.ts'
import { truncateAtWord } from '#domain/text.ts'
import type { Route } from './+types/article'
import { ArticleFoot } from './article/article-foot.tsx'
import { ArticleHead } from './article/article-head.tsx'
import { ArticleFailed, ArticleNotAvailable, ArticleNotFound } from './article/not-shown.tsx'
import { structuredData } from './article/structured-data.ts'

const DESCRIPTION_MAX = 160
const MOVED = 301

function notAvailable(error: unknown): never {
  if (isApiError(error) && error.code === 'blog_not_available') throw data(null, { status: 403 })
  throw error
}

async function read({ params, url, load }: Reading) {
  const slug = params.slug ?? ''
  const article = await load(articleQuery(slug)).catch(notAvailable)
  if (article.slug !== slug) throw redirect(`/blog/${article.slug}${url.search}`, MOVED)
  return { article }
}

export const loader = serverLoader(read)
export const clientLoader = browserLoader(read)

/** Returns the message shown instead of the article, also as the title. */
function failureOf(error: unknown): string {
  const status = isRouteErrorResponse(error) ? error.status : 0
  if (status === 404) return 'Article Not Found'
  return status === 403 ? 'Article Not Available' : 'Unable to Load Article'
}

export const meta: Route.MetaFunction = ({ loaderData, error }) => {
  if (!loaderData) return pageMeta({ title: failureOf(error), description: "This article isn't available.", isPrivate: true })
  const { article } = loaderData
  return [
    ...pageMeta({
      title: article.title,
      description: truncateAtWord(article.excerpt, DESCRIPTION_MAX),
      canonical: `/blog/${article.slug}`,
      ...(article.coverImage && { image: article.coverImage }),
      isPrivate: !article.published,
      structuredData: import.meta.env.SSR && structuredData(article),
    }),
    feedLink(),
  ]
}

export default function Article({ loaderData: { article } }: Route.ComponentProps) {
  return (
    <div className="wrap pt-4">
      <article>
        <ArticleHead article={article} />
        <div className="article-columns">
          <Contents body={article.body} />
          <Prose body={article.body} />
        </div>
      </article>
      <ArticleFoot article={article} />
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const failure = failureOf(error)
  if (failure === 'Article Not Found') return <ArticleNotFound />
  return failure === 'Article Not Available' ? <ArticleNotAvailable /> : <ArticleFailed />
}
