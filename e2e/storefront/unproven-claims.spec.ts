import { caseStudies } from '#content/case-studies.ts'
import { CLAIMS } from '#content/claims.ts'
import { expect, test, visit } from '../story.ts'

/** Words that private buyers in the European Union may not read: claims that need proof and have none, and the names of made-up stories. */
const UNPROVEN = [
  'Eco-friendly',
  'Quick return on investment',
  ...CLAIMS.filter(({ kind }) => kind !== 'shop').map(({ wording }) => wording),
  ...caseStudies.filter(({ illustrative }) => illustrative).flatMap(({ title, testimonial }) => [title, testimonial.quote]),
]

/** A page as search engines and browsers without script read it: with its head and structured data, without what only the app reads. */
const readable = (html: string) => html.replace(/<script(?![^>]*ld\+json)[^>]*>.*?<\/script>/gs, '').replaceAll('&#x27;', "'")

const unprovenIn = (text: string) => UNPROVEN.filter((words) => text.includes(words))

test('no public page of the sitemap shows an unproven claim to a private buyer in France, with script off', async ({ page, shop }) => {
  test.slow()
  const sitemap = await (await page.request.get('/sitemap.xml')).text()
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
  expect(paths.length).toBeGreaterThan(80)
  const found: string[] = []
  const usual: string[] = []
  for (const path of new Set([...paths, '/claims', ...caseStudies.map(({ id }) => `/case-studies/${id}`)])) {
    const [french, american] = await Promise.all(
      [`${path}?country=FR`, path].map(async (address) => readable(await (await fetch(shop.origin + address)).text())),
    )
    for (const words of unprovenIn(french ?? '')) found.push(`${path}: ${words}`)
    usual.push(...unprovenIn(american ?? ''))
  }
  expect(found).toEqual([])
  expect([...new Set(usual)].sort(), 'the United States see all of them').toEqual([...UNPROVEN].sort())
})

test('a French consumer sees no unproven claim before and after the page is awake, an American one sees them marked', async ({
  page,
  context,
}) => {
  await visit(page, '/')
  const main = page.getByRole('main')
  await expect(main.getByText('17 trees')).toBeVisible()
  await expect(main.getByText('60-85% savings')).toBeVisible()

  await context.addInitScript(() => localStorage.setItem('market', 'FR consumer'))
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await expect(main.getByRole('heading', { name: 'Why pack with used cardboard' })).toBeVisible()
  expect(unprovenIn(await main.innerText())).toEqual([])
  release()
  await expect(main.getByText('We show no general figures here.')).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Payback by your own numbers' })).toBeVisible()
  expect(unprovenIn(await main.innerText())).toEqual([])

  await main.getByRole('link', { name: 'Read success stories' }).click()
  await expect(main.getByText("We don't show such examples to private buyers in the European Union.")).toBeVisible()
  expect(unprovenIn(await main.innerText())).toEqual([])
  for (const path of ['/about', '/case-studies/automotive-efficiency', '/resources', '/faq', '/claims', '/impact-calculator']) {
    await visit(page, path)
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(async () => unprovenIn(await main.innerText()), path).toEqual([])
  }
  await visit(page, '/claims')
  await expect(main.getByRole('row', { name: /^Not shown in your market Trees not felled/ })).toContainText('No valid source')
})

test('recycled content is a supplier’s statement in the page of a product and in its structured data', async ({ page, shop }) => {
  const html = readable(await (await fetch(`${shop.origin}/products/bottle-sleeve-75cl`)).text())
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  expect(json).toMatch(/"name":"Recycled content"[^}]*"description":"supplier's statement, not verified"/)
  await visit(page, '/products/bottle-sleeve-75cl')
  const row = page.getByRole('row', { name: /^Recycled content/ })
  await expect(row).toContainText("(supplier's statement, not verified)")
})
