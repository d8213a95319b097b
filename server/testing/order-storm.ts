import { writeSync } from 'node:fs'
import { callLines, createApi } from '#contract/client.ts'
import { type Contract, contract } from '#contract/index.ts'
import { buildApp } from '#server/app.ts'
import { MAIL_TEXTS } from '#server/mail-texts.ts'
import { readConfig } from '#server/platform/config.ts'
import { openEmbedded } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { openFiles } from '#server/platform/files/open-files.ts'
import { sendInProcess } from '#server/platform/http/in-process.ts'
import { seedReference } from '#server/seed/seed-reference.ts'
import { makeBuilders } from './builders.ts'
import { checkOut } from './buyers.ts'

/*
 * Run as a program with a data directory: orders as fast as it can, and writes the id of each acknowledged order on a line of its own,
 * until it is killed.
 */

const BUYERS = 4
const [, , dataDir = ''] = process.argv
const database = await openEmbedded({ dataDir })
const config = readConfig({ RATE_LIMIT: 'off', DEMO: '0', DATA_DIR: dataDir })
const deps: Deps = {
  config,
  db: database.db,
  files: openFiles(config),
  database,
  mailTexts: MAIL_TEXTS,
  now: () => new Date(),
  throttle: null,
  logger: false,
}
const app = await buildApp(deps)
await app.ready()
await seedReference(deps)
const make = makeBuilders(deps)
const boss = createApi<Contract>(callLines(contract), sendInProcess(app, { token: (await make.session('super_admin')).token }))
await boss.settings.update({ body: { payLater: { offered: true, limit: null, newBuyerLimit: null } } }) // few buyers, many orders
const products = [await make.product({ category: 'accessories', stock: 1_000_000 }), await make.product({ stock: 1_000_000 })]

async function buyForEver(): Promise<never> {
  const { token } = await make.session('customer')
  const buyer = createApi<Contract>(callLines(contract), sendInProcess(app, { token }))
  for (;;) {
    for (const { id } of products) await buyer.cart.addItem({ body: { productId: id, quantity: 1 } })
    const order = await checkOut(buyer)
    writeSync(1, `${order.id}\n`)
  }
}

await Promise.all(Array.from({ length: BUYERS }, buyForEver))
