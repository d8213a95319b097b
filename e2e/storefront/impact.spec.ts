import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectSound } from '../sound.ts'
import { expect, isAlive, type Shop, stopClock, test, toastOf, visit } from '../story.ts'

const DEFAULTS = {
  'Current material cost': '5000',
  'Monthly volume': '1000',
  'Waste percentage': '15',
  'Shipping cost': '800',
  'Labor cost': '2000',
  'Operating days': '22',
}

const calculateButton = (page: Page) => page.getByRole('button', { name: /^Calculat/ })
const input = (page: Page, label: string) => page.getByRole('main').getByLabel(label)
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
/** The figure that stands under this name. */
const figure = (page: Page, name: string) =>
  page.locator('.impact-figures > div, .savings-parts > div').filter({ hasText: name }).locator('dd').first()

test('S4 S31 S169 S170 S213 S233 S234 S253 S254 S343 the calculator opens with its defaults and calculates once a machine is chosen', async ({
  page,
}) => {
  await visit(page, '/impact-calculator')
  await expect(page).toHaveTitle('Impact Calculator | Reflute')
  for (const [label, value] of Object.entries(DEFAULTS)) await expect(input(page, label)).toHaveValue(value)
  await expect(input(page, 'Machine type')).toHaveValue('')
  await expect(page.getByRole('heading', { name: 'How It Works' })).toBeVisible()
  for (const point of ['Material efficiency', 'Shipping savings', 'ROI analysis', 'Environmental impact']) {
    await expect(page.getByRole('heading', { name: point, exact: true })).toBeVisible()
  }
  const form = await page.locator('.calculator-form').boundingBox()
  const side = await card(page, 'How It Works').boundingBox()
  expect((form?.x ?? 0) + (form?.width ?? 0)).toBeLessThan(side?.x ?? 0)
  await expect(calculateButton(page)).toBeDisabled()
  await expect(page.getByText('Please select a machine type to calculate impact', { exact: true })).toBeVisible()
  await expectSound(page)
  await input(page, 'Machine type').selectOption('EcoMat 1000')
  await expect(page.getByText('Please select a machine type to calculate impact')).toHaveCount(0)
  await expect(calculateButton(page)).toHaveText('Calculate Impact')
  await page.evaluate(() => {
    const button = document.querySelector('.calculator-form button[type=submit]')
    const said: string[] = []
    Object.assign(window, { said })
    if (button)
      new MutationObserver(() => said.push(`${button.textContent}${button.hasAttribute('disabled') ? ' (disabled)' : ''}`)).observe(
        button,
        {
          childList: true,
          characterData: true,
          subtree: true,
          attributes: true,
        },
      )
  })
  await stopClock(page) // no figure waits for a time
  await calculateButton(page).click()
  await expect(card(page, 'Financial Impact')).toBeVisible()
  const said = await page.evaluate(() => (window as unknown as { said: string[] }).said) // put there above
  expect(said).toContain('Calculating... (disabled)')
  await expect(calculateButton(page)).toHaveText('Calculate Impact')
  await expect(page.getByRole('heading', { name: 'How It Works' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'EcoMat 1000: your result' })).toBeFocused()
})

test('S171 S172 S214 S235 S252 both cards show the figures in dollars or euros, odd input is counted and explained, Reset starts anew', async ({
  page,
}) => {
  await visit(page, '/impact-calculator?machine=ecomat-1000')
  await expect(input(page, 'Machine type')).toHaveValue('ecomat-1000')
  await calculateButton(page).click()
  const figures = {
    'Annual savings': '$56,040',
    'Payback period': '2.7 months',
    'First-year ROI': '348.3%',
    'Material savings': '$39,000',
    'Shipping savings': '$6,240',
    'Labor savings': '$10,800',
    'Packaging material saved': '7,800',
    'Carbon footprint reduction': '3,510.0',
    'Waste reduction': '75.0%',
    Efficiency: '75.0%',
    'Running time on an operating day': '1.5 h',
    Electricity: '25.0 kWh',
  }
  for (const [name, value] of Object.entries(figures)) await expect(figure(page, name)).toContainText(value)
  await expect(page.getByText('Model estimate from your inputs, amounts in USD')).toBeVisible()
  await expect(card(page, 'Financial Impact').getByRole('row', { name: /^low/i })).toContainText('$39,228')
  await expect(card(page, 'Financial Impact').getByRole('row', { name: /^high/i })).toContainText('$64,446')
  await expect(card(page, 'Financial Impact').getByRole('img')).toHaveAccessibleName(/likely case reaches zero after 2\.7 months/)
  await expect(card(page, 'Environmental Impact')).toBeVisible()
  await page.getByText('How every figure was calculated').click()
  await expect(page.getByText('= $5,000 × 0.65 × 12')).toBeVisible()
  await page.getByText('Which inputs drive which result').click()
  await expect(page.getByRole('row', { name: /^Hours a day/ })).toContainText('operating days')
  await expect(page.getByRole('main').getByRole('link', { name: 'How we count' })).toHaveAttribute('href', '/claims')
  await expectSound(page)

  await page.getByRole('button', { name: /Switch to EUR/ }).click()
  await expect(figure(page, 'Annual savings')).toContainText('€56,040')
  await expect(figure(page, 'First-year ROI')).toContainText('on a price of €11,490')
  await expect(page.getByText('amounts in EUR')).toBeVisible()
  await page.getByRole('button', { name: /Switch to USD/ }).click()

  await input(page, 'Current material cost').fill('about 5')
  await input(page, 'Waste percentage').fill('250')
  await input(page, 'Shipping cost').fill('-1')
  await input(page, 'Labor cost').fill('')
  await expect(input(page, 'Current material cost')).toHaveAccessibleDescription(/Not a number, so it counts as 0/)
  await expect(input(page, 'Waste percentage')).toHaveAccessibleDescription(/Above the maximum, so it counts as 100/)
  await expect(page.getByText('Your numbers have changed.')).toBeVisible()
  await calculateButton(page).click()
  await expect(figure(page, 'Payback period')).toContainText('Not reached')
  await expect(figure(page, 'First-year ROI')).toContainText('−100.0%')
  await expect(input(page, 'Current material cost')).toHaveValue('about 5')
  await expect(page.getByRole('main')).not.toContainText(/NaN|Infinity/)
  await page.getByRole('button', { name: 'Reset' }).click()
  for (const [label, value] of Object.entries(DEFAULTS)) await expect(input(page, label)).toHaveValue(value)
  await expect(input(page, 'Machine type')).toHaveValue('')
  await expect(page.getByRole('heading', { name: 'How It Works' })).toBeVisible()
})

test('S173 S174 S175 S176 a result is downloaded, shared, and goes with a quote or a consultation; a failure leaves it and offers another try', async ({
  context,
  page,
  shop,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await visit(page, '/impact-calculator?machine=chipmaster-pro')
  await calculateButton(page).click()
  await page.route('**/api/impact/results', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Share Results' }).click()
  await expect(page.getByRole('alert')).toContainText("it's still here")
  await expect(figure(page, 'Annual savings')).toContainText('$61,200')
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect(toastOf(page, 'Link copied')).toBeVisible()
  const link = await page.getByLabel('Link to this result').inputValue()
  expect(link).toMatch(/\/impact-calculator\/r\/[0-9a-z]{14}$/)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  const key = link.slice(-14)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Report' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`impact-chipmaster-pro-${key}.pdf`)
  expect(
    readFileSync(await file.path())
      .subarray(0, 8)
      .toString(),
  ).toBe('%PDF-1.7')
  for (const [name, topic] of [
    ['Request Quote', 'quote'],
    ['Schedule Consultation', 'consultation'],
  ] as const) {
    await page.getByRole('link', { name }).click()
    await expect(page).toHaveURL(new RegExp(`/contact\\?topic=${topic}&calculation=[0-9a-z]{14}$`))
    await expect(page.getByText('Your calculation is attached.')).toBeVisible()
    await page.goBack()
    await isAlive(page)
    await calculateButton(page).click()
  }
  await expectSaved(page, shop, key)
})

/** The shared result as anyone who has the link sees it, after the machine has become cheaper. */
async function expectSaved(page: Page, shop: Shop, key: string): Promise<void> {
  await shop.importSheet(['slug,priceUSD,priceEUR', 'chipmaster-pro,15000,14000'])
  await visit(page, `/impact-calculator/r/${key}`)
  await expect(page).toHaveTitle('ChipMaster Pro would save $61,200 a year | Reflute')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(figure(page, 'First-year ROI')).toContainText('287.3%')
  await expect(page.getByText('$15,800.00')).toBeVisible()
  await expectSound(page)
  for (const [name, topic] of [
    ['Request Quote', 'quote'],
    ['Schedule Consultation', 'consultation'],
  ] as const) {
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', `/contact?topic=${topic}&calculation=${key}`)
  }
  await page.getByRole('link', { name: 'Change the numbers' }).click()
  await expect(input(page, 'Machine type')).toHaveValue('chipmaster-pro')
  await visit(page, '/impact-calculator?machine=chipmaster-pro')
  await calculateButton(page).click()
  await expect(figure(page, 'First-year ROI')).toContainText('308.0%')
  await shop.importSheet(['slug,priceUSD,priceEUR', 'chipmaster-pro,15800,14690'])
  await page.getByRole('button', { name: 'Share Results' }).click()
  await expect(page.getByText('The price of this machine has changed.')).toBeVisible()
  await expect(figure(page, 'First-year ROI')).toContainText('287.3%')
}

test('S30 S159 S160 S161 S162 S163 S164 S165 S166 S167 S168 S206 the stories are shown as cards, opened, and downloaded', async ({
  page,
}) => {
  await visit(page, '/case-studies')
  for (const [id, words] of [
    ['companies', '50+ Companies Served'],
    ['efficiency', 'Average 45% Efficiency Gain'],
    ['roi', 'ROI in 6-12 Months'],
  ]) {
    await expect(page.locator(`[data-claim=${id}]`)).toHaveText(`${words}* (illustrative figure)`)
  }
  await expect(page.getByRole('main').getByRole('link', { name: 'How we count' })).toHaveAttribute('href', '/claims')
  const featured = card(page, 'Featured Success Stories').getByRole('article')
  await expect(featured).toHaveCount(2)
  const [left, right] = [await featured.nth(0).boundingBox(), await featured.nth(1).boundingBox()]
  expect(left?.y).toBe(right?.y)
  const first = featured.first()
  for (const text of [
    'Illustrative case',
    'Automotive Manufacturing',
    'Toledo, Ohio',
    'A tier-one brake supplier (illustrative)',
    'March 2024',
    'Illustrative quote',
  ]) {
    await expect(first.getByText(text)).toBeVisible()
  }
  await expect(first.getByRole('img')).toBeVisible()
  const clamped = await first
    .locator('.study-challenge')
    .evaluate((text) => [
      Math.round(text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight)),
      text.scrollHeight > text.clientHeight,
    ])
  expect(clamped).toEqual([3, true])
  await expect(first.locator('.study-results > div')).toHaveCount(2)
  await expect(first.locator('.product-badges a:visible')).toHaveCount(2)
  await first.getByRole('button', { name: '+2 more' }).click()
  await expect(first.locator('.product-badges a:visible')).toHaveCount(4)
  await expect(first.getByRole('link', { name: 'EcoMat Pro 2000' })).toHaveAttribute('href', '/products/ecomat-pro-2000')
  const download = page.waitForEvent('download')
  await first.getByRole('link', { name: /^Download/ }).click()
  expect((await download).url()).toContain('/case-studies/automotive-efficiency.pdf')

  const more = card(page, 'More Success Stories').getByRole('article')
  await expect(more).toHaveCount(3)
  const wide = more.nth(1)
  const tops = await wide.locator('.study-results > div').evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().top))
  expect(tops).toHaveLength(4)
  expect(new Set(tops).size).toBe(1)
  await expect(wide.locator('.product-badges a:visible')).toHaveCount(3)
  await expect(wide.getByRole('link', { name: /^PDF/ })).toHaveAttribute('href', '/case-studies/medical-device-manufacturing.pdf')
  await expect(page.getByRole('link', { name: 'Request a Consultation' })).toHaveAttribute('href', '/contact?topic=consultation')
  await expect(page.getByRole('link', { name: 'View All Packaging Materials' })).toHaveAttribute('href', '/materials')
  await expectSound(page)
  await wide.getByRole('link', { name: /^View Details/ }).click()
  await expect(page).toHaveURL(/\/case-studies\/medical-device-manufacturing$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Clean outside, traceable inside: packing for infusion pumps')
  await expect(page.getByText('Illustrative case')).toBeVisible()
  await expectSound(page)
  expect((await page.goto('/case-studies/nothing'))?.status()).toBe(404)
})

test('the home page calculates one figure at once and leads on to the calculator with it', async ({ page }) => {
  await visit(page, '/')
  const teaser = card(page, 'What would it save you?')
  await expect(teaser.getByRole('status')).toContainText('$39,000')
  await teaser.getByRole('textbox').fill('1,000')
  await expect(teaser.getByRole('status')).toContainText('$7,800')
  await teaser.getByRole('link').click()
  await expect(input(page, 'Current material cost')).toHaveValue('1,000')
  await expect(input(page, 'Machine type')).toHaveValue('ecomat-1000')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('S4 S31 the calculator calculates, and a story shows all its products', async ({ page }) => {
    await page.goto('/impact-calculator')
    await input(page, 'Machine type').selectOption('EcoMat 1000')
    await page.getByRole('button', { name: 'Calculate Impact' }).click()
    await expect(figure(page, 'Annual savings')).toContainText('$56,040')
    await expect(page.getByRole('link', { name: 'Request Quote' })).toHaveAttribute('href', '/contact?topic=quote')
    await page.goto('/case-studies')
    await expect(page.getByRole('article').first().locator('.product-badges a:visible')).toHaveCount(4)
  })
})
