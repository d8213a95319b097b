import { type ClientLoaderFunctionArgs, data, type LoaderFunctionArgs } from 'react-router'
import { type Api, addCalls, createApi, type Send } from '#contract/client.ts'
import type { ShopFacts } from '#contract/content/shop.ts'
import { isApiError, problemOf } from '#contract/errors.ts'
import type { Contract } from '#contract/index.ts'
import { calls } from './calls.ts'
import { apiContext } from './context.ts'
import type { Query } from './query.ts'
import { readNow } from './reads.ts'
import { sendAgain } from './send-again.ts'
import { setShop } from './shop.ts'
import { STEP_UP_CANCELED, sendWithStepUp } from './step-up.ts'
import { toast } from './toast.ts'
import { currentToken, endSession, onEndedElsewhere } from './token.ts'

declare global {
  /** Takes the answer to a read that the page asked for before its scripts (`scripts-last.server.ts`); undefined for none. */
  var early: ((method: string, url: string, token: string | null) => Promise<Response> | undefined) | undefined
}

/** Request timeouts, in ms. Uploads take longer. */
export const PATIENCE_MS = { read: 15_000, write: 30_000, upload: 120_000 } as const
export const SESSION_ENDED = 'Your session has ended. Please sign in again.'

/** Puts a token away that the shop no longer knows, and says so; the page stays. */
export function sessionEnded(): void {
  endSession()
  notifyEnded()
}

let signInAgain: ((isDone: boolean, token: string | null) => Promise<boolean>) | null = null

/**
 * Sets who lets the user of the open page sign in again without leaving it: at once where something is done, else on request. Null: a
 * message leads away and back.
 */
export function setSignInAgain(ask: typeof signInAgain): void {
  signInAgain = ask
}

function notifyEnded(): void {
  if (signInAgain) void signInAgain(false, null)
  else toast.error(SESSION_ENDED, { label: 'Sign In', to: `/login?from=${encodeURIComponent(location.pathname + location.search)}` })
}

/**
 * Handles a refusal of a call for its session: puts away a token that the shop no longer knows. @returns true when the call is to be sent
 * again, by the next session
 */
export async function isSignedInAgain(token: string | null, isDone: boolean): Promise<boolean> {
  const isNews = token !== null && token === currentToken()
  if (isNews) endSession()
  if (isDone && signInAgain) return signInAgain(true, token)
  if (isNews) notifyEnded()
  return false
}

onEndedElsewhere(notifyEnded)

/** Returns true for refusals of a second factor: the session goes on. */
const aboutFactor = (code: string | undefined) => code === 'invalid_second_factor' || code === 'challenge_expired'

/**
 * Sends with `fetch`; the bearer header only when a token is stored. A token that the server no longer knows is put away. A call that
 * needs the password first is sent again once it is confirmed, one with an idempotency key while the shop cannot be reached.
 */
const send: Send = async (request) => {
  const { method, url, headers, body, signal } = request
  const token = currentToken()
  const sendOnce = () => {
    const patience = AbortSignal.timeout(PATIENCE_MS[method === 'GET' ? 'read' : body instanceof FormData ? 'upload' : 'write'])
    return fetch(url, {
      method,
      headers: token ? { ...headers, authorization: `Bearer ${token}` } : headers,
      ...(body !== undefined && { body }),
      signal: signal ? AbortSignal.any([signal, patience]) : patience,
    })
  }
  const early = await globalThis.early?.(method, url, token)
  const answer = early ?? (await sendWithStepUp(() => (headers['idempotency-key'] ? sendAgain(sendOnce) : sendOnce())))
  const { status, statusText } = answer
  const text = await answer.text()
  const isEnded = status === 401 && !url.startsWith('/api/auth/') && !aboutFactor(problemOf(status, statusText, text).code)
  if (isEnded && (await isSignedInAgain(token, method !== 'GET'))) return send(request)
  return { status, statusText, header: (name) => answer.headers.get(name), text }
}

/** The shop's calls, from the browser; those of the back office once its frame is loaded. */
export const api: Api<Contract> = createApi<Contract>(calls, send)

/** Makes further calls possible. */
export const learnCalls = (lines: Parameters<typeof addCalls<Contract>>[1]): void => addCalls<Contract>(api, lines, send)
export type ShopApi = Api<Contract>

/** Says if a call was refused because its user canceled the question for the password. */
const isStepUpCanceled = (error: unknown): boolean => isApiError(error) && error.problem.code === 'step_up_required'

/** Other rows match than those that somebody selected together. */
export class ListChangedError extends Error {
  override message = 'The list has changed in the meantime. Check what matches now, and select it again.'
}

/** Returns the message for a failed call: the server's own, or `fallback` when it was not reached. */
export function messageOf(error: unknown, fallback: string): string {
  if (error instanceof ListChangedError) return error.message
  if (isStepUpCanceled(error)) return STEP_UP_CANCELED
  return isApiError(error) ? error.detail : fallback
}

/** Shows `messageOf` a failed call as a notification; nothing when its user canceled the question for the password. */
export function toastFailure(error: unknown, fallback: string): void {
  if (!isStepUpCanceled(error)) toast.error(messageOf(error, fallback))
}

/** One read: its key in the browser's cache, and how to make it with either client. */
export interface Read<Value> {
  queryKey: readonly unknown[]
  read: (api: ShopApi, signal?: AbortSignal) => Promise<Value>
  /** Time during which the browser does not read it again, in ms. Default: 5 minutes. */
  staleTime?: number
}

export interface Reading {
  params: Record<string, string | undefined>
  url: URL
  /** Reads through the cache in the browser, in process on the server. An unknown thing becomes the page's 404. */
  load: <Value>(read: Read<Value>) => Promise<Value>
}

type ReadScreen<Value> = (reading: Reading) => Promise<Value>

/** Waits; answers null. */
export const pause = (milliseconds: number): Promise<null> => new Promise((resolve) => setTimeout(() => resolve(null), milliseconds))

function notFound(error: unknown): never {
  if (isApiError(error) && error.status === 404) throw data(null, { status: 404 })
  throw error
}

type Context = LoaderFunctionArgs['context']

/** Facts of the shop by the page that is being made. */
const shops = new WeakMap<Context, Promise<ShopFacts | null>>()

/** Reads the facts of the shop once a page; its loaders, which run at the same time, need them first. Null on failure. */
export function loadShop(context: Context): Promise<ShopFacts | null> {
  const known = shops.get(context)
  if (known) return known
  const loading = orNull(context.get(apiContext).shop.facts()).then((facts) => {
    if (facts) setShop(facts)
    return facts
  })
  shops.set(context, loading)
  return loading
}

/** The loader of a public screen on the server. */
export function serverLoader<Value>(screen: ReadScreen<Value>) {
  return async ({ context, params, request }: LoaderFunctionArgs): Promise<Value> => {
    await loadShop(context)
    const server = context.get(apiContext)
    return screen({ params, url: new URL(request.url), load: (read) => read.read(server).catch(notFound) })
  }
}

/**
 * The same reads in the browser, when a visitor goes from page to page. `prepare` loads, beside them, what the screen needs to be whole.
 */
export function browserLoader<Value>(screen: ReadScreen<Value>, prepare?: () => Promise<void>) {
  return async ({ params, request }: ClientLoaderFunctionArgs): Promise<Value> => {
    const preparing = prepare?.()
    const value = await screen({ params, url: new URL(request.url), load: (read) => readNow(queryOf(read)).catch(notFound) })
    await preparing
    return value
  }
}

/** Wait before a screen opens with its skeleton, in ms: a shorter one would flicker. */
const MOMENT_MS = 250

/**
 * Creates a loader whose screen opens before everything is read: after a moment it gets a promise, for `<Deferred>`.
 * A change within the same screen waits for its results, so that the old ones stay in sight.
 */
export function deferredLoader<Value>(screen: ReadScreen<Value>) {
  const start = browserLoader(screen)
  return async (args: ClientLoaderFunctionArgs): Promise<{ loaded: Value | Promise<Value> }> => {
    const loading = start(args)
    const isSameScreen = new URL(args.request.url).pathname === location.pathname
    if (isSameScreen || (await Promise.race([loading.then(() => true), pause(MOMENT_MS)]))) return { loaded: await loading }
    loading.catch(() => undefined) // shown by `<Deferred>`, if the screen is still open by then
    return { loaded: loading }
  }
}

/** Returns what a deferred loader has read so far; null while it is a promise. */
export const loadedNow = <Value>(loaded: Value | Promise<Value> | undefined): Value | null =>
  loaded === undefined || loaded instanceof Promise ? null : loaded

/** The same read for `useRead` and for `useQuery`. */
export function queryOf<Value>({ queryKey, read, staleTime }: Read<Value>): Query<Value> {
  return { queryKey, queryFn: ({ signal }: { signal: AbortSignal }) => read(api, signal), ...(staleTime !== undefined && { staleTime }) }
}

/** Turns a failed read into `null`, so that a page can say so and offer another try; a 404 stays one. */
export async function orNull<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading
  } catch (error) {
    if (isApiError(error) || (error instanceof Error && !('data' in error))) return null
    throw error
  }
}
