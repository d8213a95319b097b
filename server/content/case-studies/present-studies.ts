import { type CaseStudyText, caseStudies } from '#content/case-studies.ts'
import type { CaseStudy } from '#contract/content/case-studies.ts'
import type { Deps } from '#server/platform/deps.ts'
import { findPublicSlugs } from './public-products.ts'

/**
 * Returns the slug of the product whose drawing a story shows: its machine, where the scene is one that the shop sells; else the scenes
 * that come with the shop.
 */
const drawnAs = ({ scene, products }: CaseStudyText, shown: Set<string>) =>
  products.find(({ slug }) => scene === 'mat-maker' && shown.has(slug))?.slug ?? 'scenes'

function present(whole: CaseStudyText, shown: Set<string>): CaseStudy {
  const { scene, imageAlt, ...study } = whole
  return {
    ...study,
    results: [...study.results],
    products: study.products.map(({ name, slug }) => ({ name, slug: shown.has(slug) ? slug : null })),
    downloadUrl: `/case-studies/${study.id}.pdf`,
    image: { url: `/drawings/${drawnAs(whole, shown)}/${scene}.svg`, alt: imageAlt },
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
