import { Link, redirect } from 'react-router'
import { StudiesClosing } from '#app/features/content/case-studies/closing.tsx'
import { caseStudyQuery } from '#app/features/content/case-studies/queries.ts'
import {
  DownloadLink,
  IllustrativeTag,
  isStudyShown,
  ProductBadges,
  SAMPLE,
  StudiesWithheld,
  StudyLabels,
  StudyResults,
  Testimonial,
  useShownStudies,
} from '#app/features/content/case-studies/study-details.tsx'
import { browserLoader, type Reading, serverLoader } from '#app/lib/api.ts'
import { failedMeta, pageMeta } from '#app/lib/meta.ts'
import { getShop } from '#app/lib/shop.ts'
import { breadcrumbList, graph } from '#app/lib/structured-data.ts'
import { Picture } from '#app/ui/picture.tsx'
import type { CaseStudy } from '#contract/content/case-studies.ts'
import { truncateAtWord } from '#domain/text.ts'
import type { Route } from './+types/case-study'

const DESCRIPTION_MAX = 160

async function read({ params, url, load }: Reading) {
  const study = await load(caseStudyQuery(params.id ?? ''))
  if (study.id !== params.id) throw redirect(`/case-studies/${study.id}${url.search}`, 301)
  return study
}

export const loader = serverLoader(read)
export const clientLoader = browserLoader(read)

const descriptionOf = ({ industry, challenge }: CaseStudy) =>
  truncateAtWord(`${industry}, illustrative case. ${challenge}`, DESCRIPTION_MAX)

function structuredData(study: CaseStudy): object {
  const url = `/case-studies/${study.id}`
  const article = {
    '@type': 'Article',
    headline: study.title,
    description: descriptionOf(study),
    url,
    mainEntityOfPage: url,
    image: study.image.url,
    articleSection: study.industry,
    inLanguage: 'en',
    author: { '@type': 'Organization', name: getShop().name, url: '/' },
    publisher: { '@type': 'Organization', name: getShop().name, url: '/' },
  }
  return graph(
    article,
    breadcrumbList([
      { to: '/case-studies', label: 'Success Stories' },
      { to: url, label: study.title },
    ]),
  )
}

export const meta: Route.MetaFunction = ({ loaderData, error }) => {
  if (!loaderData) return failedMeta(error, { title: 'Page Not Found', description: 'There is no success story at this address.' })
  if (!isStudyShown(loaderData)) {
    return pageMeta({ title: 'Success Stories', description: 'Success stories of this shop.', canonical: `/case-studies/${loaderData.id}` })
  }
  return pageMeta({
    title: loaderData.title,
    description: descriptionOf(loaderData),
    canonical: `/case-studies/${loaderData.id}`,
    image: loaderData.image.url,
    structuredData: import.meta.env.SSR && structuredData(loaderData),
  })
}

export default function CaseStudyScreen({ loaderData: study }: Route.ComponentProps) {
  const [shown] = useShownStudies([study])
  if (!shown) {
    return (
      <div className="wrap pt-4">
        <h1>Success Stories</h1>
        <StudiesWithheld />
        <StudiesClosing />
      </div>
    )
  }
  return (
    <div className={`wrap pt-4 ${study.illustrative ? SAMPLE : ''}`}>
      <Link to="/case-studies" className="back-link no-print">
        All success stories
      </Link>
      <header className="frame md:grid md:grid-cols-[7fr_5fr]">
        <div className="md:px-11 md:py-8 md:content-center grid gap-4 content-start p-5 min-w-0">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <StudyLabels study={study} />
            <IllustrativeTag />
          </div>
          <h1>{study.title}</h1>
          <p className="text-ink-2">
            {study.client} · {study.completedDate}
          </p>
          <p className="max-w-text text-sm text-ink-2">
            A worked example based on the planning values of our machines, not a report about a customer. We wrote the quote in it.{' '}
            <Link to="/claims">How we count</Link>
          </p>
          <p className="no-print flex">
            <DownloadLink study={study} label="Download" />
          </p>
        </div>
        <Picture
          sizes="(width < 48rem) 92vw, 620px"
          src={study.image.url}
          width={800}
          height={600}
          alt={study.image.alt}
          className="no-print md:h-full md:border-b-0 md:fold-l w-full aspect-4/3 object-contain bg-kraft-print fold-b"
        />
      </header>
      <div className="grid gap-x-11 gap-y-6 mt-8 md:grid-cols-[1fr_1fr]">
        <section>
          <h2 className="mb-3">The challenge</h2>
          <p>{study.challenge}</p>
        </section>
        <section>
          <h2 className="mb-3">The solution</h2>
          <p>{study.solution}</p>
        </section>
      </div>
      <section className="frame mt-8 break-inside-avoid" aria-labelledby="study-results">
        <h2 id="study-results" className="px-5 pt-5">
          The results
        </h2>
        <div className="px-5 pt-3 pb-5">
          <StudyResults results={study.results} />
        </div>
      </section>
      <div className="grid gap-x-11 gap-y-6 mt-8 md:grid-cols-[1fr_1fr]">
        <Testimonial testimonial={study.testimonial} />
        <section>
          <h2 className="mb-3">Products used</h2>
          <ProductBadges products={study.products} />
        </section>
      </div>
      <StudiesClosing />
    </div>
  )
}
