/** True if everything is tested (`npm run test:all`), not only what every commit passes. */
export const TESTS_ALL = process.env.TEST_ALL === '1'

const PATIENCE = Number(process.env.TEST_PATIENCE || 1)

/** Time limit of a test that starts processes or fills a whole shop, in ms. */
export const LONG_MS = 120_000 * PATIENCE

/** All of them each night; with every commit so many, spread evenly over the list, the first and the last with them. */
export function someOf<Item>(all: readonly Item[], count: number): Item[] {
  if (TESTS_ALL || all.length <= count) return [...all]
  return Array.from({ length: count }, (_, at) => all[Math.round((at * (all.length - 1)) / (count - 1))] as Item) // within the list
}

/**
 * Number of rounds of a race: `all` of them each night, an eighth of them with every commit, but at most `daily`, or RACE_ROUNDS times
 * where that is set (200 of them take too long for every run).
 */
export const raceRounds = (all: number, daily = 3): number =>
  Number(process.env.RACE_ROUNDS) || (TESTS_ALL ? all : Math.min(daily, Math.ceil(all / 8)))

/** Time limit of a race with that many rounds, in ms. */
export const raceTimeout = (all: number): number => (60_000 + raceRounds(all) * 500) * PATIENCE
