import type { Page } from '@playwright/test'
import { browserOf, CUSTOMER_FORM, expect, isAlive, PASSWORD, type Shop, test } from '../story.ts'

/** A word of 60 letters, as German has them. */
const WORD = 'Wellpappenverarbeitungsmaschinenersatzteilwalzenlagergehäuse'
const HEBREW = 'מכונת אריזה 750 (מפעלי גל)'
const ARABIC = 'آلة تقطيع الكرتون 400'
const PHONE = { width: 360, height: 800 }

/** Returns what a person loses on this page: width that it takes beyond the window, and texts whose end nobody can reach. */
const losses = (page: Page) =>
  page.evaluate(() => {
    const lost: string[] = []
    const { scrollWidth } = document.scrollingElement ?? document.documentElement
    if (scrollWidth > window.innerWidth) lost.push(`the page is ${scrollWidth} px wide`)
    const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX)
    const isClipped = (element: Element): boolean =>
      getComputedStyle(element).clipPath !== 'none' || (element.parentElement !== null && isClipped(element.parentElement))
    const isSeen = (element: Element) =>
      element.checkVisibility() && !element.closest('.skip-link, [aria-hidden="true"], select') && !isClipped(element)
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement
      if (!parent || !node.textContent?.trim() || !isSeen(parent) || parent.matches('script, style, noscript, title')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const { left, right, width } = range.getBoundingClientRect()
      const shown = node.textContent.trim().slice(0, 70)
      for (let around: Element | null = parent; around && around !== document.body; around = around.parentElement) {
        if (scrolls(around)) break
        const style = getComputedStyle(around)
        const box = around.getBoundingClientRect()
        const isCut = style.overflowX !== 'visible' && width > 0 && (right > box.right + 1 || left < box.left - 1)
        const whole = around.closest('[title]')?.getAttribute('title') ?? ''
        if (isCut && !whole.includes(shown)) lost.push(`cut: ${shown}`)
        if (isCut) break
        if (around.parentElement === document.body && (right > window.innerWidth + 1 || left < -1)) lost.push(`outside: ${shown}`)
      }
    }
    return lost
  })

/** Right-to-left texts that are in no element of their own direction. */
const undirected = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement
      if (!parent || !/[\u0590-\u06ff]/.test(node.textContent ?? '') || parent.closest('script, style, option, title, .visually-hidden'))
        continue
      if (!parent.closest('bdi, [dir="auto"]')) found.push(`${parent.tagName.toLowerCase()}: ${node.textContent?.slice(0, 60)}`)
    }
    for (const field of document.querySelectorAll('input, textarea'))
      if (field instanceof HTMLElement && 'value' in field && /[\u0590-\u06ff]/.test(String(field.value)) && field.dir !== 'auto')
        found.push(`field ${field.getAttribute('name')}`)
    return found
  })

/** Fills the shop with long words and names from right to left, and says what there is to look at. */
async function fill(shop: Shop) {
  const [staff, boss] = [await shop.demo('staff@reflute.test'), await shop.demo('super@reflute.test')]
  const key = Math.random().toString(36).slice(2, 8)
  const owner = await shop.customer(WORD)
  const names = { long: `${WORD} ${key}`, hebrew: `${HEBREW} ${key}`, arabic: `${ARABIC} ${key}` }
  const application = {
    email: owner.email,
    description: `${WORD} ${HEBREW}`,
    businessType: 'producer',
    address: WORD,
    city: 'תל אביב',
    postalCode: '55802',
    country: 'United States',
    legalName: WORD,
    representative: HEBREW,
  } as const
  await owner.api.applications.register({ body: { ...application, name: names.long } })
  const [business] = (await boss.api.applications.listAll({ query: { search: key } })).items
  const id = business?.id ?? ''
  await boss.api.applications.setStatus({ params: { id }, body: { status: 'approved' } })
  const seller = await shop.signIn(owner.email, PASSWORD)
  const category = await staff.api.categories.create({ body: { value: `lang-${key}`, label: WORD, description: WORD, kind: 'material' } })
  const make = (name: string) =>
    staff.api.productEdits.create({
      body: {
        name,
        description: `${WORD} ${name}`,
        fullDescription: `${WORD}\n\n${HEBREW}`,
        features: [WORD, HEBREW],
        specifications: [
          { name: WORD, value: WORD },
          { name: HEBREW, value: ARABIC },
        ],
        category: category.value,
        type: 'material',
        businessId: id,
        brand: WORD,
        priceUSD: 1250.5,
        priceEUR: 1100,
        stock: 50,
      },
    })
  const products: Awaited<ReturnType<typeof make>>[] = []
  for (const name of Object.values(names)) products.push(await make(name))
  const code = `SPAREN-${key}-${WORD}`.replace(/[^\w-]/g, '').slice(0, 40)
  await staff.api.promotions.create({ body: { code, type: 'percentage', value: 10, description: `${WORD} ${HEBREW}`, hinted: true } })
  const post = await staff.api.blogPosts.create({
    body: {
      title: names.long,
      excerpt: `${WORD} ${HEBREW}`,
      category: WORD,
      content: `## ${WORD}\n\n${HEBREW}\n\n- ${WORD}\n- ${ARABIC}`,
      tags: [WORD.slice(0, 40)],
      authorLabel: HEBREW,
      status: 'published',
    },
  })
  await shop.visitor.messages.contact({ body: { name: HEBREW, email: 'gal@story.test', company: WORD, message: `${HEBREW}\n${WORD}` } })
  const buyer = await shop.customer(names.hebrew)
  for (const product of products) await buyer.api.cart.addItem({ body: { productId: product.id, quantity: 2 } })
  await buyer.api.cart.applyPromo({ body: { code } })
  const cart = await buyer.api.cart.list()
  const customer = {
    ...CUSTOMER_FORM,
    state: 'IL',
    firstName: WORD,
    lastName: WORD,
    company: WORD,
    address: WORD,
    city: WORD,
    notes: `${WORD}\n${HEBREW}`,
  }
  const order = await buyer.api.checkout.placeOrder({
    body: {
      items: cart.items.map(({ productId, quantity, price }) => ({ id: productId, quantity, price })),
      currency: cart.currency,
      shippingMethod: cart.shippingMethod,
      promoCode: cart.appliedPromoCode?.code,
      customer: { ...customer, buyerKind: 'business' },
    },
  })
  await buyer.api.addresses.add({ body: customer })
  for (const product of products) await buyer.api.cart.addItem({ body: { productId: product.id, quantity: 1 } })
  await buyer.api.cart.applyPromo({ body: { code } })
  const clear = async () => {
    for (const product of products) await staff.api.productEdits.remove({ params: { id: product.id } })
    await staff.api.categories.remove({ params: { idOrValue: category.value }, query: { moveTo: 'mat' } })
    await staff.api.blogPosts.remove({ params: { id: post.id } })
  }
  return { key, id, seller, staff, boss, buyer, products, category, code, post, order, slug: business?.slug ?? '', clear }
}

type Made = Awaited<ReturnType<typeof fill>>

/** The screens of each reader that show what people wrote. */
const screensOf = ({ key, id, products, category, code, post, order, slug }: Made) => {
  const [long, hebrew] = products
  return {
    buyer: [
      '/materials?sort=name',
      `/materials?category=${category.value}`,
      `/materials?category=${category.value}&view=list`,
      `/products/${long?.slug}`,
      `/products/${hebrew?.slug}`,
      `/compare?p=${products.map((product) => product.slug).join(',')}`,
      `/search?q=${key}`,
      '/producers',
      `/producers/${slug}`,
      '/blog',
      `/blog/${post.slug}`,
      '/cart',
      '/checkout',
      `/order-confirmation?order=${order.number}`,
      '/account',
      '/account/addresses',
      '/account/orders',
      `/account/orders/${order.number}`,
    ],
    seller: [
      '/business/dashboard',
      '/business/dashboard?tab=products',
      '/business/dashboard?tab=inventory',
      '/business/orders',
      `/business/orders/${order.id}`,
      '/business/profile',
      `/business/products/${long?.id}/edit`,
      `/business/products/${hebrew?.id}/view`,
    ],
    staff: [
      '/admin',
      `/admin/orders?search=${order.number}`,
      `/admin/orders/${order.id}`,
      `/admin/users?search=${key}`,
      `/admin/businesses?search=${key}`,
      `/admin/products?search=${key}`,
      `/admin/products/${hebrew?.slug}/edit`,
      '/admin/categories',
      '/admin/blog',
      `/admin/blog/${post.id}`,
      '/admin/messages',
      `/admin/promotions?search=${code}`,
      '/admin/mails',
      '/admin/documents',
    ],
    boss: ['/super-admin/dashboard', `/super-admin/dashboard?business=${id}`, '/admin/audit', '/admin/commissions'],
  } satisfies Partial<Record<keyof Made, string[]>>
}

async function look(page: Page, path: string): Promise<string[]> {
  await page.goto(path)
  await isAlive(page)
  await page.waitForLoadState('networkidle')
  await expect(page.locator('main :is(.skeleton, [aria-busy="true"])')).toHaveCount(0)
  await expect(page.locator('main h1')).toBeVisible()
  const folder = process.env.LONG_WORDS_PICTURES
  if (folder) await page.screenshot({ path: `${folder}/${path.replaceAll(/\W+/g, '_').slice(0, 60)}.png`, fullPage: true })
  return [...(await losses(page)), ...(await undirected(page))].map((loss) => `${path} ${loss}`)
}

test('4.5 words of 60 letters and names from right to left lose nothing on a phone', async ({ browser, shop }) => {
  const made = await fill(shop)
  const lost: string[] = []
  for (const [who, paths] of Object.entries(screensOf(made))) {
    const context = await browserOf(browser, shop, made[who as 'buyer'])
    const page = await context.newPage()
    await page.setViewportSize(PHONE)
    for (const path of paths) lost.push(...(await look(page, path)))
    await context.close()
  }
  await made.clear()
  expect([...new Set(lost)]).toEqual([])
})
