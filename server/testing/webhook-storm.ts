import { writeSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { callLines, createApi } from '#contract/client.ts'
import { type Contract, contract } from '#contract/index.ts'
import { buildApp } from '#server/app.ts'
import { startWebhooks } from '#server/integrations/webhooks/start-webhooks.ts'
import { MAIL_TEXTS } from '#server/mail-texts.ts'
import { readConfig } from '#server/platform/config.ts'
import { openPostgres } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { openFiles } from '#server/platform/files/open-files.ts'
import { sendInProcess } from '#server/platform/http/in-process.ts'
import { checkOut } from './buyers.ts'

/*
 * Run as a program with the address of a database, the id of a product and tokens of buyers: a server that orders as fast as it can and
 * sends webhooks, and writes the id of each acknowledged order on a line of its own, until it is killed. Beside each order a change of all
 * orders is rolled back.
 */

const [, , url = '', productId = '', ...tokens] = process.argv
const database = await openPostgres(url, { log: { warn: () => {} } })
const config = readConfig(process.env)
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
startWebhooks(deps, () => {})

async function buyForEver(token: string): Promise<never> {
  const buyer = createApi<Contract>(callLines(contract), sendInProcess(app, { token }))
  for (;;) {
    await buyer.cart.addItem({ body: { productId, quantity: 1 } })
    const order = await checkOut(buyer)
    writeSync(1, `${order.id}\n`)
    await deps.db
      .transaction(async (tx) => {
        await tx.execute(sql`update orders set status = 'cancelled' where id = ${order.id}`)
        throw new Error('rolled back')
      })
      .catch(() => {})
  }
}

await Promise.all(tokens.map(buyForEver))
