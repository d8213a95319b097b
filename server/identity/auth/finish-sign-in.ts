import type { SignedIn } from '#contract/identity/auth.ts'
import { deviceName } from '#domain/device.ts'
import { NEW_BROWSER_DAYS, type SignInMethod } from '#domain/second-factor.ts'
import { DAY_MS } from '#domain/time.ts'
import { notifyUser } from '#server/identity/second-factor/notify-user.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { halfNetwork } from '#server/platform/http/network.ts'
import { type Caller, startSession } from './session.ts'
import { deleteEndedSessions, listBrowsers } from './session-record.ts'
import type { UserRow } from './user-record.ts'

/** Returns the browsers that a user has signed in with in the last 90 days; `network`: from there. */
async function knownBrowsers(db: Db, userId: string, now: Date, network?: string): Promise<Set<string>> {
  const { names, userAgents } = await listBrowsers(db, userId, new Date(now.getTime() - NEW_BROWSER_DAYS * DAY_MS), network)
  return new Set([...names, ...userAgents.map(deviceName)])
}

/** Returns true if the user has signed in with other browsers in the last 90 days, and never with this one. */
async function isNewBrowser(tx: Db, userId: string, browser: string, now: Date): Promise<boolean> {
  const known = await knownBrowsers(tx, userId, now)
  return known.size > 0 && !known.has(browser)
}

/** Returns true if the user has signed in with such a browser, from the same half of the network, in the last 90 days. */
export async function isFamiliarPlace(db: Db, userId: string, { address, userAgent }: Caller, now: Date): Promise<boolean> {
  const network = halfNetwork(address)
  return network !== null && (await knownBrowsers(db, userId, now, network)).has(deviceName(userAgent))
}

/**
 * Starts the session of a user who has proved who they are, and notifies them of a new browser. The caller holds the user's lock, and has
 * checked the status.
 */
export async function finishSignIn(
  tx: Db,
  { now }: Pick<Deps, 'now'>,
  user: UserRow,
  caller: Caller,
  method: SignInMethod,
): Promise<SignedIn> {
  const at = now()
  const browser = deviceName(caller.userAgent)
  const isNew = await isNewBrowser(tx, user.id, browser, at)
  await deleteEndedSessions(tx, user.id, at)
  const signedIn = await startSession(tx, user, caller, method, at)
  const actor = { userId: user.id, name: user.name, role: user.role }
  const network = halfNetwork(caller.address)
  const after = { browser, method, ...(network && { network }) }
  await recordAudit(tx, { actor, action: 'login', targetType: 'user', targetId: user.id, after, requestId: caller.requestId })
  if (isNew) await notifyUser(tx, user, 'new-browser', { browser, network }, at)
  return signedIn
}
