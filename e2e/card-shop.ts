import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { StripeFake } from '../server/testing/stripe-fake.ts'
import { expect, test } from './story.ts'

/** Opens a shop of a file's own, beside those of all stories, that charges cards at the Stripe fake; `options` are those of the start. */
export function openCardShop(name: string, offset: number, options: readonly string[]): { origin: string; provider: () => StripeFake } {
  const port = Number(process.env.STORIES_PORT ?? 4173) + offset
  const origin = `http://localhost:${port}`
  let provider: StripeFake
  let server: ChildProcess
  test.use({ baseURL: origin })
  test.beforeAll(async () => {
    test.setTimeout(180_000)
    provider = await StripeFake.open()
    const env = {
      ...process.env,
      ...provider.settings,
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
    await expect.poll(isReady, { timeout: 170_000 }).toBe(true)
  })
  test.afterAll(async () => {
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await ended
    await provider.close()
  })
  return { origin, provider: () => provider }
}
