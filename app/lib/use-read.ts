import { useState, useSyncExternalStore } from 'react'
import { getNothing, observe, type Query } from './reads.ts'

/** A read as a screen sees it. */
export interface Reading<Value> {
  data: Value | undefined
  error: unknown
  isError: boolean
  /** There is neither an answer nor a failure yet. */
  isPending: boolean
  isFetching: boolean
  refetch: () => Promise<void>
}

/** Shows a read and follows it: made when it is not fresh, and again when it is outdated. */
export function useRead<Value>(query: Query<Value>): Reading<Value> {
  const [shown, setShown] = useState(() => observe(query))
  if (!shown.isOf(query)) setShown(observe(query))
  const { getState, subscribe, refetch, isStarting } = shown
  const { data, error, ...state } = useSyncExternalStore(subscribe, getState, getNothing)
  const isError = error !== null
  const isFetching = state.isFetching || isStarting()
  return { data: data as Value | undefined, error, isError, isPending: data === undefined && !isError, isFetching, refetch } // stored by a read of this key
}
