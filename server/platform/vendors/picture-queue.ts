/** Pictures decoded at the same time, so that requests keep a core. */
const MAX_AT_ONCE = 2
/** Maximum number of waiting pictures. */
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

/** Runs `work` when that many slots are free; `isFirst` skips the queue. */
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

/** Timeouts of decoding in seconds; the second attempt has all slots to itself. */
const FIRST_ATTEMPT_SECONDS = 5
const SECOND_ATTEMPT_SECONDS = 20

/**
 * Decodes a picture in the queue, at most two at a time. One that ran out of time gets a second attempt, alone and with more time.
 * @param decode returns null if it ran out of time
 * @returns null if the queue is full or the time was not enough: the picture may be valid
 */
export async function decodeInTurn<Result>(decode: (seconds: number) => Promise<Result | null>): Promise<Result | null> {
  if (line.length >= MAX_WAITING) return null
  let again: Promise<Result | null> | undefined
  const first = await inTurn(1, false, async () => {
    const decoded = await decode(FIRST_ATTEMPT_SECONDS)
    // enqueued before its slot is free, so that no waiting picture comes first
    if (decoded === null) again = inTurn(MAX_AT_ONCE, true, () => decode(SECOND_ATTEMPT_SECONDS))
    return decoded
  })
  return first ?? again ?? null
}
