/** True if everything is tested (`npm run test:all`), not only what every commit passes. */
export const TESTS_ALL = process.env.TEST_ALL === '1'

/**
 * Number of rounds of a race: `all` of them weekly, a quarter of them with every commit, or RACE_ROUNDS times where that is set
 * (200 of them take too long for every run).
 */
export const raceRounds = (all: number): number => Number(process.env.RACE_ROUNDS) || (TESTS_ALL ? all : Math.ceil(all / 4))

/** Time limit of a race with that many rounds, in ms. */
export const raceTimeout = (all: number): number => 60_000 + raceRounds(all) * 500
