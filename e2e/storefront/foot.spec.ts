import { main } from '../page-regions.ts'
import { expect, test, visit } from '../story.ts'

const FOOT_PATHS = [
  '/products?category=mat-maker',
  '/products?category=chip-maker',
  '/products?category=replacement-parts',
  '/products?category=accessories',
  '/custom-solutions',
  '/support',
  '/case-studies',
  '/blog',
  '/faq',
  '/impact-calculator',
  '/privacy-policy',
  '/terms',
  '/shipping',
  '/refund-policy',
]

test('the foot leads to everything that the shop promises, and every link opens (S57 S58)', async ({ page, request }) => {
  await visit(page, '/')
  const paths = await page
    .getByRole('contentinfo')
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(FOOT_PATHS.filter((path) => !paths.includes(path))).toEqual([])
  const closed: string[] = []
  for (const path of new Set(paths)) {
    const answer = await request.get(path)
    if (answer.status() !== 200) closed.push(`${path}: ${answer.status()}`)
  }
  expect(closed).toEqual([])

  /** The link of the foot with this name leads to this address, where a person then reads this heading. */
  const leads = async (name: string, path: string, title: string | RegExp) => {
    const link = page.getByRole('contentinfo').getByRole('link', { name, exact: true })
    await link.scrollIntoViewIfNeeded()
    await expect(link).toBeInViewport()
    await link.click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  }
  /** The list of this category of machines, with its button marked. */
  const leadsToCategory = async (name: string, category: string) => {
    await leads(name, `/products?category=${category}`, /^Available Equipment \(\d+\)$/)
    const button = main(page)
      .getByRole('navigation', { name: 'Categories' })
      .getByRole('link', { name: new RegExp(`^${name}`) })
    await expect(button).toHaveAttribute('aria-current', 'true')
  }
  await test.step('S53 to the mat makers', () => leadsToCategory('Mat Makers', 'mat-maker'))
  await test.step('S54 to the chip makers', () => leadsToCategory('Chip Makers', 'chip-maker'))
  await test.step('S55 to the replacement parts', () => leadsToCategory('Replacement Parts', 'replacement-parts'))
  await test.step('S56 to the accessories', () => leadsToCategory('Accessories', 'accessories'))
  await test.step('S59 to the success stories', () => leads('Success Stories', '/case-studies', 'Success Stories'))
  await test.step('S60 to the blog', () => leads('Blog', '/blog', 'Blog'))
  await test.step('S61 to the FAQ', () => leads('FAQ', '/faq', 'Frequently asked questions'))
  await test.step('S62 to the impact calculator', () => leads('Impact Calculator', '/impact-calculator', 'Impact Calculator'))
  await test.step('S63 to the privacy policy', () => leads('Privacy Policy', '/privacy-policy', 'Privacy policy'))
  await test.step('S64 to the terms', () => leads('Terms of Service', '/terms', 'Terms'))
  await test.step('S65 to the page on shipping', () => leads('Shipping', '/shipping', 'Shipping'))
  await test.step('S66 to the refund policy', () => leads('Refund Policy', '/refund-policy', 'Refund policy'))
})
