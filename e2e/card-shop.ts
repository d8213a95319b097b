import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type FakeVies, openFakeVies } from '../server/testing/fake-vies.ts'
import { StripeFake } from '../server/testing/stripe-fake.ts'
import { expect, seconds, test } from './story.ts'

interface CardShop {
  origin: string
  provider: () => StripeFake
  vies: () => FakeVies
}

/**
 * Opens a shop of a file's own, beside those of all stories, that charges cards at the Stripe fake and asks a fake VIES; `options` are
 * those of the start.
 */
export function openCardShop(name: string, offset: number, options: readonly string[]): CardShop {
  const port = Number(process.env.STORIES_PORT ?? 4173) + offset
  const origin = `http://localhost:${port}`
  let provider: StripeFake
  let vies: FakeVies
  let server: ChildProcess
  test.use({ baseURL: origin })
  test.beforeAll(async () => {
    test.setTimeout(seconds(180))
    provider = await StripeFake.open()
    vies = await openFakeVies()
    const env = {
      ...process.env,
      ...provider.settings,
      VIES: 'on',
      VIES_API_BASE: vies.base,
      PORT: String(port),
      DEMO: '1',
      RATE_LIMIT: 'off',
      DATABASE_URL: '',
      DATA_DIR: join(process.env.STORIES_DATA_DIR ?? '', name),
    }
    server = spawn(process.execPath, ['scripts/start.ts', ...options], { env, stdio: 'ignore' })
    const isReady = () =>
      fetch(`${origin}/api/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    await expect.poll(isReady, { timeout: seconds(170) }).toBe(true)
  })
  test.afterAll(async () => {
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await ended
    await Promise.all([provider.close(), vies.close()])
  })
  return { origin, provider: () => provider, vies: () => vies }
}
