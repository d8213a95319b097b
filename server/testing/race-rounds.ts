/** Number of rounds of a race: `usual` times, or RACE_ROUNDS times where that is set (200 of them take too long for every run). */
export const raceRounds = (usual: number): number => Number(process.env.RACE_ROUNDS) || usual

/** Time limit of a race with that many rounds, in ms. */
export const raceTimeout = (usual: number): number => 60_000 + raceRounds(usual) * 500
