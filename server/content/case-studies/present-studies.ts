import { type CaseStudyText, caseStudies } from '#content/case-studies.ts'
import type { CaseStudy } from '#contract/content/case-studies.ts'
import type { Deps } from '#server/platform/deps.ts'
import { findPublicSlugs } from './public-products.ts'

function present({ scene, imageAlt, ...study }: CaseStudyText, shown: Set<string>): CaseStudy {
  return {
    ...study,
    results: [...study.results],
    products: study.products.map(({ name, slug }) => ({ name, slug: shown.has(slug) ? slug : null })),
    downloadUrl: `/case-studies/${study.id}.pdf`,
    image: { url: `/drawings/scenes/${scene}.svg`, alt: imageAlt },
  }
}

/** Presents the success stories; products that are public now have a link. */
export async function presentStudies({ db }: Deps): Promise<CaseStudy[]> {
  const shown = await findPublicSlugs(
    db,
    caseStudies.flatMap(({ products }) => products.map(({ slug }) => slug)),
  )
  return caseStudies.map((study) => present(study, shown))
}
