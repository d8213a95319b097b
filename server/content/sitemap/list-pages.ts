import { caseStudies } from '#content/case-studies.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type ListedPage, listArticlePages, listProducerPages, listProductPages } from './public-pages.ts'
import type { SitemapEntry } from './write-sitemap.ts'

const latest = (pages: readonly ListedPage[]): Date | null =>
  pages.reduce<Date | null>((last, { changedAt }) => (last && last > changedAt ? last : changedAt), null)

/**
 * Returns every page for search engines: screens with a path of their own, then producers, articles and products. A list's date is that of its newest
 * entry.
 */
export async function listPages({ db, now }: Pick<Deps, 'db' | 'now'>, screens: readonly string[]): Promise<SitemapEntry[]> {
  const [products, producers, articles] = [await listProductPages(db), await listProducerPages(db), await listArticlePages(db, now())]
  const changes: Record<string, Date | null> = {
    '/': latest([...products, ...articles]),
    '/products': latest(products),
    '/materials': latest(products),
    '/producers': latest(producers),
    '/blog': latest(articles),
  }
  const below = (folder: string, pages: readonly { slug: string; changedAt: Date | null }[]) =>
    pages.map(({ slug, changedAt }) => ({ path: `/${folder}/${slug}`, changedAt }))
  return [
    ...screens.map((path) => ({ path, changedAt: changes[path] ?? null })),
    ...below('producers', producers),
    ...below('blog', articles),
    ...below('products', products),
    ...below(
      'case-studies',
      caseStudies.map(({ id }) => ({ slug: id, changedAt: null })),
    ),
  ]
}
