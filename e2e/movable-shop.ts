import { buildApp } from '#server/app.ts'
import { MAIL_TEXTS } from '#server/mail-texts.ts'
import { fillShop } from '#server/seed/fill-shop.ts'
import { readConfig } from '../server/platform/config.ts'
import { openEmbedded } from '../server/platform/db/client.ts'
import { settings } from '../server/platform/db/schema.ts'
import type { Deps } from '../server/platform/deps.ts'
import { openFiles } from '../server/platform/files/open-files.ts'
import { servePages } from '../server/ssr/serve-pages.ts'

/*
 * The shop as `npm start` opens it, with a clock that a story moves: run it with `fork` and send it minutes, or `legacy` for one rate of
 * tax and one row of shipping rates in every country, as in a shop from before the rules; or a URL, whose status and processor time in ms
 * it answers. It answers each message, and the first one comes when it listens.
 */

let offsetMs = 0
const config = readConfig(process.env)
const database = await openEmbedded({ dataDir: config.dataDir })
const deps: Deps = {
  config,
  db: database.db,
  files: openFiles(config),
  database,
  mailTexts: MAIL_TEXTS,
  now: () => new Date(Date.now() + offsetMs),
  throttle: null,
  logger: false,
}
await fillShop(deps, database, { hasOrders: false })
const app = await buildApp(deps)
await servePages(app, deps)
await app.listen({ port: config.port, host: config.host })

async function measure(url: string): Promise<void> {
  const before = process.cpuUsage()
  const { statusCode } = await app.inject(url)
  const { user, system } = process.cpuUsage(before)
  process.send?.({ status: statusCode, ms: (user + system) / 1000 })
}

process.on('message', (sent: unknown) => {
  if (typeof sent === 'object' && sent !== null && 'url' in sent) return void measure(String(sent.url))
  if (sent !== 'legacy') {
    offsetMs += Number(sent) * 60_000
    process.send?.('moved')
    return
  }
  const [name, value] = ['basis', { rates: 'legacy' }]
  const set = { value }
  void database.db
    .insert(settings)
    .values({ name, value })
    .onConflictDoUpdate({ target: settings.name, set })
    .then(() => process.send?.('moved'))
})
process.on('SIGTERM', () => {
  void app
    .close()
    .then(() => database.close())
    .then(() => process.exit(0))
})
process.send?.('listens')
