import type { QueryKey } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type ClientLoaderFunctionArgs, data, type LoaderFunctionArgs, useNavigate } from 'react-router'
import { api, isApiError, type ShopApi } from './api.ts'
import { apiContext } from './context.ts'
import { queryClient } from './query-client.ts'

/** One read: its key in the browser's cache, and how to make it with either client. */
export interface Read<Value> {
  queryKey: QueryKey
  read: (api: ShopApi, signal?: AbortSignal) => Promise<Value>
  /** How long the browser may show it without asking again, in ms. Default: 5 minutes. */
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

/** The loader of a public screen on the server. */
export function serverLoader<Value>(screen: ReadScreen<Value>) {
  return ({ context, params, request }: LoaderFunctionArgs): Promise<Value> => {
    const server = context.get(apiContext)
    return screen({ params, url: new URL(request.url), load: (read) => read.read(server).catch(notFound) })
  }
}

/** The same reads in the browser, when a visitor goes from page to page. */
export function browserLoader<Value>(screen: ReadScreen<Value>) {
  return ({ params, request }: ClientLoaderFunctionArgs): Promise<Value> =>
    screen({ params, url: new URL(request.url), load: (read) => queryClient.fetchQuery(queryOf(read)).catch(notFound) })
}

/** What a screen is given: all that it reads, or, when that takes longer than a moment, a promise of it. */
type Arriving<Value> = { now: Value } | { late: Promise<Value> }

/** How long a page waits to open before it says that it is loading, in ms: shorter waits would only flicker. */
const MOMENT_MS = 250

/** The same reads in the browser, for a screen that says that it is loading when they take their time. */
export function lateLoader<Value>(screen: ReadScreen<Value>) {
  const start = browserLoader(screen)
  return async (args: ClientLoaderFunctionArgs): Promise<Arriving<Value>> => {
    const reading = start(args)
    const first = await Promise.race([reading.then((now) => ({ now })), pause(MOMENT_MS)])
    if (first) return first
    reading.catch(() => undefined) // told by `useArriving`, if the screen is still there by then
    return { late: reading }
  }
}

/** What has arrived; null as long as it has not. A redirect that comes late is followed, an error goes to the screen's boundary. */
export function useArriving<Value>(arriving: Arriving<Value>): Value | null {
  const navigate = useNavigate()
  const late = 'late' in arriving ? arriving.late : null
  const [arrived, setArrived] = useState<{ of: Promise<Value>; value: Value } | { of: Promise<Value>; error: unknown }>()
  useEffect(() => {
    if (!late) return
    let isWanted = true
    const settle = (result: { value: Value } | { error: unknown }) => isWanted && setArrived({ of: late, ...result })
    late.then(
      (value) => settle({ value }),
      (error: unknown) => {
        const target = error instanceof Response ? error.headers.get('location') : null
        if (target === null) return settle({ error })
        if (isWanted) void navigate(target, { replace: true })
      },
    )
    return () => {
      isWanted = false
    }
  }, [late, navigate])
  if ('now' in arriving) return arriving.now
  if (arrived?.of !== late) return null
  if ('error' in arrived) throw arrived.error
  return arrived.value
}

/** The same read for `useQuery`. */
export function queryOf<Value>({ queryKey, read, staleTime }: Read<Value>) {
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
