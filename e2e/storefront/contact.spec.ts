import { browserOf, expect, field, gate, isAlive, mailTo, newEmail, PASSWORD, stopClock, test, visit } from '../story.ts'

const CONFIRMATION = 'Message sent. We will reply within one business day.'

test('a visitor sees how to reach the team, quick help, and a map only after asking for it (S29, S158)', async ({ page, shop }) => {
  const asked: string[] = []
  await page.route(/openstreetmap\.org/, (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: '<title>Map</title>' })
  })
  await visit(page, '/contact')
  await expect(page).toHaveTitle('Contact | Reflute')
  await test.step('S153 the heading', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Our Team')
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  })
  const { contact } = await shop.visitor.shop.facts()
  const card = page.getByRole('region', { name: 'Contact Information' })
  await test.step('S154 a card with email, phone and street', async () => {
    await expect(card.getByRole('link', { name: contact.email })).toHaveAttribute('href', `mailto:${contact.email}`)
    await expect(card.getByRole('link', { name: contact.phone })).toHaveAttribute('href', 'tel:+13125550142')
    await expect(card).toContainText(contact.street)
    for (const text of [contact.email, contact.phone, contact.street]) await expect(card.getByText(text).first()).toBeInViewport()
  })
  await test.step('S155 the hours', async () => {
    await expect(card.getByRole('listitem')).toHaveText(['Mon-Fri 9am-6pm EST', 'Saturday 10am-4pm EST', 'Sunday closed'])
    await expect(card.getByRole('listitem').last()).toBeInViewport()
  })

  const help = page.getByRole('region', { name: 'Need Quick Help?' }).getByRole('link', { name: 'Visit Support Centre' })
  await test.step('S156 quick help opens the FAQ in a new tab', async () => {
    await expect(help).toHaveAttribute('rel', /noopener/)
    await help.scrollIntoViewIfNeeded()
    await expect(help).toBeInViewport()
    const opening = page.context().waitForEvent('page')
    await help.click()
    const tab = await opening
    await expect(tab).toHaveURL(/\/faq$/)
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Frequently asked questions')
    await tab.close()
    await expect(page).toHaveURL(/\/contact$/)
  })

  const map = page.getByRole('region', { name: 'Where to Find Us' })
  await expect(map).toContainText(contact.street)
  await expect(map.getByRole('link', { name: /OpenStreetMap/ })).toHaveAttribute('href', /^https:\/\/www\.openstreetmap\.org\//)
  await expect(page.locator('iframe')).toHaveCount(0)
  expect(asked).toEqual([])
  await map.getByRole('button', { name: 'Show map' }).click()
  await expect(map.locator('iframe')).toHaveAttribute('src', /embed\.html\?bbox=.*marker=41\.88/)
  await expect.poll(() => asked.length).toBeGreaterThan(0)
})

test('a message is checked, sent without any artificial wait, confirmed with its reference, and kept when it cannot be sent (S4, S157, S202, S232, S250, S251, S286, S343)', {
  tag: '@smoke',
}, async ({ page }) => {
  const email = newEmail()
  await visit(page, '/contact')
  const form = page.getByRole('form', { name: 'Send Us a Message' })
  const send = form.getByRole('button', { name: /^Send/ })
  const fields = {
    'Full Name': 'Ann Example',
    'Email Address': email,
    'Phone Number (optional)': '+1 555 0100',
    'Company Name (optional)': 'Lamps Inc.',
    Message: 'Which machine fits a small warehouse?\nWe pack 40 boxes a day.',
  }
  for (const label of ['Full Name', 'Email Address', 'Message']) await expect(form.getByLabel(label)).toHaveAttribute('required', '')
  for (const label of ['Phone Number', 'Company Name']) await expect(form.getByLabel(label)).not.toHaveAttribute('required')
  await expect(form.getByLabel('Email Address')).toHaveAttribute('type', 'email')
  await expect(form.getByLabel('Message')).toHaveAttribute('rows', '4')

  await send.click()
  await expect(form.getByLabel('Full Name')).toBeFocused()
  await expect(form.getByLabel('Message')).toHaveAccessibleDescription('Please fill in this field')
  for (const [label, value] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(value)
  await form.getByLabel('Email Address').fill('ann')
  await send.click()
  await expect(form.getByLabel('Email Address')).toBeFocused()
  await expect(form.getByLabel('Email Address')).toHaveAccessibleDescription(/name@example\.com/)
  await form.getByLabel('Email Address').fill(email)

  await page.route('**/api/contact', (route) =>
    route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify({ detail: 'The shop is busy.' }) }),
  )
  await send.click()
  await expect(form.getByRole('alert')).toHaveText('The shop is busy.')
  await expect(form.getByRole('alert')).toBeFocused()
  for (const [label, value] of Object.entries(fields)) await expect(form.getByLabel(label, { exact: true })).toHaveValue(value)
  await page.unroute('**/api/contact')

  let calls = 0
  const { held, release } = gate()
  await page.route('**/api/contact', async (route) => {
    calls += 1
    await held
    await route.continue()
  })
  await send.click()
  await expect(send).toHaveText('Sending...')
  await send.click({ force: true })
  await stopClock(page) // between the answer and the screen nothing waits for a time
  release()
  await expect(form.getByText(CONFIRMATION)).toBeVisible()
  expect(calls).toBe(1)
  for (const label of Object.keys(fields)) await expect(form.getByLabel(label, { exact: true })).toHaveValue('')
  const reference = /C-[2-9A-Z]{8}/.exec(await form.getByRole('status').innerText())?.[0] ?? 'none'
  // whose address it is nobody knows yet: what was typed goes to the team alone
  expect((await mailTo(email, new RegExp(reference))).text).not.toContain('We pack 40 boxes a day.')
  const toTeam = await mailTo('hello@reflute.test', new RegExp(`Message from Ann Example \\(${reference}\\)`))
  for (const part of ['Lamps Inc.', '+1 555 0100', email, 'We pack 40 boxes a day.']) expect(toTeam.text).toContain(part)
})

test('who is signed in finds name and email filled in, asks for a consultation with the times that suit, and leaves out a calculation that is gone (S4)', async ({
  browser,
  shop,
}) => {
  const ann = await shop.customer('Ann Signed-In')
  const context = await browserOf(browser, shop, ann)
  const page = await context.newPage()
  await visit(page, '/contact?topic=consultation&calculation=no-such-key')
  const form = page.getByRole('form', { name: 'Send Us a Message' })
  await expect(form.getByLabel('Full Name')).toHaveValue('Ann Signed-In')
  await expect(form.getByLabel('Email Address')).toHaveValue(ann.email)
  await form.getByLabel('Full Name').fill('Ann Other')
  await form.getByLabel('Message').fill('Please call me.')
  await form.getByLabel('Preferred times').fill('Tuesday, 9 to 11, Chicago time')
  await expect(form.getByRole('link', { name: /View calculation/ })).toHaveAttribute('href', '/impact-calculator/r/no-such-key')
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(form.getByRole('alert')).toContainText('This calculation does not exist.')
  await form.getByRole('link', { name: 'Remove it' }).click()
  await expect(page).toHaveURL(/\/contact\?topic=consultation$/)
  await expect(form.getByLabel('Full Name')).toHaveValue('Ann Other')
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(form.getByText(CONFIRMATION)).toBeVisible()
  expect((await mailTo('hello@reflute.test', /Consultation from Ann Other/)).text).toMatch(
    /Preferred times +Tuesday, 9 to 11, Chicago time/,
  )
  await context.close()
})

test('packaging made to measure is asked for with all that counts, once however often the button is pressed (S57)', async ({
  browser,
  shop,
}) => {
  const ann = await shop.customer('Ann Example')
  const { email } = ann
  const page = await (await browserOf(browser, shop, ann)).newPage()
  await visit(page, '/custom-solutions')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Custom Solutions')
  const form = page.getByRole('form', { name: 'Request a quote' })
  const send = form.getByRole('button', { name: 'Request a quote' })
  await send.click()
  await expect(form.getByLabel('What you pack')).toBeFocused()
  const texts = {
    'What you pack': 'Ceramic lamps',
    'Product size': '30 × 30 × 45 cm',
    'Product weight': '2.4 kg',
    'Parcels a month': '1200',
    City: 'Chicago',
    'ZIP / Postal code': '60607',
  }
  for (const [label, value] of Object.entries(texts)) await form.getByLabel(label).fill(value)
  await form.getByLabel('Material wanted').selectOption('sleeves')
  await form.getByLabel('State').selectOption('IL')
  await form.getByLabel('Needed by').fill('2027-03-04')
  // the answer to the first try is lost on its way: the browser sends the same request again by itself
  let tries = 0
  await page.route('**/api/quotes', async (route) => {
    tries += 1
    const answer = await route.fetch()
    await (tries === 1 ? route.abort() : route.fulfill({ response: answer }))
  })
  await send.click()
  await expect(form.getByText('Request sent. We will reply within one business day.')).toBeVisible()
  expect(tries).toBe(2)
  const reference = /\(([^)]+)\)/.exec((await mailTo(email, /We received your quote request/)).subject)?.[1] ?? 'none'
  await mailTo('hello@reflute.test', new RegExp(`Quote request from Ann Example \\(${reference}\\)`))
  const staff = await shop.demo('staff@reflute.test')
  const [quote] = (await staff.api.staffQuotes.list({ query: { search: reference } })).items
  const { request, business } = await staff.api.staffQuotes.byId({ params: { id: quote?.id ?? '' } })
  const values = request.details.map(({ value }) => value)
  for (const part of ['Ceramic lamps', '30 × 30 × 45 cm', '1,200', 'Wrap sleeves']) expect(values).toContain(part)
  expect([request.neededBy, request.deliverTo?.country, business]).toEqual(['2027-03-04', 'US', null])
})

test('the support centre finds answers, opens an order by its number and leads to the team (S58)', async ({ page, shop }) => {
  const { email } = await shop.customer()
  await visit(page, '/support')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Support Centre')
  await expect(page.getByRole('link', { name: 'Contact our team' })).toHaveAttribute('href', '/contact')
  await page.getByLabel('Look up an order').fill('RF-0000')
  await page.getByRole('main').getByRole('button', { name: 'Open' }).click()
  await expect(page).toHaveURL(/\/login\?from=%2Faccount%2Forders%2FRF-0000$/)
  await isAlive(page)
  await field(page, 'email').fill(email)
  await field(page, 'password').fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/account\/orders\/RF-0000$/)
  await visit(page, '/support')
  await page.getByLabel('Find an answer').fill('returns')
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/\/faq\?search=returns$/)
})

test('an address is subscribed only after its mail was answered by a click, and ended in the same way (S118, S286)', async ({ page }) => {
  const email = newEmail()
  await visit(page, '/newsletter/confirm')
  await expect(page.getByRole('alert')).toContainText('This link is incomplete.')
  const box = page.getByRole('region', { name: 'Newsletter' })
  await box.getByRole('button', { name: 'Subscribe' }).click()
  await expect(box.getByLabel('Email Address')).toBeFocused()
  await box.getByLabel('Email Address').fill(email)
  await box.getByRole('button', { name: 'Subscribe' }).click()
  await expect(box.getByRole('status')).toContainText(email)
  await expect(box.getByRole('link', { name: 'Privacy policy' })).toHaveAttribute('href', '/privacy-policy')
  const { text } = await mailTo(email, /Confirm your subscription/)
  const [confirm, unsubscribe] = ['confirm', 'unsubscribe'].map(
    (name) => new RegExp(`http://\\S+(/newsletter/${name}\\?token=\\S+)`).exec(text)?.[1] ?? '/no-link',
  )
  await visit(page, confirm ?? '')
  await page.getByRole('button', { name: 'Confirm subscription' }).click()
  await expect(page.getByText('You are subscribed.')).toBeVisible()
  await visit(page, unsubscribe ?? '')
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText("You're unsubscribed.")).toBeVisible()
  await visit(page, confirm ?? '')
  await page.getByRole('button', { name: 'Confirm subscription' }).click()
  await expect(page.getByRole('alert')).toContainText('This link has expired or was already used.')
  await expect(page.getByRole('region', { name: 'Newsletter' })).toBeVisible()
})
