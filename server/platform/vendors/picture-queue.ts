/** Most pictures that are decoded at the same time: two cores have to serve buyers, too. */
const MAX_AT_ONCE = 2
/** Most pictures that wait for that. */
const MAX_WAITING = 20

interface Waiting {
  slots: number
  start: () => void
}

let used = 0
const line: Waiting[] = []

function startNext(): void {
  const [next] = line
  if (!next || used + next.slots > MAX_AT_ONCE) return
  line.shift()
  used += next.slots
  next.start()
  startNext()
}

/** Runs `work` when that many slots are free; `isFirst` before everybody who waits. */
async function inTurn<Result>(slots: number, isFirst: boolean, work: () => Promise<Result>): Promise<Result> {
  await new Promise<void>((start) => {
    if (isFirst) line.unshift({ slots, start })
    else line.push({ slots, start })
    startNext()
  })
  try {
    return await work()
  } finally {
    used -= slots
    startNext()
  }
}

/** Longest time of one step of decoding, in seconds from its own start; the second try has the machine's decoders for itself. */
const FIRST_SECONDS = 5
const SECOND_SECONDS = 20

/**
 * Decodes a picture when it is its turn: at most two at a time. One that ran out of time is tried once more, alone and with more time.
 * @param decode answers null when it ran out of time
 * @returns null when there is no room to wait, or no time was enough: the picture may be good
 */
export async function decodeInTurn<Result>(decode: (seconds: number) => Promise<Result | null>): Promise<Result | null> {
  if (line.length >= MAX_WAITING) return null
  let again: Promise<Result | null> | undefined
  const first = await inTurn(1, false, async () => {
    const decoded = await decode(FIRST_SECONDS)
    // in line before its place is free, so that nobody who waits comes first
    if (decoded === null) again = inTurn(MAX_AT_ONCE, true, () => decode(SECOND_SECONDS))
    return decoded
  })
  return first ?? again ?? null
}
