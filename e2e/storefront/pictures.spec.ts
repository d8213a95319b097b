import type { Locator, Page } from '@playwright/test'
import { faults } from '../sound.ts'
import { expect, test, visit } from '../story.ts'

const main = (page: Page) => page.getByRole('main')
const gallery = (page: Page) => main(page).getByRole('figure').first().getByRole('img')
const thumbnails = (page: Page) => main(page).getByRole('group', { name: 'Pictures' }).getByRole('button')
const PHONE = { width: 390, height: 844 }

const isLoaded = (picture: Locator) =>
  expect
    .poll(() => picture.evaluate((element) => element instanceof HTMLImageElement && element.complete && element.naturalWidth > 0))
    .toBe(true)

/** Returns the color of an element's pixel as it is on the screen, `x` and `y` from its upper left corner. */
async function colorOf(page: Page, shown: Locator, x: number, y: number): Promise<string> {
  const png = (await shown.screenshot({ animations: 'disabled' })).toString('base64')
  const blank = await page.context().newPage()
  const color = await blank.evaluate(
    async ([data, left, top]) => {
      const image = new Image()
      image.src = `data:image/png;base64,${data}`
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.width
      canvas.height = image.height
      const context = canvas.getContext('2d')
      context?.drawImage(image, 0, 0)
      const [red = 0, green = 0, blue = 0] = context?.getImageData(left, top, 1, 1).data ?? []
      return `#${[red, green, blue].map((one) => one.toString(16).padStart(2, '0')).join('')}`
    },
    [png, x, y] as const,
  )
  await blank.close()
  return color
}

test('F7.2.1 on a phone a card has its bold drawing from top to bottom, in a list also on a desk', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await visit(page, '/products')
  const card = main(page).getByRole('article').first()
  const picture = card.locator('img')
  await isLoaded(picture)
  expect(await picture.evaluate((element) => (element as HTMLImageElement).currentSrc)).toContain('size=card')
  const [whole, drawn] = [await card.boundingBox(), await picture.boundingBox()]
  expect(whole && drawn && whole.height - drawn.height).toBeLessThan(4) // the card's border
  // the ground goes on to the edges: no band above the square drawing
  expect(await colorOf(page, picture, 20, 3)).toBe('#dcb57f')
  expect(await colorOf(page, picture, 20, Math.floor(drawn?.height ?? 0) - 3)).toBe('#dcb57f')
  expect(await faults(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await visit(page, '/products')
  const source = (one: Locator) => one.evaluate((element) => (element as HTMLImageElement).currentSrc)
  expect(await source(main(page).getByRole('article').first().locator('img'))).not.toContain('size=card')
  await visit(page, '/products?view=list')
  await isLoaded(main(page).getByRole('article').first().locator('img'))
  expect(await source(main(page).getByRole('article').first().locator('img'))).toContain('size=card')
})

test('F7.2.1 a machine: its drawing, what it makes at its own size, its footprint; each says how it is drawn', async ({ page }) => {
  await visit(page, '/products/chipmaster-compact')
  await expect(thumbnails(page)).toHaveCount(3)
  await expect(gallery(page)).toHaveAttribute('alt', /with its hood open: a rotor with 6 knives, and the screen in front of it$/)
  await thumbnails(page).nth(1).click()
  await expect(main(page).getByText('What it makes. Drawn 1:1 at 96 dpi.')).toBeInViewport()
  await isLoaded(gallery(page))
  expect(await gallery(page).evaluate((element) => getComputedStyle(element).objectFit)).toBe('none') // neither larger nor smaller
  await page.getByRole('button', { name: 'Enlarge' }).click()
  const enlarged = page.getByRole('dialog', { name: 'Picture' }).getByRole('img')
  await isLoaded(enlarged)
  expect((await enlarged.boundingBox())?.width).toBe(800)
  await page.keyboard.press('Escape')
  await thumbnails(page).nth(2).click()
  await expect(main(page).getByText(/^Floor plan on a 1 m grid with 800 mm of service space/)).toBeInViewport()
})

test('F7.2.1 a material: a swatch that prints at 80 mm', async ({ page }) => {
  await visit(page, '/products/curled-chips-box')
  await thumbnails(page).nth(1).click()
  await expect(main(page).getByText('1:1 when printed at 100%.')).toBeInViewport()
  await isLoaded(gallery(page))
  await page.emulateMedia({ media: 'print' })
  const millimeters = ((await gallery(page).boundingBox())?.width ?? 0) / (96 / 25.4)
  expect(millimeters).toBeCloseTo(80, 1)
})

test('F7.2.1 a dark theme darkens drawings, by the system or by the page; what is printed stays light', async ({ page }) => {
  const corner = async () => {
    await isLoaded(gallery(page))
    return colorOf(page, gallery(page), 3, 3)
  }
  const KRAFT = /^#d[0-9a-f]{5}$/ // with or without a stripe of the flutes
  await visit(page, '/products/ecomat-1000')
  await expect.poll(corner).toMatch(KRAFT)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(corner).toMatch(/^#1[0-9a-f]{5}$/)
  await page.locator('html').evaluate((root) => root.setAttribute('data-theme', 'light'))
  await expect.poll(corner).toMatch(KRAFT)
  await page.locator('html').evaluate((root) => root.setAttribute('data-theme', 'dark'))
  await expect.poll(corner).not.toMatch(KRAFT)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect.poll(corner).toMatch(KRAFT)
})

test('F7.2.1 search engines are given the main drawing of a product without photos, not its plans', async ({ page, request }) => {
  const html = await (await request.get('/products/ecomat-1000')).text()
  const [, data = '{}'] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html) ?? []
  const graph = (JSON.parse(data) as { '@graph': { '@type': string; image?: string[] }[] })['@graph']
  const item = graph.find((entry) => entry['@type'] === 'Product')
  expect(item?.image).toHaveLength(1)
  expect(item?.image?.[0]).toMatch(/\/drawings\/ecomat-1000\/mat-maker\.png\?v=\d+$/)
  const old = await page.request.get('/drawings/ecomat-1000/mat-stack.svg', { maxRedirects: 0 })
  expect([old.status(), old.headers().location]).toEqual([301, expect.stringMatching(/^\/drawings\/ecomat-1000\/product-of\.svg\?v=\d+$/)])
})
