import { caseStudies } from '#content/case-studies.ts'
import type { PageKind } from '#contract/route-handle.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type ListedPage, listArticlePages, listProducerPages, listProductPages } from './public-pages.ts'
import type { SitemapEntry } from './write-sitemap.ts'

const latest = (pages: readonly ListedPage[]): Date | null =>
  pages.reduce<Date | null>((last, { changedAt }) => (last && last > changedAt ? last : changedAt), null)

/** A public screen without parameters, with the records that it lists. */
export interface ListedScreen {
  path: string
  changesWith: readonly PageKind[]
}

/**
 * Returns every page for search engines: screens with a path of their own, then producers, articles and products. A list's date is that of
 * its newest entry.
 */
export async function listPages({ db, now }: Pick<Deps, 'db' | 'now'>, screens: readonly ListedScreen[]): Promise<SitemapEntry[]> {
  const pages: Record<PageKind, ListedPage[]> = {
    products: await listProductPages(db),
    producers: await listProducerPages(db),
    articles: await listArticlePages(db, now()),
  }
  const below = (folder: string, listed: readonly { slug: string; changedAt: Date | null }[]) =>
    listed.map(({ slug, changedAt }) => ({ path: `/${folder}/${slug}`, changedAt }))
  return [
    ...screens.map(({ path, changesWith }) => ({ path, changedAt: latest(changesWith.flatMap((kind) => pages[kind])) })),
    ...below('producers', pages.producers),
    ...below('blog', pages.articles),
    ...below('products', pages.products),
    ...below(
      'case-studies',
      caseStudies.map(({ id }) => ({ slug: id, changedAt: null })),
    ),
  ]
}
