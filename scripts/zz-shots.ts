import { chromium } from 'playwright-core'
const base = 'http://127.0.0.1:4310'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] })
async function login(email: string) {
  const r = await fetch(`${base}/api/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email, password: 'reflute-demo' }) })
  return r
}
async function session(email: string, scheme: 'light' | 'dark', width: number) {
  const context = await browser.newContext({ viewport: { width, height: 1000 }, colorScheme: scheme })
  const page = await context.newPage()
  await page.goto(`${base}/login`)
  await page.getByLabel('Email').first().fill(email)
  await page.getByLabel('Password', { exact: true }).first().fill('reflute-demo')
  await page.getByRole('button', { name: /sign in/i }).last().click()
  await page.waitForURL((url) => !url.pathname.includes('login'))
  return page
}
const [who, path, name, width = '1440', scheme = 'light', click = ''] = process.argv.slice(2)
const page = await session(who!, scheme as 'light', Number(width))
await page.goto(`${base}${path}`)
await page.waitForLoadState('networkidle')
if (click.startsWith('row:')) { await page.getByRole('link', { name: new RegExp(click.slice(4)) }).first().click(); await page.waitForLoadState('networkidle') }
else for (const label of click.split('|').filter(Boolean)) { await page.getByRole('button', { name: label }).first().click(); await page.waitForTimeout(500) }
await page.screenshot({ path: `/tmp/shots-a/${name}.png`, fullPage: !click })
console.log(page.url())
await browser.close()
