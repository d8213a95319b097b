import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { browserOf, expect, test, toastOf, visit } from '../story.ts'

const HEAD = 'language,kind,terms,targets'
const fileOf = (...lines: string[]) => ({ name: 'synonyms.csv', mimeType: 'text/csv', buffer: Buffer.from([HEAD, ...lines].join('\r\n')) })

async function send(page: Page, ...lines: string[]): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Import synonyms' })
  await dialog.getByLabel('File').setInputFiles(fileOf(...lines))
  await dialog.getByRole('button', { name: 'Import synonyms' }).click()
}

test('staff import synonyms and try a search', async ({ browser, shop }) => {
  test.slow()
  const word = `zz${randomUUID()
    .replace(/[^a-f]/g, '')
    .slice(0, 8)}`
  const page = await (await browserOf(browser, shop, await shop.demo('staff@reflute.test'))).newPage()
  await visit(page, '/admin/search/synonyms')
  await page.getByRole('button', { name: 'Import synonyms' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import synonyms' })
  await dialog.getByRole('button', { name: 'Import synonyms' }).click()
  await expect(dialog.getByText('Please choose a file.')).toBeVisible()
  await send(page, `en,finds,${word},mat maker`, 'en,finds,,mat maker', `en,means,${word}x,mat maker`)
  await expect(dialog.getByText("2 rows of this file can't be imported. Nothing was changed.")).toBeVisible()
  const rows = dialog.getByRole('region', { name: 'Rows to correct' }).getByRole('listitem')
  await expect(rows).toHaveText(['Line 3Enter at least one term.', /^Line 4“means” is not a kind of synonym/])
  await send(page, `en,finds,${word},mat maker`)
  await expect(toastOf(page, '1 synonym added, 0 changed, 0 unchanged.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search synonyms' }).fill(word)
  await expect(page.getByRole('row').filter({ hasText: word })).toContainText('mat maker')

  await visit(page, `/admin/search/try?q=${word}&lang=en`)
  const hits = page.getByRole('region', { name: /products?$/ }).getByRole('listitem')
  await expect(hits.first()).toContainText(/Tier \d: /)
  await expect(page.getByText(`“${word}”`, { exact: true })).toBeVisible()
})

test('a search without results leaves the list with its synonym, or when it is dismissed', async ({ browser, shop }) => {
  // the shop knows these words, so that one visitor is enough for the list
  const price = `0.0${100 + (Date.now() % 900)}`
  const [named, dismissed] = [`machine under $${price}`, `machine below $${price}`]
  for (const q of [named, dismissed]) await shop.visitor.search.find({ query: { q } })
  const staff = await shop.demo('staff@reflute.test')
  const listed = async () => (await staff.api.synonyms.zeroResults({ query: { search: `$${price}` } })).items.map(({ term }) => term).sort()
  await expect.poll(listed, { timeout: 10_000 }).toEqual([dismissed, named])
  const page = await (await browserOf(browser, shop, staff)).newPage()
  await visit(page, '/admin/search')
  await page.getByRole('searchbox', { name: 'Search the list' }).fill(`$${price}`)
  await page.getByRole('button', { name: `Add synonym for ${named}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Add synonym' })
  await dialog.getByLabel('Find').fill('mat maker')
  await dialog.getByRole('button', { name: 'Add synonym' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: `Add synonym for ${named}` })).toHaveCount(0)
  await page.getByRole('button', { name: `Dismiss ${dismissed}` }).click()
  await expect(toastOf(page, `“${dismissed}” dismissed.`)).toBeVisible()
  await expect(page.getByRole('button', { name: `Dismiss ${dismissed}` })).toHaveCount(0)
  expect(await listed()).toEqual([])
})

test('a search, what it came to and a choice among the first three are sent once, without its words', async ({ page }) => {
  const sent: string[] = []
  // the browser shows no bodies of beacons
  await page.exposeFunction('noteBeacon', (body: string) => void sent.push(body))
  await page.addInitScript(() => {
    const send = navigator.sendBeacon.bind(navigator)
    navigator.sendBeacon = (url, body) => {
      const { noteBeacon } = globalThis as unknown as { noteBeacon: (text: string) => void }
      if (body instanceof Blob) void body.text().then(noteBeacon)
      return send(url, body)
    }
  })
  await visit(page, '/search?q=conveyer')
  await expect.poll(() => sent).toEqual(['{"outcome":"corrected"}'])
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Equipment/ })
    .first()
    .click()
  await expect(page).toHaveURL(/kind=equipment/)
  await page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('link', { name: /conveyor/i })
    .first()
    .click()
  await expect(page).toHaveURL(/\/products\//)
  await expect.poll(() => sent.length).toBe(2)
  expect(JSON.parse(sent[1] ?? '')).toMatchObject({ q: 'conveyer', kind: 'product', isTop: true })
  await visit(page, '/search?q=xylofon')
  await expect.poll(() => sent.at(-1)).toBe('{"outcome":"nothing"}')
})
