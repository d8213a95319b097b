import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { refuse } from '#server/platform/http/refusal.ts'

interface Parameters {
  memory: number
  passes: number
  parallelism: number
}

/** OWASP's second recommendation for argon2id: 19 MiB, two passes. */
const CURRENT: Parameters = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32

/** Each run takes 19 MiB and one of the four threads of Node's pool. */
const MAX_RUNNING = 4
const MAX_WAITING = 50

interface Hash extends Parameters {
  salt: Buffer
  tag: Buffer
}

/** Hash that is verified if a user does not exist, so that the response takes the same time. */
const DUMMY: Hash = { ...CURRENT, salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) }

let running = 0
const waiting: (() => void)[] = []

/** Runs `work` when a slot is free. @throws refusal `busy` when too many wait */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running < MAX_RUNNING) running += 1
  else {
    if (waiting.length >= MAX_WAITING) refuse('busy')
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

function derive(password: string, { salt, tag, ...parameters }: Hash): Promise<Buffer> {
  const options = { ...parameters, message: Buffer.from(password, 'utf8'), nonce: salt, tagLength: tag.length }
  return new Promise((resolve, reject) => argon2('argon2id', options, (error, derived) => (error ? reject(error) : resolve(derived))))
}

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

function toPhc({ memory, passes, parallelism, salt, tag }: Hash): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(tag)}`
}

function fromPhc(phc: string): Hash | null {
  const parts = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/]{11,})\$([\w+/]{22,})$/.exec(phc)
  if (!parts) return null
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

/** Hashes a password exactly as typed. @returns a PHC string. @throws refusal `busy` when too many hashes wait */
export async function hashPassword(password: string): Promise<string> {
  const hash = { ...CURRENT, salt: randomBytes(SALT_BYTES), tag: Buffer.alloc(TAG_BYTES) }
  return toPhc({ ...hash, tag: await inTurn(() => derive(password, hash)) })
}

/**
 * Returns true if `password` matches `phc`. Always runs argon2 once, also if `phc` is null (no such user, or no password yet).
 * @throws refusal `busy` when too many hashes wait
 */
export async function verifyPassword(password: string, phc: string | null): Promise<boolean> {
  const known = phc === null ? null : fromPhc(phc)
  const hash = known ?? DUMMY
  const isSame = timingSafeEqual(await inTurn(() => derive(password, hash)), hash.tag)
  return isSame && known !== null
}

/** Returns true if a hash was made with older parameters; the next sign-in replaces it. */
export function needsRehash(phc: string): boolean {
  const hash = fromPhc(phc)
  return (
    !hash ||
    hash.memory !== CURRENT.memory ||
    hash.passes !== CURRENT.passes ||
    hash.parallelism !== CURRENT.parallelism ||
    hash.salt.length !== SALT_BYTES ||
    hash.tag.length !== TAG_BYTES
  )
}
