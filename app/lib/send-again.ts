import { problemOf } from '#contract/errors.ts'

/** Pauses before the repetitions, in ms: 15 s in all. */
const PAUSES_MS = [1000, 4000, 10_000] as const

/** The shop's database is away: the same request may succeed in a moment. */
async function isAway(answer: Response): Promise<boolean> {
  if (answer.status !== 503) return false
  return problemOf(answer.status, answer.statusText, await answer.clone().text()).code === 'not_ready'
}

/**
 * Sends a request that may be repeated (the shop knows it by its key) up to three times more while the shop cannot be reached.
 * @returns the first answer that says something, or the last one
 * @throws whatever the last try throws
 */
export async function sendAgain(send: () => Promise<Response>): Promise<Response> {
  for (const milliseconds of PAUSES_MS) {
    try {
      const answer = await send()
      if (!(await isAway(answer))) return answer
    } catch (error) {
      if (!(error instanceof TypeError)) throw error // `fetch` says so when nothing arrived; a time that is up is another thing
    }
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
  }
  return send()
}
